import { redactArchives } from './redact-archives';

/** What jest and vitest call to print a value into a snapshot. */
export interface SnapshotSerializer {
  test(value: unknown): boolean;
  serialize<Config, Refs>(
    value: string,
    config: Config,
    indentation: string,
    depth: number,
    refs: Refs,
    printer: (value: unknown, config: Config, indentation: string, depth: number, refs: Refs) => string,
  ): string;
}

/**
 * Redacts archives in every snapshot of a test file, however its stacks were synthesized.
 *
 * @example
 * expect.addSnapshotSerializer(archiveSerializer);
 */
export const archiveSerializer: SnapshotSerializer = {
  test: (value) => typeof value === 'string' && redactArchives(value) !== value,
  serialize: (value, config, indentation, depth, refs, printer) =>
    printer(redactArchives(value), config, indentation, depth, refs),
};

import { redactArchives } from './redact-archives';

/** What jest and vitest call to print a value into a snapshot. */
export interface SnapshotSerializer {
  test(value: unknown): boolean;
  serialize(
    value: string,
    config: unknown,
    indentation: string,
    depth: number,
    refs: unknown[],
    printer: (value: unknown, config: unknown, indentation: string, depth: number, refs: unknown[]) => string,
  ): string;
}

/**
 * Redacts archives in every snapshot of a test file, also of stacks that were synthesized by other means.
 *
 * @example
 * expect.addSnapshotSerializer(archiveSerializer);
 */
export const archiveSerializer: SnapshotSerializer = {
  test: (value) => typeof value === 'string' && redactArchives(value) !== value,
  serialize: (value, config, indentation, depth, refs, printer) =>
    printer(redactArchives(value), config, indentation, depth, refs),
};

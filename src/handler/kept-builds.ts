import { statSync } from 'node:fs';

/** Something that was made of files of this machine. */
export interface Build {
  /** Absolute paths of the files that it was made of, in the order of their names. */
  readonly inputs: readonly string[];
}

interface Kept<T> {
  readonly build: T;
  readonly versions: readonly (string | undefined)[];
}

/** Builds of this process, each kept until one of its files changes. */
export class KeptBuilds<T extends Build> {
  private readonly builds = new Map<string, Kept<T>>();

  /** The build of this key: the one that is kept, or else a new one. */
  get(key: string, make: () => T): T {
    const kept = this.builds.get(key);
    if (kept !== undefined && isCurrent(kept)) return kept.build;
    const build = make();
    this.builds.set(key, { build, versions: build.inputs.map(versionOf) });
    return build;
  }
}

function isCurrent({ build, versions }: Kept<Build>): boolean {
  return build.inputs.every((file, index) => versionOf(file) === versions[index]);
}

function versionOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.mtimeNs}/${stat.size}`;
}

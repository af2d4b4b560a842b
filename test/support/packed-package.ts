import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkout } from './checkout';
import { runCommand } from './run-command';
import { temporaryProject } from './temporary-project';

/** The package as npm publishes it, unpacked. */
export interface PackedPackage {
  /** The directory that it was built in. */
  readonly checkout: string;
  /** The directory with the contents of the tarball. */
  readonly directory: string;
  /** Its files, as sorted paths in that directory. */
  readonly files: readonly string[];
  remove(): void;
}

/** Builds and packs a copy of this repository with `npm pack`. */
export async function packPackage(): Promise<PackedPackage> {
  const project = temporaryProject();
  const source = project.path('checkout');
  checkout(source);
  await runCommand('npm', ['pack', '--pack-destination', project.directory], { cwd: source });
  const [tarball = ''] = readdirSync(project.directory).filter((name) => name.endsWith('.tgz'));
  await runCommand('tar', ['-xzf', tarball], { cwd: project.directory });
  const directory = project.path('package');
  return { checkout: source, directory, files: filesBelow(directory), remove: project.remove };
}

/** All files below a directory, as sorted paths in it. */
export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
}

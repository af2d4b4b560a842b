import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files in a directory of their own. */
export interface TemporaryProject {
  /** Absolute, without symbolic links in it. */
  readonly directory: string;
  /** Absolute path of a file in it, whether it exists or not. */
  path(name: string): string;
  /** Writes files, by their names in the directory. */
  write(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

/** Makes a directory with these files, for code that reads a user's project. */
export function temporaryProject(files: Readonly<Record<string, string>> = {}): TemporaryProject {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'project-'));
  const project: TemporaryProject = {
    directory,
    path: (name) => join(directory, name),
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        const file = join(directory, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
  project.write(files);
  return project;
}

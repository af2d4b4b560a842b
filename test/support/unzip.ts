import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Writes the files of a zip into a directory. */
export function unzip(zip: Uint8Array, directory: string): void {
  for (const [name, contents] of Object.entries(unzipSync(zip))) {
    const file = join(directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}

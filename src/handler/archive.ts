import { createHash } from 'node:crypto';
import { strToU8, type ZipOptions, zipSync } from 'fflate';

const REGULAR_FILE_644 = 0o100644;
const UNIX = 3;

/** A zip file and what it is called by. */
export interface Archive {
  readonly zip: Uint8Array;
  /** Of the zip: 64 lower-case hex digits. */
  readonly sha256: string;
}

/**
 * Zips files so that the same files give the same bytes, at every time and in every time zone.
 *
 * @param files contents by name; a text is written as UTF-8
 */
export function createArchive(files: Readonly<Record<string, Uint8Array | string>>): Archive {
  const options: ZipOptions = {
    level: 9,
    os: UNIX,
    attrs: REGULAR_FILE_644 * 2 ** 16,
    // fflate prints local time, so the one local time that is the same text everywhere; zip starts in 1980.
    mtime: new Date(1980, 0, 1, 12),
  };
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  const contents = sorted.map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]);
  const zip = zipSync(Object.fromEntries(contents), options);
  return { zip, sha256: createHash('sha256').update(zip).digest('hex') };
}

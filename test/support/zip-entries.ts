/** What a zip says of a file beside its contents. */
export interface ZipEntry {
  readonly name: string;
  /** Local time of no particular zone: a zip knows none. */
  readonly modified: string;
  readonly madeOnUnix: boolean;
  readonly mode: number;
}

const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;

/**
 * Reads the directory of a zip that has no comment.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3.12 and 4.3.16
 */
export function zipEntries(zip: Uint8Array): ZipEntry[] {
  const bytes = Buffer.from(zip);
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('no end of directory');
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      modified: printDosTime(bytes.readUInt16LE(at + 14), bytes.readUInt16LE(at + 12)),
      madeOnUnix: bytes.readUInt8(at + 5) === 3,
      mode: bytes.readUInt32LE(at + 38) >>> 16,
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function printDosTime(date: number, time: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`;
  return `${day}T${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
}

const PLACEHOLDER = 'ARCHIVE';

/** `assets/NAME/HASH/HASH.zip`, where the asset's own hash is the first half of the archive's. */
const ASSET_PATH = /(assets\/[^/"]+\/)([0-9a-f]{32})\/\2[0-9a-f]{32}\.zip/g;

/** `SERVICE/HASH.zip` */
const OBJECT_NAME = /(?<![0-9a-f])[0-9a-f]{64}\.zip/g;

/**
 * Writes `ARCHIVE` where a synthesized stack names a handler's archive by its content.
 *
 * The archive holds the job logic, its packages and the handler of this library: a new version of any of them
 * changes its name, and nothing else of the stack.
 *
 * @param text a synthesized stack, or any part of it
 */
export function redactArchives(text: string): string {
  return text
    .replace(ASSET_PATH, `$1${PLACEHOLDER}/${PLACEHOLDER}.zip`)
    .replace(OBJECT_NAME, `${PLACEHOLDER}.zip`);
}

import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { zipSync } from 'fflate';
import { AUTH_LIBRARY, bundleOptions } from '../../src/handler/esbuild-options';
import { handlerEntry } from '../../src/handler/handler-entry';
import { sourceFiles } from '../../src/handler/handler-source';
import { JobLogic } from '../../src/handler/job-logic';
import { loadEsbuild } from '../../src/handler/load-esbuild';
import { handlerModule } from '../../src/handler/package-root';

/**
 * Makes the archive of a handler as somebody without this library does: one call of esbuild and one of fflate.
 *
 * The entry, the options and the files beside the bundle are those of the library.
 */
export function archiveByHand(logicFile: string, archiveFile: string): void {
  const contents = handlerEntry([['default', JobLogic.fromFile(logicFile)]], AUTH_LIBRARY);
  const stdin = { contents, resolveDir: dirname(handlerModule('main')) };
  const { outputFiles } = loadEsbuild().buildSync({ ...bundleOptions(), stdin });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const files = Object.entries(sourceFiles({ files: { 'index.js': code }, inputs: [] }));
  const contentsByName = files.map(([name, file]) => [name, Buffer.from(file)]);
  writeFileSync(archiveFile, zipSync(Object.fromEntries(contentsByName), { level: 9 }));
}

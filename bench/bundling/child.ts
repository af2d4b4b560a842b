/*
 * Bundles job logics into one handler, by the library or by one call of esbuild with the same options and inputs,
 * and prints how long that took, in milliseconds.
 *
 * Arguments: side, files with job logic.
 */
import { dirname } from 'node:path';
import { bundleHandler } from '../../src/handler/bundle';
import { AUTH_LIBRARY, bundleOptions } from '../../src/handler/esbuild-options';
import { handlerEntry } from '../../src/handler/handler-entry';
import { JobLogic } from '../../src/handler/job-logic';
import { loadEsbuild } from '../../src/handler/load-esbuild';
import { handlerModule } from '../../src/handler/package-root';

const [side, ...files] = process.argv.slice(2);
const entries = files.map((file, index): [string, JobLogic] => [`job-${index}`, JobLogic.fromFile(file)]);

const startMs = performance.now();
if (side === 'product') {
  bundleHandler(Object.fromEntries(entries));
} else {
  const stdin = { contents: handlerEntry(entries, AUTH_LIBRARY), resolveDir: dirname(handlerModule('main')) };
  loadEsbuild().buildSync({ ...bundleOptions(), stdin });
}
process.stdout.write(String(performance.now() - startMs));

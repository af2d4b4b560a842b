import { dirname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { handlerModule } from './package-root';

/** Google's auth library: what the handler depends on. */
export const AUTH_LIBRARY = 'google-auth-library';

/** The file of a handler's source that holds it. */
export const AUTH_LIBRARY_FILE = `${AUTH_LIBRARY}.js`;

/** The Node that handlers are built for and run on. */
const TARGET = 'node24';

/** What every build of job logic has in common. */
export const COMMON_OPTIONS = {
  bundle: true,
  platform: 'node',
  target: TARGET,
  write: false,
  metafile: true,
  sourcemap: false,
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'silent',
  // Of no influence on the output; without it, paths in it and in errors would count from the current
  // directory, which may not even exist.
  absWorkingDir: __dirname,
} as const satisfies BuildOptions;

/** One CommonJS file, the same bytes wherever the sources lie. */
export function bundleOptions() {
  const directory = dirname(handlerModule('main'));
  return {
    ...COMMON_OPTIONS,
    format: 'cjs',
    // esbuild names variables and module wrappers after paths, even after the name of the directory that
    // holds an index file, and prints paths in comments. Minified, none of it is left; and the handler
    // starts faster.
    minifyIdentifiers: true,
    minifyWhitespace: true,
    // Names of functions in stack traces, and of classes in errors.
    keepNames: true,
    // Node prints the line in which an uncaught error was thrown.
    lineLimit: 120,
    // What CommonJS has instead; ES modules of users and packages build `require` from these.
    banner: { js: `var __bundleUrl=require("node:url").pathToFileURL(__filename).href;` },
    define: {
      'import.meta.url': '__bundleUrl',
      'import.meta.filename': '__filename',
      'import.meta.dirname': '__dirname',
    },
    // Only the entry imports a file of this name beside the handler's modules; it is one of the source's files.
    external: [join(directory, AUTH_LIBRARY_FILE)] as string[],
    // Nothing is written there; what is external is imported by its path from there.
    outfile: join(directory, 'index.js'),
    // The handler half of this very package, whatever copy of it the job logic would find.
    alias: { 'cdktf-deduped-scheduler/handler': handlerModule('index') },
  } as const satisfies BuildOptions;
}

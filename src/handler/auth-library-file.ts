import { bundleModule, ENTRY, inputFile } from './bundled-module';
import { AUTH_LIBRARY } from './esbuild-options';
import { type Build, KeptBuilds } from './kept-builds';

/** Google's auth library in a file of its own, which every handler has beside its bundle. */
export interface AuthLibraryFile extends Build {
  /** A CommonJS module, the same bytes for the same packages wherever they lie. */
  readonly code: Uint8Array;
  /** Absolute path of the library's main module. */
  readonly main: string;
}

/**
 * What the library's packages take where they find it, and do without where not: a package of the user's, of any
 * version, which would make another archive of the same handler.
 */
const OPTIONAL = ['supports-color'];

const files = new KeptBuilds<AuthLibraryFile>();

/** Bundles the library, once in a process: it is four fifths of what a handler is made of. */
export function authLibraryFile(): AuthLibraryFile {
  return files.get(AUTH_LIBRARY, () => {
    const { text, metafile, inputs } = bundleModule(
      `module.exports = require(${JSON.stringify(AUTH_LIBRARY)});`,
      OPTIONAL,
    );
    const main = metafile.inputs[ENTRY]?.imports.find(({ original }) => original === AUTH_LIBRARY)?.path;
    if (main === undefined) throw new Error(`assumption failed: no ${AUTH_LIBRARY} in its own file`);
    // Its few ES modules stay as esbuild leaves them: no value of a run gets there, and to take them apart from
    // the CommonJS ones would cost more than all of this.
    return { code: Buffer.from(text), main: inputFile(main), inputs };
  });
}

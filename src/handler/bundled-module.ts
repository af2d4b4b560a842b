import { dirname, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundleOptions, COMMON_OPTIONS } from './esbuild-options';
import type { Build } from './kept-builds';
import { loadEsbuild } from './load-esbuild';
import { handlerModule } from './package-root';

/** A module and all that it imports, as esbuild put them into one file. */
export interface BundledModule extends Build {
  /** CommonJS. */
  readonly text: string;
  readonly metafile: Metafile;
}

/** What esbuild calls the module that it is handed as text. */
export const ENTRY = '<stdin>';

/**
 * Bundles a module that is given as text and imports as if it lay beside the handler's own.
 *
 * @param absent packages that are left out wherever they are installed: what imports them does without
 * @throws BuildFailure of esbuild
 */
export function bundleModule(contents: string, absent: readonly string[] = []): BundledModule {
  const options = bundleOptions();
  const { metafile, outputFiles } = loadEsbuild().buildSync({
    ...options,
    stdin: { contents, resolveDir: dirname(handlerModule('main')) },
    external: [...options.external, ...absent],
  });
  const inputs = Object.keys(metafile.inputs)
    .filter((name) => name !== ENTRY)
    .map(inputFile)
    .sort();
  return { text: outputFiles[0]?.text ?? '', metafile, inputs };
}

/** The absolute path of a file that the metafile names. */
export function inputFile(name: string): string {
  return resolve(COMMON_OPTIONS.absWorkingDir, name);
}

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse } from 'acorn';
import type { BuildFailure, Loader, Metafile } from 'esbuild';
import type { Problem } from '../problem';
import { inputFile } from './bundled-module';
import { commonJsDefault } from './commonjs-export';
import { notCallableDefault } from './default-export';
import { COMMON_OPTIONS } from './esbuild-options';
import { loadEsbuild } from './load-esbuild';

const FIX = 'write `export default async function (run) { … }`';
const INFRASTRUCTURE = 'cdktf-deduped-scheduler';

/**
 * What is wrong with the modules of some job logics, as far as it shows without running them.
 *
 * Their packages are not looked at, and what does not compile is left to the build of the bundle.
 */
export function checkLogicFiles(files: readonly string[]): Problem[] {
  const different = [...new Set(files)];
  return different.length === 0 ? [] : checkTogether(different);
}

/** One build for all of them: each build starts a process. */
function checkTogether(files: readonly string[]): Problem[] {
  try {
    const { metafile, outputFiles } = loadEsbuild().buildSync({
      ...COMMON_OPTIONS,
      entryPoints: files.map((file, index) => ({ in: file, out: String(index) })),
      outdir: '.',
      format: 'esm',
      packages: 'external',
    });
    const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
    const problems = files.flatMap((file, index) => {
      const name = `${index}.js`;
      const { entryPoint = '', exports = [] } = metafile.outputs[name] ?? {};
      const { format } = metafile.inputs[entryPoint] ?? {};
      return defaultExportProblems(file, { format, exports, text: texts.get(inputFile(name)) ?? '' });
    });
    return [...problems, ...infrastructureProblems(metafile)];
  } catch (error) {
    if (!Array.isArray((error as BuildFailure).errors)) throw error;
    return files.length === 1 ? [] : files.flatMap((file) => checkTogether([file]));
  }
}

/** What esbuild made of one logic. */
interface Output {
  readonly format: 'cjs' | 'esm' | undefined;
  readonly exports: readonly string[];
  readonly text: string;
}

function defaultExportProblems(file: string, { format, exports, text }: Output): Problem[] {
  if (format === 'cjs') return commonJsProblems(file);
  if (!exports.includes('default')) return [noDefault(file)];
  if (declaresDefaultFunction(text)) return [];
  const noun = notCallableDefault(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
  return noun === undefined ? [] : [notAFunction(file, noun)];
}

/** As nearly all do: to see it in esbuild's print saves parsing the module. */
function declaresDefaultFunction(text: string): boolean {
  const name = /^ {2}([\w$]+) as default,?$/m.exec(text)?.[1];
  return (
    name !== undefined &&
    new RegExp(`^(?:async )?function ${name.replaceAll('$', '\\$&')}\\(`, 'm').test(text)
  );
}

function commonJsProblems(file: string): Problem[] {
  const loader: Loader = /ts$/.test(extname(file)) ? 'ts' : 'js';
  const source = readFileSync(file, 'utf8');
  // As CommonJS: a module that forgot its `export` may have imports, and its package may say it is none.
  const { code } = loadEsbuild().transformSync(source, {
    loader,
    target: COMMON_OPTIONS.target,
    format: 'cjs',
  });
  const found = commonJsDefault(parse(code, { ecmaVersion: 'latest', sourceType: 'script' }));
  if (found.kind === 'none') return [noDefault(file)];
  return found.kind === 'not-callable' ? [notAFunction(file, found.noun)] : [];
}

/** Whether anything in a build imports the constructs. */
export function importsInfrastructure(metafile: Metafile): boolean {
  return infrastructureImporters(metafile).length > 0;
}

function infrastructureImporters({ inputs }: Metafile): string[] {
  return Object.entries(inputs)
    .filter(([, { imports }]) => imports.some(({ original, path }) => (original ?? path) === INFRASTRUCTURE))
    .map(([file]) => file);
}

function infrastructureProblems(metafile: Metafile): Problem[] {
  return infrastructureImporters(metafile).map((file) => ({
    prop: 'logic',
    must: 'leave the constructs out of the handler',
    got: `an import of '${INFRASTRUCTURE}' in ${inputFile(file)}`,
    fix: `import '${INFRASTRUCTURE}/handler'`,
  }));
}

function noDefault(file: string): Problem {
  return {
    prop: 'logic',
    must: 'have a default export',
    got: `none in ${file}`,
    fix: FIX,
  };
}

function notAFunction(file: string, noun: string): Problem {
  return {
    prop: 'logic',
    must: 'export a function by default',
    got: `${noun} in ${file}`,
    fix: FIX,
  };
}

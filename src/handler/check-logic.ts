import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { parse } from 'acorn';
import type { BuildFailure, Loader, Metafile } from 'esbuild';
import type { Problem } from '../problem';
import { commonJsDefault } from './commonjs-export';
import { notCallableDefault } from './default-export';
import { COMMON_OPTIONS } from './esbuild-options';
import { loadEsbuild } from './load-esbuild';

const FIX = 'write `export default async function (run) { … }`';
const INFRASTRUCTURE = 'cdktf-deduped-scheduler';

/**
 * What is wrong with the module of a job logic, as far as it shows without running it.
 *
 * Its packages are not looked at, and what does not compile is left to the build of the bundle.
 */
export function checkLogic(file: string): Problem[] {
  try {
    const { metafile, outputFiles } = loadEsbuild().buildSync({
      ...COMMON_OPTIONS,
      entryPoints: [file],
      outdir: '.',
      format: 'esm',
      packages: 'external',
    });
    const text = outputFiles[0]?.text ?? '';
    return [...defaultExportProblems(file, metafile, text), ...infrastructureProblems(metafile)];
  } catch (error) {
    if (Array.isArray((error as BuildFailure).errors)) return [];
    throw error;
  }
}

function defaultExportProblems(file: string, metafile: Metafile, text: string): Problem[] {
  const [output] = Object.values(metafile.outputs);
  const { format } = metafile.inputs[output?.entryPoint ?? ''] ?? {};
  if (format === 'cjs') return commonJsProblems(file);
  if (!output?.exports.includes('default')) return [noDefault(file)];
  const noun = notCallableDefault(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
  return noun === undefined ? [] : [notAFunction(file, noun)];
}

function commonJsProblems(file: string): Problem[] {
  const loader: Loader = /ts$/.test(extname(file)) ? 'ts' : 'js';
  const source = readFileSync(file, 'utf8');
  const { code } = loadEsbuild().transformSync(source, { loader, target: COMMON_OPTIONS.target });
  const found = commonJsDefault(parse(code, { ecmaVersion: 'latest', sourceType: 'script' }));
  if (found.kind === 'none') return [noDefault(file)];
  return found.kind === 'not-callable' ? [notAFunction(file, found.noun)] : [];
}

function infrastructureProblems({ inputs }: Metafile): Problem[] {
  return Object.entries(inputs)
    .filter(([, { imports }]) => imports.some(({ original, path }) => (original ?? path) === INFRASTRUCTURE))
    .map(([file]) => ({
      prop: 'logic',
      must: 'leave the constructs out of the handler',
      got: `an import of '${INFRASTRUCTURE}' in ${resolve(COMMON_OPTIONS.absWorkingDir, file)}`,
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

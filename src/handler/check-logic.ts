import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { parse } from 'acorn';
import type { BuildFailure, Loader, Metafile } from 'esbuild';
import type { Problem } from '../problem';
import { commonJsDefault } from './commonjs-export';
import { notCallableDefault } from './default-export';
import { COMMON_OPTIONS } from './esbuild-options';
import type { JobLogic } from './job-logic';
import { loadEsbuild } from './load-esbuild';

const FIX = 'write `export default async function (run) { … }`';
const INFRASTRUCTURE = 'cdktf-deduped-scheduler';

/**
 * What is wrong with the module of a job logic, as far as it shows without running it.
 *
 * Its packages are not looked at, and what does not compile is left to the build of the bundle.
 */
export function checkLogic(logic: JobLogic): Problem[] {
  try {
    const { metafile, outputFiles } = loadEsbuild().buildSync({
      ...COMMON_OPTIONS,
      entryPoints: [logic.file],
      outdir: '.',
      format: 'esm',
      packages: 'external',
    });
    const text = outputFiles[0]?.text ?? '';
    return [...defaultExportProblems(logic, metafile, text), ...infrastructureProblems(metafile)];
  } catch (error) {
    if (Array.isArray((error as BuildFailure).errors)) return [];
    throw error;
  }
}

function defaultExportProblems(logic: JobLogic, metafile: Metafile, text: string): Problem[] {
  const [output] = Object.values(metafile.outputs);
  const { format } = metafile.inputs[output?.entryPoint ?? ''] ?? {};
  if (format === 'cjs') return commonJsProblems(logic);
  if (!output?.exports.includes('default')) return [noDefault(logic)];
  const noun = notCallableDefault(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
  return noun === undefined ? [] : [notAFunction(logic, noun)];
}

function commonJsProblems(logic: JobLogic): Problem[] {
  const loader: Loader = /ts$/.test(extname(logic.file)) ? 'ts' : 'js';
  const source = readFileSync(logic.file, 'utf8');
  const { code } = loadEsbuild().transformSync(source, { loader, target: COMMON_OPTIONS.target });
  const found = commonJsDefault(parse(code, { ecmaVersion: 'latest', sourceType: 'script' }));
  if (found.kind === 'none') return [noDefault(logic)];
  return found.kind === 'not-callable' ? [notAFunction(logic, found.noun)] : [];
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

function noDefault(logic: JobLogic): Problem {
  return {
    prop: 'logic',
    must: 'have a default export',
    got: `none in ${logic.file}`,
    fix: FIX,
  };
}

function notAFunction(logic: JobLogic, noun: string): Problem {
  return {
    prop: 'logic',
    must: 'export a function by default',
    got: `${noun} in ${logic.file}`,
    fix: FIX,
  };
}

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
 * What is wrong with the modules of some job logics, as far as it shows without running them.
 *
 * Their packages are not looked at, and what does not compile is left to the build of the bundle.
 */
export function checkLogics(logics: readonly JobLogic[]): Problem[] {
  const byFile = new Map(logics.map((logic) => [logic.file, logic]));
  return checkTogether([...byFile.values()]);
}

/** One build for all of them: each build starts a process. */
function checkTogether(logics: readonly JobLogic[]): Problem[] {
  try {
    const { metafile, outputFiles } = loadEsbuild().buildSync({
      ...COMMON_OPTIONS,
      entryPoints: logics.map(({ file }, index) => ({ in: file, out: String(index) })),
      outdir: '.',
      format: 'esm',
      packages: 'external',
    });
    const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
    const problems = logics.flatMap((logic, index) => {
      const name = `${index}.js`;
      const { entryPoint = '', exports = [] } = metafile.outputs[name] ?? {};
      const { format } = metafile.inputs[entryPoint] ?? {};
      return defaultExportProblems(logic, { format, exports, text: texts.get(absolute(name)) ?? '' });
    });
    return [...problems, ...infrastructureProblems(metafile)];
  } catch (error) {
    if (!Array.isArray((error as BuildFailure).errors)) throw error;
    return logics.length === 1 ? [] : logics.flatMap((logic) => checkTogether([logic]));
  }
}

/** What esbuild made of one logic. */
interface Output {
  readonly format: 'cjs' | 'esm' | undefined;
  readonly exports: readonly string[];
  readonly text: string;
}

function defaultExportProblems(logic: JobLogic, { format, exports, text }: Output): Problem[] {
  if (format === 'cjs') return commonJsProblems(logic);
  if (!exports.includes('default')) return [noDefault(logic)];
  if (declaresDefaultFunction(text)) return [];
  const noun = notCallableDefault(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
  return noun === undefined ? [] : [notAFunction(logic, noun)];
}

/** As nearly all do: to see it in esbuild's print saves parsing the module. */
function declaresDefaultFunction(text: string): boolean {
  const name = /^ {2}([\w$]+) as default,?$/m.exec(text)?.[1];
  return (
    name !== undefined &&
    new RegExp(`^(?:async )?function ${name.replaceAll('$', '\\$&')}\\(`, 'm').test(text)
  );
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
      got: `an import of '${INFRASTRUCTURE}' in ${absolute(file)}`,
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

function absolute(path: string): string {
  return resolve(COMMON_OPTIONS.absWorkingDir, path);
}

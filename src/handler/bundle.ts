import type { BuildFailure, Metafile } from 'esbuild';
import { ConfigurationError } from '../configuration-error';
import type { Problem } from '../problem';
import { authLibraryFile } from './auth-library-file';
import { buildProblems } from './build-problems';
import { type BundledModule, bundleModule, inputFile } from './bundled-module';
import { checkLogicFiles, importsInfrastructure } from './check-logic';
import { AUTH_LIBRARY, AUTH_LIBRARY_FILE } from './esbuild-options';
import { handlerEntry, proxiesEntry } from './handler-entry';
import { type Build, KeptBuilds } from './kept-builds';
import type { BundledLogic } from './logic-source';
import { showDefaultFunctions } from './shown-defaults';
import { strictBundle } from './strict-bundle';

/** All code of a handler. */
export interface HandlerBundle extends Build {
  /**
   * By file name, the same bytes for the same sources wherever they lie: `index.js`, a CommonJS module that exports
   * `handler`, and Google's auth library, unless job logic has it in `index.js`.
   */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** An instance reads its bundle before its first claim, within the time that the timing rules allow for it. */
const LARGEST_BUNDLE_MIB = 20;

const bundles = new KeptBuilds<HandlerBundle>();

/**
 * Bundles the handler with its job logics, and refuses what cannot be job logic.
 *
 * The same logics are bundled once in a process, until one of the files changes.
 *
 * @param logics by the names that the jobs' settings give them
 * @throws ConfigurationError with every problem of every logic
 */
export function bundleHandler(logics: Readonly<Record<string, BundledLogic>>): HandlerBundle {
  const entries = Object.entries(logics).sort(([a], [b]) => (a < b ? -1 : 1));
  const files = new Map(
    entries.flatMap(([name, { source }]) => (source.kind === 'file' ? [[name, source.file]] : [])),
  );
  return bundled((authLibrary) => handlerEntry(entries, authLibrary), files);
}

/** Bundles a handler with every kind of built-in job logic. */
export function bundleProxies(): HandlerBundle {
  return bundled(proxiesEntry, new Map());
}

/** The entry of a handler that loads the auth library by this name. */
type EntryWith = (authLibrary: string) => string;

/** The modules of users' job logics, by name. */
type LogicFiles = ReadonlyMap<string, string>;

function bundled(entryWith: EntryWith, files: LogicFiles): HandlerBundle {
  return bundles.get(entryWith(AUTH_LIBRARY), () => build(entryWith, files));
}

function build(entryWith: EntryWith, files: LogicFiles): HandlerBundle {
  const problems: Problem[] = [];
  try {
    const library = authLibraryFile();
    let handler = bundleModule(entryWith(`./${AUTH_LIBRARY_FILE}`));
    const isApart = !handler.inputs.includes(library.main);
    // Job logic that imports the same library shares it with the handler, rather than to have both load a copy.
    if (!isApart) handler = bundleModule(entryWith(AUTH_LIBRARY));
    const bytes = Buffer.byteLength(handler.text) + (isApart ? library.code.length : 0);
    problems.push(...logicProblems(handler, files), ...sizeProblems(bytes, handler.metafile));
    if (problems.length === 0) {
      const code = Buffer.from(strictBundle(handler));
      if (!isApart) return { files: { 'index.js': code }, inputs: handler.inputs };
      const inputs = [...new Set([...handler.inputs, ...library.inputs])].sort();
      return { files: { 'index.js': code, [AUTH_LIBRARY_FILE]: library.code }, inputs };
    }
  } catch (error) {
    if (!Array.isArray((error as BuildFailure).errors)) throw error;
    problems.push(...modulesProblems(files), ...buildProblems((error as BuildFailure).errors));
  }
  throw new ConfigurationError(problems);
}

function sizeProblems(bytes: number, { outputs }: Metafile): Problem[] {
  if (bytes <= LARGEST_BUNDLE_MIB * 2 ** 20) return [];
  const parts = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const [largest] = parts.sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
  return [
    {
      prop: 'logic',
      must: `fit into a bundle of ${LARGEST_BUNDLE_MIB} MiB, so that the handler starts in time`,
      got: `${Math.ceil(bytes / 2 ** 20)} MiB`,
      fix: `import less; the largest file is ${inputFile(largest?.[0] ?? '')}`,
    },
  ];
}

function logicProblems(handler: BundledModule, files: LogicFiles): Problem[] {
  const isGood = showDefaultFunctions(handler, files) && !importsInfrastructure(handler.metafile);
  return isGood ? [] : modulesProblems(files);
}

/** Two logics may share a module that has a problem. */
function modulesProblems(files: LogicFiles): Problem[] {
  const problems = checkLogicFiles([...files.values()]);
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

import type { BuildFailure, Metafile } from 'esbuild';
import { ConfigurationError } from '../configuration-error';
import type { Problem } from '../problem';
import { authLibraryFile } from './auth-library-file';
import { buildProblems } from './build-problems';
import { bundleModule, inputFile } from './bundled-module';
import { checkLogicFiles } from './check-logic';
import { AUTH_LIBRARY, AUTH_LIBRARY_FILE } from './esbuild-options';
import { handlerEntry, proxiesEntry } from './handler-entry';
import { type Build, KeptBuilds } from './kept-builds';
import type { BundledLogic } from './logic-source';
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
  const files = entries.flatMap(([, { source }]) => (source.kind === 'file' ? [source.file] : []));
  return bundled(
    (authLibrary) => handlerEntry(entries, authLibrary),
    () => unique(checkLogicFiles(files)),
  );
}

/** Bundles a handler with every kind of built-in job logic. */
export function bundleProxies(): HandlerBundle {
  return bundled(proxiesEntry, () => []);
}

/** The entry of a handler that loads the auth library by this name. */
type EntryWith = (authLibrary: string) => string;

function bundled(entryWith: EntryWith, problemsOfModules: () => Problem[]): HandlerBundle {
  return bundles.get(entryWith(AUTH_LIBRARY), () => build(entryWith, problemsOfModules()));
}

function build(entryWith: EntryWith, problems: Problem[]): HandlerBundle {
  try {
    const library = authLibraryFile();
    let handler = bundleModule(entryWith(`./${AUTH_LIBRARY_FILE}`));
    const isApart = !handler.inputs.includes(library.main);
    // Job logic that imports the same library shares it with the handler, rather than to have both load a copy.
    if (!isApart) handler = bundleModule(entryWith(AUTH_LIBRARY));
    const bytes = Buffer.byteLength(handler.text) + (isApart ? library.code.length : 0);
    problems.push(...sizeProblems(bytes, handler.metafile));
    if (problems.length === 0) {
      const code = Buffer.from(strictBundle(handler));
      if (!isApart) return { files: { 'index.js': code }, inputs: handler.inputs };
      const inputs = [...new Set([...handler.inputs, ...library.inputs])].sort();
      return { files: { 'index.js': code, [AUTH_LIBRARY_FILE]: library.code }, inputs };
    }
  } catch (error) {
    if (!Array.isArray((error as BuildFailure).errors)) throw error;
    problems.push(...buildProblems((error as BuildFailure).errors));
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

/** Two logics may share a module that has a problem. */
function unique(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

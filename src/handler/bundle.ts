import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { BuildFailure, Metafile } from 'esbuild';
import { ConfigurationError } from '../configuration-error';
import type { Problem } from '../problem';
import { buildProblems } from './build-problems';
import { checkLogicFiles } from './check-logic';
import { bundleOptions, COMMON_OPTIONS } from './esbuild-options';
import { handlerEntry, proxiesEntry } from './handler-entry';
import { loadEsbuild } from './load-esbuild';
import type { BundledLogic } from './logic-source';
import { handlerModule } from './package-root';
import { withStrictModules } from './strict-modules';

/** All code of a handler in one file. */
export interface HandlerBundle {
  /** A CommonJS module that exports `handler`, the same bytes for the same sources wherever they lie. */
  readonly code: Uint8Array;
  /** Absolute paths of the files that it was made of, in the order of their names. */
  readonly inputs: readonly string[];
}

/** An instance reads its bundle before its first claim, within the time that the timing rules allow for it. */
const LARGEST_BUNDLE_MIB = 20;

interface CachedBundle {
  readonly bundle: HandlerBundle;
  readonly versions: readonly (string | undefined)[];
}

const bundles = new Map<string, CachedBundle>();

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
  return bundled(handlerEntry(entries), () => unique(checkLogicFiles(files)));
}

/** Bundles a handler with every kind of built-in job logic. */
export function bundleProxies(): HandlerBundle {
  return bundled(proxiesEntry(), () => []);
}

function bundled(entry: string, problemsOfModules: () => Problem[]): HandlerBundle {
  const cached = bundles.get(entry);
  if (cached !== undefined && isCurrent(cached)) return cached.bundle;
  const bundle = build(entry, problemsOfModules());
  bundles.set(entry, { bundle, versions: bundle.inputs.map(versionOf) });
  return bundle;
}

function build(contents: string, problems: Problem[]): HandlerBundle {
  try {
    const { metafile, outputFiles } = loadEsbuild().buildSync({
      ...bundleOptions(),
      stdin: { contents, resolveDir: dirname(handlerModule('main')) },
    });
    const output = outputFiles[0];
    problems.push(...sizeProblems(output?.contents.length ?? 0, metafile));
    if (problems.length === 0) {
      return { code: Buffer.from(withStrictModules(output?.text ?? '')), inputs: inputsOf(metafile) };
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
      fix: `import less; the largest file is ${absolute(largest?.[0] ?? '')}`,
    },
  ];
}

/** Two logics may share a module that has a problem. */
function unique(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function inputsOf({ inputs }: Metafile): string[] {
  return Object.keys(inputs)
    .filter((name) => name !== '<stdin>')
    .map(absolute)
    .sort();
}

function absolute(path: string): string {
  return resolve(COMMON_OPTIONS.absWorkingDir, path);
}

function isCurrent({ bundle, versions }: CachedBundle): boolean {
  return bundle.inputs.every((file, index) => versionOf(file) === versions[index]);
}

function versionOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.mtimeNs}/${stat.size}`;
}

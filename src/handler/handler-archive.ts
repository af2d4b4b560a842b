import type * as Bundling from './bundle';
import type * as Archiving from './handler-source';
import type { JobLogic } from './job-logic';

/** The archive of a handler on this machine's disk. */
export interface HandlerArchive {
  /** Absolute path of the zip, until the process ends. */
  readonly path: string;
  /** Of the zip: 64 lower-case hex digits. */
  readonly sha256: string;
}

/** Makes the archive of a handler from its job logics, by name. */
export type ArchiveMaker = (logics: Readonly<Record<string, JobLogic>>) => HandlerArchive;

const archives = new WeakMap<Bundling.HandlerBundle, HandlerArchive>();
let makeArchive: ArchiveMaker = bundledArchive;

/**
 * Bundles and zips a handler with its job logics, once for the same logics.
 *
 * @param logics by the names that the jobs' settings give them
 * @throws ConfigurationError with every problem of every logic
 */
export function handlerArchive(logics: Readonly<Record<string, JobLogic>>): HandlerArchive {
  return makeArchive(logics);
}

/**
 * Has archives made otherwise from now on, for unit tests that need none.
 *
 * @returns the maker that was in use, to be put back
 */
export function replaceArchiveMaker(maker: ArchiveMaker): ArchiveMaker {
  const before = makeArchive;
  makeArchive = maker;
  return before;
}

function bundledArchive(logics: Readonly<Record<string, JobLogic>>): HandlerArchive {
  // With their parser and their archiver, half of what a handler needs at synth: not for apps that only import it.
  const { bundleHandler } = require('./bundle') as typeof Bundling;
  const { buildArchive, writeArchive } = require('./handler-source') as typeof Archiving;
  const bundle = bundleHandler(logics);
  const made = archives.get(bundle);
  if (made !== undefined) return made;
  const archive = buildArchive(bundle);
  const written = { path: writeArchive(archive), sha256: archive.sha256 };
  archives.set(bundle, written);
  return written;
}

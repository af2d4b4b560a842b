import { bundleHandler, type HandlerBundle } from './bundle';
import { buildArchive, writeArchive } from './handler-source';
import type { JobLogic } from './job-logic';

/** The archive of a handler on this machine's disk. */
export interface HandlerArchive {
  /** Absolute path of the zip, until the process ends. */
  readonly path: string;
  /** Of the zip: 64 lower-case hex digits. */
  readonly sha256: string;
}

const archives = new WeakMap<HandlerBundle, HandlerArchive>();

/**
 * Bundles and zips a handler with its job logics, once for the same logics.
 *
 * @param logics by the names that the jobs' settings give them
 * @throws ConfigurationError with every problem of every logic
 */
export function handlerArchive(logics: Readonly<Record<string, JobLogic>>): HandlerArchive {
  const bundle = bundleHandler(logics);
  const made = archives.get(bundle);
  if (made !== undefined) return made;
  const archive = buildArchive(bundle);
  const written = { path: writeArchive(archive), sha256: archive.sha256 };
  archives.set(bundle, written);
  return written;
}

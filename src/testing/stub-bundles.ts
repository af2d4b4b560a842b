import { ConfigurationError } from '../configuration-error';
import { createArchive } from '../handler/archive';
import { checkLogicFiles } from '../handler/check-logic';
import { type HandlerArchive, replaceArchiveMaker } from '../handler/handler-archive';
import { writeArchive } from '../handler/handler-source';
import type { JobLogic } from '../handler/job-logic';

/** Handlers are not bundled until it is restored. */
export interface BundleStub {
  /** Has handlers bundled again as before. */
  restore(): void;
}

/**
 * Gives every handler one tiny archive in place of its bundle, for fast unit tests of a stack.
 *
 * A module that has no function as its default export is still refused; packages that it imports are not
 * looked for. Such a stack must not be deployed.
 *
 * @example
 * let bundles: BundleStub;
 * beforeAll(() => { bundles = stubBundles(); });
 * afterAll(() => bundles.restore());
 */
export function stubBundles(): BundleStub {
  const before = replaceArchiveMaker(stubArchive);
  return {
    restore() {
      replaceArchiveMaker(before);
    },
  };
}

function stubArchive(logics: Readonly<Record<string, JobLogic>>): HandlerArchive {
  const files = Object.values(logics).flatMap(({ source }) => (source.kind === 'file' ? [source.file] : []));
  const problems = checkLogicFiles(files);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const archive = createArchive({ 'index.js': '// A stub: nothing was bundled.\n' });
  return { path: writeArchive(archive), sha256: archive.sha256 };
}

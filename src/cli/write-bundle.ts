import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '../configuration-error';
import { bundleHandler, bundleProxies, type HandlerBundle } from '../handler/bundle';
import { sourceFiles } from '../handler/handler-source';
import { findLogicFile } from '../handler/logic-file';
import type { BundledLogic } from '../handler/logic-source';
import type { Problem } from '../problem';

/** @param code names of the files that hold it */
function dockerfile(code: readonly string[]): string {
  return `FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /handler
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY ${code.join(' ')} ./
USER node
CMD ["node", "index.js"]
`;
}

/**
 * Bundles job logics and writes what an image of their handler is built from.
 *
 * @param files of the logics by name; relative to the current directory
 * @param directory is made where it does not exist
 * @returns the names of the files that were written
 * @throws ConfigurationError with every problem of every logic, before anything is written
 */
export function writeBundle(files: ReadonlyMap<string, string>, directory: string): string[] {
  return writeSource(bundleHandler(logicsOf(files)), directory);
}

/** Writes the same for a handler of proxies, whichever they are. */
export function writeProxyBundle(directory: string): string[] {
  return writeSource(bundleProxies(), directory);
}

function writeSource(bundle: HandlerBundle, directory: string): string[] {
  const contents = { ...sourceFiles(bundle), Dockerfile: dockerfile(Object.keys(bundle.files)) };
  mkdirSync(directory, { recursive: true });
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(directory, name), content);
  return Object.keys(contents);
}

function logicsOf(files: ReadonlyMap<string, string>): Record<string, BundledLogic> {
  const problems: Problem[] = [];
  const logics: [string, BundledLogic][] = [];
  for (const [name, file] of files) {
    try {
      logics.push([name, { source: { kind: 'file', file: findLogicFile(resolve(file)) } }]);
    } catch (error) {
      if (!ConfigurationError.is(error)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.fromEntries(logics);
}

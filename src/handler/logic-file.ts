import { statSync } from 'node:fs';
import { isAbsolute, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../configuration-error';

/** What each extension of a TypeScript module becomes when it is compiled. */
const COMPILED: Readonly<Record<string, string>> = { '.ts': '.js', '.mts': '.mjs', '.cts': '.cjs' };

const MODULE_NAME = /\.[mc]?[jt]s$/;

/**
 * Finds the module of a job logic; where an app is compiled before it runs, the `.js` beside which a `.ts` lay.
 *
 * @returns its absolute path
 * @throws ConfigurationError where there is none
 */
export function findLogicFile(path: string | URL): string {
  const wanted = absolutePath(path);
  if (!MODULE_NAME.test(wanted)) {
    throw refusal('be a TypeScript or JavaScript module (.ts, .mts, .cts, .js, .mjs or .cjs)', wanted);
  }
  const compiled = wanted.replace(/\.[mc]?ts$/, (extension) => COMPILED[extension] ?? extension);
  const file = [wanted, compiled].find(isFile);
  if (file === undefined) {
    const also = compiled === wanted ? '' : `, nor is there a compiled ${compiled}`;
    throw refusal('be a file that exists', `${wanted}${also}`);
  }
  return file;
}

const ABSOLUTE = 'be an absolute path or a file: URL';

function absolutePath(path: unknown): string {
  if (path instanceof URL || (typeof path === 'string' && path.startsWith('file:'))) return pathOfUrl(path);
  if (typeof path !== 'string') {
    throw refusal(ABSOLUTE, path === null ? 'null' : `a value of type ${typeof path}`);
  }
  if (path.includes('\0')) throw refusal('hold no NUL character', JSON.stringify(path));
  if (isAbsolute(path)) return path;
  // A path of another system cannot be made absolute by a directory of this one.
  if (path === '' || win32.isAbsolute(path)) throw refusal(ABSOLUTE, JSON.stringify(path));
  const name = JSON.stringify(`./${path}`.replace(/^\.\/(?=\.)/, ''));
  throw refusal(
    ABSOLUTE,
    JSON.stringify(path),
    `write path.join(__dirname, ${name}), or new URL(${name}, import.meta.url) in an ES module`,
  );
}

function pathOfUrl(text: string | URL): string {
  try {
    return fileURLToPath(text);
  } catch {
    throw refusal('be a file: URL of this machine', String(text));
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function refusal(must: string, got: string, fix?: string): ConfigurationError {
  return new ConfigurationError([{ prop: 'logic', must, got, fix }]);
}

import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../configuration-error';

/** What each extension of a TypeScript module becomes when it is compiled. */
const COMPILED: Readonly<Record<string, string>> = { '.ts': '.js', '.mts': '.mjs', '.cts': '.cjs' };

const MODULE_NAME = /\.[mc]?[jt]s$/;

/**
 * The work of a job: a module whose default export is a `JobFunction`.
 *
 * It is bundled at synth and never run there.
 */
export class JobLogic {
  /**
   * Job logic in a TypeScript or JavaScript module of its own.
   *
   * Where an app is compiled before it runs, a `.ts` path finds the `.js` beside which it lay.
   *
   * @param path an absolute path or a `file:` URL; a relative path would depend on the current directory
   * @example
   * JobLogic.fromFile(path.join(__dirname, 'jobs/nightly-invoices.ts'))
   * @example
   * JobLogic.fromFile(new URL('./jobs/nightly-invoices.ts', import.meta.url))
   */
  static fromFile(path: string | URL): JobLogic {
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
    return new JobLogic(file);
  }

  private constructor(
    /** Absolute path of the module. */
    readonly file: string,
  ) {}
}

function absolutePath(path: unknown): string {
  if (path instanceof URL || (typeof path === 'string' && path.startsWith('file:'))) {
    const url = new URL(path);
    if (url.protocol !== 'file:') throw refusal('be a file: URL', url.href);
    return fileURLToPath(url);
  }
  if (typeof path !== 'string') {
    throw refusal(
      'be an absolute path or a file: URL',
      path === null ? 'null' : `a value of type ${typeof path}`,
    );
  }
  if (!isAbsolute(path)) {
    const name = JSON.stringify(`./${path}`.replace(/^\.\/(?=\.)/, ''));
    throw refusal(
      'be an absolute path or a file: URL',
      JSON.stringify(path),
      `write path.join(__dirname, ${name}), or new URL(${name}, import.meta.url) in an ES module`,
    );
  }
  return path;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function refusal(must: string, got: string, fix?: string): ConfigurationError {
  return new ConfigurationError([{ prop: 'logic', must, got, fix }]);
}

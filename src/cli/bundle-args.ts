import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { JOB_SETTINGS_DEFAULTS } from '../contract/job-settings';
import { LOGIC_NAME } from '../handler/logic-name';

/** What the command was asked for. */
export interface BundleRequest {
  readonly help: boolean;
  /** The directory to write to, as it was given. */
  readonly out: string;
  /** The files of the job logics, as they were given, by the names that jobs give in `logicName`. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether the handler is one for proxies, and has no files. */
  readonly proxies: boolean;
}

const HELP_REQUEST: BundleRequest = { help: true, out: '', files: new Map(), proxies: false };
const FLAGS = ['out', 'logic', 'proxies'];

/** Reads the arguments of `bundle`, or says everything that is wrong with them. */
export function parseBundleArgs(
  args: readonly string[],
): { request: BundleRequest; errors: [] } | { request?: undefined; errors: string[] } {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    // Not strict, so that all wrong flags are told at once.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      out: { type: 'string' },
      logic: { type: 'string', multiple: true },
      proxies: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return { request: HELP_REQUEST, errors: [] };
  const errors = tokens.flatMap((token) =>
    token.kind === 'option' && !FLAGS.includes(token.name)
      ? [`${token.rawName} is no flag of this command`]
      : [],
  );
  const { out, proxies } = values;
  if (typeof out !== 'string' || out === '') errors.push('--out must be given, such as --out build/handler');
  const given = values.logic ?? [];
  const isOnlyFile = given.length === 0 && positionals.length === 1;
  const logics = [...given.map(named), ...positionals.map((file) => unnamed(file, isOnlyFile))];
  const isForProxies = proxies !== undefined;
  if (proxies !== undefined && proxies !== true) errors.push('--proxies takes no value');
  if (isForProxies && logics.length > 0) {
    errors.push('--proxies takes no files: proxies have a handler of their own');
  } else if (!isForProxies && logics.length === 0) {
    errors.push('at least one file must be given, such as jobs/nightly-invoices.ts, or --proxies');
  }
  const files = new Map<string, string>();
  for (const { name, file } of logics) {
    if (file === '') errors.push(`--logic must be NAME=FILE, got '${name}'`);
    else if (!LOGIC_NAME.pattern.test(name)) errors.push(`${file} must ${LOGIC_NAME.must}, got '${name}'`);
    else if (files.has(name))
      errors.push(`'${name}' names ${files.get(name)} already: write --logic NAME=${file}`);
    files.set(name, file);
  }
  if (errors.length > 0) return { errors };
  return { request: { help: false, out: out as string, files, proxies: isForProxies }, errors: [] };
}

interface NamedFile {
  readonly name: string;
  readonly file: string;
}

/** `invoices=jobs/invoices.ts`; a flag without a value reads as `true`. */
function named(text: string | boolean): NamedFile {
  const [name = '', ...rest] = String(text).split('=');
  return { name, file: rest.join('=') };
}

/** The only logic of a handler has the name that jobs need not give; one of several is called as its file is. */
function unnamed(file: string, isOnlyFile: boolean): NamedFile {
  const name = isOnlyFile ? JOB_SETTINGS_DEFAULTS.logic : basename(file).replace(/\.[mc]?[jt]s$/, '');
  return { name, file };
}

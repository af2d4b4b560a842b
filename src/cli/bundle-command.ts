import { ConfigurationError } from '../configuration-error';
import { JOB_SETTINGS_DEFAULTS } from '../contract/job-settings';
import { type BundleRequest, parseBundleArgs } from './bundle-args';
import { type Command, EXIT, type Terminal } from './command';
import { writeBundle, writeProxyBundle } from './write-bundle';

const HELP = `Usage: deduped-scheduler bundle --out DIRECTORY FILE...
       deduped-scheduler bundle --out DIRECTORY --logic NAME=FILE...
       deduped-scheduler bundle --out DIRECTORY --proxies

Writes what the image of a handler is built from: the bundle of its job logics, the packages of its host and a
Dockerfile. For handlers that Google builds from source none of it is needed.

  --out DIRECTORY    is made where it does not exist; files of the same names are overwritten
  FILE               a module whose default export is the work of a job. The name that jobs give in logicName
                     is the file's own without its extension; a single file needs none
  --logic NAME=FILE  the same under another name
  --proxies          for proxies (JobLogic.workflowExecution and others) instead of modules: any of them, under any
                     name, as the props of CloudRunImage say
  --help             prints this

Exit code: 0 written, 1 the job logic has problems, 2 the command was not understood.`;

/** Writes the bundle of a handler and a Dockerfile, for `CloudRunImage`. */
export const bundleCommand: Command = {
  summary: 'writes what the image of a handler is built from',
  run(args, terminal) {
    const { request, errors } = parseBundleArgs(args);
    if (request === undefined) {
      for (const text of errors) tell(terminal, text);
      terminal.error('deduped-scheduler bundle --help tells more.');
      return EXIT.USAGE;
    }
    if (request.help) {
      terminal.out(HELP);
      return EXIT.OK;
    }
    return write(request, terminal);
  },
};

function write({ files, out, proxies }: BundleRequest, terminal: Terminal): number {
  try {
    const written = proxies ? writeProxyBundle(out) : writeBundle(files, out);
    terminal.out(`${out}: ${written.join(', ')}`);
    const names = [...files.keys()];
    if (proxies) {
      terminal.out('for CloudRunImage: proxies: JobLogic.workflowExecution({ … }) or others');
    } else if (names.join() !== JOB_SETTINGS_DEFAULTS.logic) {
      terminal.out(`for CloudRunImage: logicNames: [${names.map((name) => `'${name}'`).join(', ')}]`);
    }
    return EXIT.OK;
  } catch (error) {
    if (ConfigurationError.is(error)) {
      for (const line of error.message.split('\n')) tell(terminal, line);
    } else if (isSystemError(error)) {
      tell(terminal, `${out} cannot be written to: ${error.message}`);
    } else {
      throw error;
    }
    return EXIT.FAILED;
  }
}

function tell({ error }: Terminal, text: string): void {
  error(`deduped-scheduler bundle: ${text}`);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

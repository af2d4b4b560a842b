import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommand } from '../../src/cli/bundle-command';
import { encodeJobs, encodeStore } from '../../src/contract/environment';
import { HEADER } from '../../src/contract/header-names';
import { JOB_SETTINGS_DEFAULTS } from '../../src/contract/job-settings';
import { createArchive } from '../../src/handler/archive';
import { startFirestoreStandIn } from '../support/firestore-stand-in';
import { startFunctionHost } from '../support/function-host';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'jobs/invoices.ts': "export default async () => ({ from: 'invoices' });",
  'jobs/reports.ts': "export default async () => ({ from: 'reports' });",
  'jobs/no-default.ts': 'export const reports = async () => {};',
  'jobs/two words.ts': 'export default async () => {};',
  'a-file': '',
});

afterAll(() => project.remove());

const INVOICES = project.path('jobs/invoices.ts');
const REPORTS = project.path('jobs/reports.ts');

function bundle(...args: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = bundleCommand.run(args, {
    columns: 80,
    out: (text) => out.push(text),
    error: (text) => errors.push(text),
  });
  return { code, out, errors };
}

const job = {
  ...JOB_SETTINGS_DEFAULTS,
  project: 'acme-billing',
  location: 'europe-west1',
  jobName: 'nightly-reports',
  logic: 'reports',
  timeoutSeconds: 20,
  leaseSeconds: 40,
  retentionSeconds: 1_000_000_000,
  retryWindowSeconds: 60,
};
const store = {
  kind: 'firestore',
  project: 'acme-billing',
  database: 'scheduler',
  collection: 'scheduler_runs',
} as const;

describe('bundleCommand', () => {
  test('writes a server that Node starts and that answers a delivery', async () => {
    const directory = project.path('build/several');
    const result = bundle('--out', directory, INVOICES, REPORTS);
    const files = readdirSync(directory).toSorted();
    const { zip } = createArchive(
      Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name))])),
    );
    const firestore = await startFirestoreStandIn();
    const handler = await startFunctionHost({
      zip,
      host: 'plain',
      env: {
        DSJ_JOBS: encodeJobs([job]),
        DSJ_STORE: encodeStore(store),
        FIRESTORE_EMULATOR_HOST: firestore.host,
      },
    });
    try {
      const answer = await fetch(handler.url, {
        method: 'POST',
        headers: {
          [HEADER.SCHEDULER]: 'true',
          [HEADER.JOB_NAME]: job.jobName,
          [HEADER.SCHEDULE_TIME]: '2026-01-16T12:00:00Z',
          [HEADER.PROJECT]: job.project,
          [HEADER.LOCATION]: job.location,
        },
      });

      expect(result).toEqual({
        code: 0,
        out: [
          `${directory}: index.js, google-auth-library.js, package.json, package-lock.json, Dockerfile`,
          "for CloudRunImage: logicNames: ['invoices', 'reports']",
        ],
        errors: [],
      });
      expect(files).toEqual([
        'Dockerfile',
        'google-auth-library.js',
        'index.js',
        'package-lock.json',
        'package.json',
      ]);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ result: { from: 'reports' } });
    } finally {
      await handler.stop();
      await firestore.stop();
    }
  });

  test('writes a Dockerfile that starts the bundle as nobody in particular', () => {
    const directory = project.path('build/one');

    expect(bundle('--out', directory, INVOICES)).toMatchObject({ code: 0, out: [expect.any(String)] });
    expect(readFileSync(join(directory, 'Dockerfile'), 'utf8').split('\n')).toEqual([
      'FROM node:24-slim',
      'ENV NODE_ENV=production',
      'WORKDIR /handler',
      'COPY package.json package-lock.json ./',
      'RUN npm ci --omit=dev',
      'COPY index.js google-auth-library.js ./',
      'USER node',
      'CMD ["node", "index.js"]',
      '',
    ]);
  });

  test('gives a single file the name that jobs need not give, and the bytes that a construct would build', () => {
    const [one, other] = [project.path('build/plain'), project.path('build/named')];
    bundle('--out', one, INVOICES);
    bundle('--out', other, '--logic', `default=${INVOICES}`);

    expect(readFileSync(join(one, 'index.js'))).toEqual(readFileSync(join(other, 'index.js')));
  });

  test('lists every problem of the job logic and writes nothing', () => {
    const directory = project.path('build/none');
    const missing = project.path('jobs/missing.ts');

    expect(bundle('--out', directory, missing, project.path('jobs/absent.mts'))).toEqual({
      code: 1,
      out: [],
      errors: [
        expect.stringMatching(
          /^deduped-scheduler bundle: logic must be a file that exists, got .*missing\.ts/,
        ),
        expect.stringMatching(
          /^deduped-scheduler bundle: logic must be a file that exists, got .*absent\.mts/,
        ),
      ],
    });
    expect(bundle('--out', directory, project.path('jobs/no-default.ts'))).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('logic must have a default export')],
    });
    expect(readdirSync(project.path('build'))).not.toContain('none');
  });

  test('says where it cannot write', () => {
    const { code, errors } = bundle('--out', project.path('a-file'), INVOICES);

    expect(code).toBe(1);
    expect(errors).toEqual([
      expect.stringMatching(/^deduped-scheduler bundle: .*a-file cannot be written to: EEXIST/),
    ]);
  });

  test.each([
    { case: 'no directory', args: [INVOICES], told: '--out must be given, such as --out build/handler' },
    {
      case: 'an empty directory',
      args: ['--out=', INVOICES],
      told: '--out must be given, such as --out build/handler',
    },
    {
      case: 'no file',
      args: ['--out', 'build'],
      told: 'at least one file must be given, such as jobs/nightly-invoices.ts, or --proxies',
    },
    {
      case: 'files for proxies',
      args: ['--out', 'build', '--proxies', INVOICES],
      told: '--proxies takes no files: proxies have a handler of their own',
    },
    {
      case: 'a value for proxies',
      args: ['--out', 'build', '--proxies=all'],
      told: '--proxies takes no value',
    },
    {
      case: 'an unknown flag',
      args: ['--out', 'build', '--minify', INVOICES],
      told: '--minify is no flag of this command',
    },
    {
      case: 'a logic without a file',
      args: ['--out', 'build', '--logic', 'invoices'],
      told: "--logic must be NAME=FILE, got 'invoices'",
    },
    {
      case: 'two files of one name',
      args: ['--out', 'build', INVOICES, `--logic=invoices=${REPORTS}`],
      told: `'invoices' names ${REPORTS} already: write --logic NAME=${INVOICES}`,
    },
    {
      case: 'a name that cannot be',
      args: ['--out', 'build', INVOICES, project.path('jobs/two words.ts')],
      told: `${project.path('jobs/two words.ts')} must be named with 1 to 63 letters, digits, hyphens and underscores, got 'two words'`,
    },
  ])('refuses $case as a mistake of usage', ({ args, told }) => {
    expect(bundle(...args)).toEqual({
      code: 2,
      out: [],
      errors: [`deduped-scheduler bundle: ${told}`, 'deduped-scheduler bundle --help tells more.'],
    });
  });

  test('prints its help', () => {
    expect(bundle('--help')).toEqual({
      code: 0,
      out: [expect.stringContaining('--out DIRECTORY')],
      errors: [],
    });
  });
});

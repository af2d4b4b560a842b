import { encodeStore } from '../../src/contract/environment';
import { bundleHandler } from '../../src/handler/bundle';
import { buildArchive } from '../../src/handler/handler-source';
import { JobLogic } from '../../src/handler/job-logic';
import { type FunctionHostOptions, spawnFunctionHost } from '../support/function-host';
import { temporaryProject } from '../support/temporary-project';
import { HOSTS } from './host-world';

const project = temporaryProject({
  'jobs/sound.ts': 'export default () => {};',
  'jobs/not-callable.ts': "export default JSON.parse('{}');",
  'jobs/throws.ts': `
    import { currency } from './currency';
    export default () => currency;`,
  'jobs/currency.ts': "export const currency = new Intl.NumberFormat('de', { style: 'currency' });",
  'jobs/throws.cjs': "throw new RangeError('not in CommonJS either'); module.exports = () => {};",
});

afterAll(() => project.remove());

const logics = Object.fromEntries(
  ['sound.ts', 'not-callable.ts', 'throws.ts', 'throws.cjs'].map((name) => [
    name,
    JobLogic.fromFile(project.path(`jobs/${name}`)),
  ]),
);
const { zip } = buildArchive(bundleHandler(logics));

const STORE = encodeStore({
  kind: 'firestore',
  project: 'demo-hosts',
  database: 'boot',
  collection: 'scheduler_runs',
});
const TIMES = { timeoutSeconds: 20, leaseSeconds: 40, retentionSeconds: 86_400, retryWindowSeconds: 60 };

/** `DSJ_JOBS` with a job for each logic. */
function jobs(...names: readonly string[]): string {
  const settings = names.map((logic, index) => [`job-${index}`, { logic, ...TIMES }]);
  return JSON.stringify({ 'billing-prod/europe-west1': Object.fromEntries(settings) });
}

async function boot(host: FunctionHostOptions['host'], env: Readonly<Record<string, string>>) {
  const handler = await spawnFunctionHost({ zip, host, env });
  const exit = await handler.exited;
  await handler.stop();
  return { exit, logs: handler.logs };
}

interface Row {
  readonly case: string;
  readonly env: Readonly<Record<string, string>>;
  readonly problems: readonly unknown[];
  /** What the log says of what was thrown. */
  readonly causes?: readonly object[];
}

const ROWS: readonly Row[] = [
  {
    case: 'nothing is set',
    env: {},
    problems: ['DSJ_JOBS must be set', 'DSJ_STORE must be set'],
  },
  {
    case: 'nothing is JSON',
    env: { DSJ_JOBS: '{', DSJ_STORE: 'firestore' },
    problems: ['DSJ_JOBS must be JSON, got "{"', 'DSJ_STORE must be JSON, got "firestore"'],
  },
  {
    case: 'settings and the store are malformed',
    env: {
      DSJ_JOBS: jobs('sound.ts').replace('"leaseSeconds":40', '"leaseSeconds":"40","renew":true'),
      DSJ_STORE: STORE.replace('firestore', 'redis'),
    },
    problems: [
      'DSJ_JOBS.billing-prod/europe-west1.job-0.renew is not a setting of this version',
      'DSJ_JOBS.billing-prod/europe-west1.job-0.leaseSeconds must be seconds above 0, got "40"',
      'DSJ_STORE.kind must be firestore, got "redis"',
    ],
  },
  {
    case: 'logics are missing, no function, or throw while they are loaded',
    env: { DSJ_JOBS: jobs('none.ts', 'not-callable.ts', 'throws.ts', 'throws.cjs'), DSJ_STORE: STORE },
    problems: [
      "the logic of billing-prod/europe-west1/job-0 must be one of the handler's " +
        '(not-callable.ts, sound.ts, throws.cjs, throws.ts), got none.ts',
      'the default export of logic not-callable.ts must be a function, got object',
      expect.stringMatching(/^logic throws\.ts must load without an error, got TypeError: .*currency/i),
      'logic throws.cjs must load without an error, got RangeError: not in CommonJS either',
    ],
    causes: [
      { name: 'TypeError', stack: expect.stringMatching(/index\.js:\d+/) },
      { name: 'RangeError', stack: expect.stringMatching(/index\.js:\d+/) },
    ],
  },
];

describe.each(HOSTS)('a handler under $host', ({ host }) => {
  test.each(ROWS)('exits with 1 and names every problem in one line when $case', async (row) => {
    const { exit, logs } = await boot(host, row.env);

    expect(exit).toEqual({ code: 1, signal: null });
    expect(logs).toEqual([
      expect.objectContaining({
        severity: 'CRITICAL',
        message: 'the handler cannot start',
        problems: row.problems,
      }),
    ]);
    const error = logs[0]?.['error'] as { readonly cause?: { readonly errors: unknown } };
    if (row.causes === undefined) expect(error).not.toHaveProperty('cause');
    else expect(error.cause?.errors).toMatchObject(row.causes);
  });
});

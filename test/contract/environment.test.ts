import { decodeJobs, decodeStore, encodeJobs, encodeStore } from '../../src/contract/environment';
import type { JobSettings } from '../../src/contract/job-settings';

const NIGHTLY: JobSettings = {
  project: 'acme-prod',
  location: 'europe-west1',
  jobName: 'nightly-invoices',
  logic: 'default',
  timeoutSeconds: 170,
  leaseSeconds: 190,
  leaseKind: 'fixed',
  retentionSeconds: 86_400,
  retryWindowSeconds: 1117,
  atMostOnce: false,
  forcedRuns: 'separate',
  missingScheduleTime: 'reject',
};

const HOURLY: JobSettings = {
  ...NIGHTLY,
  location: 'us-central1',
  jobName: 'hourly-report',
  logic: 'reports',
  leaseKind: 'renewed',
  atMostOnce: true,
  forcedRuns: 'consume-next',
  missingScheduleTime: 'run-undeduplicated',
};

describe('encodeJobs', () => {
  test('leaves out what equals its default', () => {
    expect(JSON.parse(encodeJobs([NIGHTLY]))).toEqual({
      'acme-prod/europe-west1': {
        'nightly-invoices': {
          timeoutSeconds: 170,
          leaseSeconds: 190,
          retentionSeconds: 86_400,
          retryWindowSeconds: 1117,
        },
      },
    });
  });

  test('is read back by decodeJobs', () => {
    const jobs = [NIGHTLY, HOURLY, { ...NIGHTLY, jobName: '__proto__' }];

    expect(decodeJobs(encodeJobs(jobs)).value).toEqual([NIGHTLY, jobs[2], HOURLY]);
  });
});

describe('decodeJobs', () => {
  const settings = { timeoutSeconds: 170, leaseSeconds: 190, retentionSeconds: 1, retryWindowSeconds: 1 };
  const of = (changes: object) => JSON.stringify({ 'p/l': { j: { ...settings, ...changes } } });

  test.each([
    { case: 'nothing', text: undefined, problem: 'DSJ_JOBS must be set' },
    { case: 'an empty text', text: '', problem: 'DSJ_JOBS must be set' },
    { case: 'no JSON', text: '{', problem: 'DSJ_JOBS must be JSON, got "{"' },
    { case: 'an array', text: '[]', problem: 'DSJ_JOBS must be a JSON object, got []' },
    { case: 'no job', text: '{}', problem: 'DSJ_JOBS must hold at least one job' },
    { case: 'no location', text: '{"p":{}}', problem: 'DSJ_JOBS.p must be jobs under PROJECT/LOCATION' },
    {
      case: 'settings that are no object',
      text: '{"p/l":{"j":1}}',
      problem: 'DSJ_JOBS.p/l.j must be an object, got 1',
    },
    {
      case: 'a missing number',
      text: of({ leaseSeconds: undefined }),
      problem: 'DSJ_JOBS.p/l.j.leaseSeconds must be seconds above 0, got nothing',
    },
    {
      case: 'a number as text',
      text: of({ leaseSeconds: '190' }),
      problem: 'DSJ_JOBS.p/l.j.leaseSeconds must be seconds above 0, got "190"',
    },
    {
      case: 'zero seconds',
      text: of({ timeoutSeconds: 0 }),
      problem: 'DSJ_JOBS.p/l.j.timeoutSeconds must be seconds above 0, got 0',
    },
    {
      case: 'a renewed lease that is too short',
      text: of({ leaseKind: 'renewed', leaseSeconds: 14 }),
      problem: 'DSJ_JOBS.p/l.j.leaseSeconds must be at least 15 where the lease is renewed, got 14',
    },
    {
      case: 'an unknown kind of lease',
      text: of({ leaseKind: 'eternal' }),
      problem: 'DSJ_JOBS.p/l.j.leaseKind must be fixed or renewed, got "eternal"',
    },
    {
      case: 'an unknown policy',
      text: of({ forcedRuns: 'twice' }),
      problem: 'DSJ_JOBS.p/l.j.forcedRuns must be separate or consume-next or reject, got "twice"',
    },
    {
      case: 'a setting of another version',
      text: of({ colour: 'red' }),
      problem: 'DSJ_JOBS.p/l.j.colour is not a setting of this version',
    },
  ])('refuses $case', ({ text, problem }) => {
    expect(decodeJobs(text)).toEqual({ problems: [problem] });
  });

  test.each([
    { case: 'of a version that knew no renewed lease', changes: {}, leaseKind: 'fixed' },
    {
      case: 'with the shortest renewed lease',
      changes: { leaseKind: 'renewed', leaseSeconds: 15 },
      leaseKind: 'renewed',
    },
  ])('reads a text $case', ({ changes, leaseKind }) => {
    expect(decodeJobs(of(changes)).value).toMatchObject([{ leaseKind }]);
  });

  test('lists everything that is wrong at once', () => {
    expect(decodeJobs(of({ leaseSeconds: -1, atMostOnce: 'no' })).problems).toHaveLength(2);
  });
});

describe('decodeStore', () => {
  const store = { kind: 'firestore', project: 'p', database: 'd', collection: 'c' } as const;

  test('reads what encodeStore wrote', () => {
    expect(decodeStore(encodeStore(store))).toEqual({ value: store });
  });

  test.each([
    { case: 'nothing', text: undefined, problem: 'DSJ_STORE must be set' },
    {
      case: 'another kind',
      text: JSON.stringify({ ...store, kind: 'redis' }),
      problem: 'DSJ_STORE.kind must be firestore, got "redis"',
    },
    {
      case: 'an empty database, which would mean (default)',
      text: JSON.stringify({ ...store, database: '' }),
      problem: 'DSJ_STORE.database must be a text, got ""',
    },
  ])('refuses $case', ({ text, problem }) => {
    expect(decodeStore(text)).toEqual({ problems: [problem] });
  });
});

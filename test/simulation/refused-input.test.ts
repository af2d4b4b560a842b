import {
  type CheckedSubject,
  drawPlan,
  type FaultPlan,
  type FaultSearch,
  NO_FAULTS,
  replay,
  searchFaults,
  seededDraw,
  simulate,
} from 'cdktf-deduped-scheduler/testing';
import { ConfigurationError } from '../../src/configuration-error';
import { JOB, planOf } from './simulated-job';

/** As plain JavaScript would write it. */
type Untyped = any;

const subject = (): CheckedSubject => ({ logic: () => () => undefined, problems: () => [] });
const search = (more: object = {}): FaultSearch => ({ job: JOB, runs: 1, subject, ...more });
const withSettings = (settings: object) =>
  search({ job: { ...JOB, settings: { ...JOB.settings, ...settings } } });
const withRetry = (retry: object) => search({ job: { ...JOB, retry: { ...JOB.retry, ...retry } } });

/** What an error says of each problem. */
async function problemsOf(run: () => Promise<unknown>): Promise<string[]> {
  const error = await run().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ConfigurationError.is(error)) throw error ?? new Error('nothing was refused');
  return error.message
    .split('\n')
    .slice(1)
    .map((line) => line.replace('  - ', ''));
}

describe('searchFaults', () => {
  test.each([
    { case: 'no plan', effort: { plans: 0 }, says: 'plans must be a whole number from 1 to 1000000, got 0' },
    {
      case: 'fewer than no plans',
      effort: { plans: -3 },
      says: 'plans must be a whole number from 1 to 1000000, got -3',
    },
    {
      case: 'NaN plans',
      effort: { plans: Number.NaN },
      says: 'plans must be a whole number from 1 to 1000000, got NaN',
    },
    {
      case: 'half a plan',
      effort: { plans: 2.5 },
      says: 'plans must be a whole number from 1 to 1000000, got 2.5',
    },
    {
      case: 'too many plans',
      effort: { plans: 1_000_001 },
      says: 'plans must be a whole number from 1 to 1000000, got 1000001',
    },
    {
      case: 'plans as text',
      effort: { plans: '5', seed: 10 },
      says: "plans must be a whole number from 1 to 1000000, got '5'",
    },
    {
      case: 'a seed as text',
      effort: { seed: '7' },
      says: "seed must be a whole number from 0 to 4294967295, got '7'",
    },
    {
      case: 'a NaN seed',
      effort: { seed: Number.NaN },
      says: 'seed must be a whole number from 0 to 4294967295, got NaN',
    },
    {
      case: 'a negative seed',
      effort: { seed: -1 },
      says: 'seed must be a whole number from 0 to 4294967295, got -1',
    },
    {
      case: 'half a seed',
      effort: { seed: 1.5 },
      says: 'seed must be a whole number from 0 to 4294967295, got 1.5',
    },
    {
      case: 'a seed above 32 bits',
      effort: { seed: 2 ** 32 },
      says: 'seed must be a whole number from 0 to 4294967295, got 4294967296',
    },
    {
      case: 'plans that need higher seeds than there are',
      effort: { seed: 2 ** 32 - 2, plans: 3 },
      says: 'plans must be at most 2, so that the last seed is 4294967295, got 3: lower it to 2 or begin at a lower seed',
    },
    {
      case: 'a misspelt option',
      effort: { plans: 1, firstSeed: -1 },
      says: 'firstSeed must be one of plans, seed, got firstSeed: rename or remove it',
    },
    { case: 'a number of plans alone', effort: 20, says: 'effort must be an object, got 20' },
    { case: 'null', effort: null, says: 'effort must be an object, got null' },
  ])('refuses $case', async ({ effort, says }) => {
    expect(await problemsOf(() => searchFaults(search(), effort as Untyped))).toEqual([says]);
  });

  test.each([
    { case: 'no run', given: search({ runs: 0 }), says: 'runs must be a whole number from 1 to 1000, got 0' },
    {
      case: 'fewer than no runs',
      given: search({ runs: -1 }),
      says: 'runs must be a whole number from 1 to 1000, got -1',
    },
    {
      case: 'too many runs',
      given: search({ runs: 1_001 }),
      says: 'runs must be a whole number from 1 to 1000, got 1001',
    },
    {
      case: 'a fault that there is not',
      given: search({ faults: ['crash', 'crashes'] }),
      says: "faults[1] must be crash or freeze or stop-signal or store or outside or answer-lost or late or duplicate or forced or clock or deploy, got 'crashes'",
    },
    {
      case: 'faults that are no list',
      given: search({ faults: 'crash' }),
      says: "faults must be a list, got 'crash'",
    },
    {
      case: 'no kind of fault',
      given: search({ faults: [] }),
      says: 'faults must hold a kind of fault at least, got an empty list: leave it out for all kinds',
    },
    {
      case: 'a misspelt option',
      given: search({ fault: ['crash'] }),
      says: 'fault must be one of job, runs, faults, subject, got fault: rename or remove it',
    },
    {
      case: 'no search',
      given: undefined as Untyped,
      says: 'search must be an object, got nothing',
    },
    {
      case: 'a promised search',
      given: Promise.resolve(search()) as Untyped,
      says: 'search must be an object, got a Promise',
    },
    {
      case: 'a world in place of its maker',
      given: search({ subject: subject() }),
      says: 'subject must be a function, got an object',
    },
    { case: 'no job', given: search({ job: undefined }), says: 'job must be an object, got nothing' },
    {
      case: 'no settings',
      given: search({ job: { ...JOB, settings: undefined } }),
      says: 'job.settings must be an object, got nothing',
    },
    {
      case: 'no retries',
      given: search({ job: { ...JOB, retry: undefined } }),
      says: 'job.retry must be an object, got nothing',
    },
    {
      case: 'no time between runs',
      given: search({ job: { ...JOB, everySeconds: undefined } }),
      says: 'job.everySeconds must be a whole number from 60 to 31622400, got nothing',
    },
    {
      case: 'too little time between runs',
      given: search({ job: { ...JOB, everySeconds: 59 } }),
      says: 'job.everySeconds must be a whole number from 60 to 31622400, got 59',
    },
    {
      case: 'a NaN deadline',
      given: search({ job: { ...JOB, attemptDeadlineSeconds: Number.NaN } }),
      says: 'job.attemptDeadlineSeconds must be a number from 15 to 1800, got NaN',
    },
    {
      case: 'a lease of no time',
      given: withSettings({ leaseSeconds: 0 }),
      says: 'job.settings.leaseSeconds must be a number from 1 to 86400, got 0',
    },
    {
      case: 'a renewed lease that is too short',
      given: withSettings({ leaseSeconds: 14, leaseKind: 'renewed' }),
      says: 'job.settings.leaseSeconds must be a number from 15 to 86400, got 14',
    },
    {
      case: 'a misspelt kind of lease',
      given: withSettings({ leaseKind: 'renew' }),
      says: "job.settings.leaseKind must be fixed or renewed, got 'renew'",
    },
    {
      case: 'fewer than no retries',
      given: withRetry({ retryCount: -1 }),
      says: 'job.retry.retryCount must be a whole number from 0 to 5, got -1',
    },
  ])('refuses $case', async ({ given, says }) => {
    expect(await problemsOf(() => searchFaults(given, { plans: 1 }))).toEqual([says]);
    expect(await problemsOf(() => replay(given, 1))).toEqual([says]);
  });

  test('names all problems at once', async () => {
    const given = search({ runs: 0, faults: ['crashes'], foo: 1 });
    const effort = { plans: 0, seed: 1.5, bar: 1 };

    const error = searchFaults(given, effort);

    await expect(error).rejects.toThrow(/^searchFaults has 6 configuration problems\n {2}- foo must/);
  });

  test.each([
    { case: 'the lowest seed', seed: 0 },
    { case: 'the highest seed', seed: 2 ** 32 - 1 },
  ])('takes $case', async ({ seed }) => {
    expect(await searchFaults(search(), { plans: 1, seed })).toEqual([]);
  });

  test.each<{ case: string; made: Untyped; says: string }>([
    {
      case: 'a promised world',
      made: async () => subject(),
      says: 'subject() must be an object, got a Promise',
    },
    {
      case: 'a world without a check',
      made: () => ({ logic: () => () => undefined }),
      says: 'subject().problems must be a function, got nothing',
    },
    {
      case: 'promised problems',
      made: () => ({ ...subject(), problems: async () => ['bad'] }),
      says: 'subject().problems() must return a list of texts, got a Promise: check without waiting; what job logic waited for is over',
    },
    {
      case: 'problems that are no list',
      made: () => ({ ...subject(), problems: () => 'bad' }),
      says: "subject().problems() must return a list of texts, got 'bad'",
    },
  ])('refuses $case', async ({ made, says }) => {
    expect(await problemsOf(() => searchFaults(search({ subject: made }), { plans: 1 }))).toEqual([says]);
  });
});

describe('replay', () => {
  test('refuses a seed above 32 bits, which would play another one', async () => {
    expect(await problemsOf(() => replay(search(), 2 ** 32 + 1))).toEqual([
      'seed must be a whole number from 0 to 4294967295, got 4294967297',
    ]);
  });
});

describe('drawPlan and seededDraw', () => {
  test('refuse what they cannot draw from', () => {
    expect(() => seededDraw(1.5)).toThrow('seed must be a whole number from 0 to 4294967295, got 1.5');
    expect(() => drawPlan(seededDraw(1), { job: JOB, runs: 0 })).toThrow('runs must be a whole number');
  });

  test('names all that drawPlan was not given', async () => {
    expect(await problemsOf(async () => (drawPlan as Untyped)())).toEqual([
      'draw must be a function, got nothing: give seededDraw(1)',
      'options must be an object, got nothing',
    ]);
  });

  test('names a misspelt option of drawPlan', async () => {
    const options = { job: JOB, runs: 1, fault: ['crash'] };

    expect(await problemsOf(async () => drawPlan(seededDraw(1), options))).toEqual([
      'fault must be one of job, runs, faults, got fault: rename or remove it',
    ]);
  });

  test('takes no fault at all for a plan of its own', () => {
    const { runs } = drawPlan(seededDraw(1), { job: JOB, runs: 1, faults: [] });

    expect(runs[0]?.duplicates).toEqual([]);
  });
});

describe('simulate', () => {
  const withDelivery = (faults: object) => planOf([faults as Untyped]);

  test.each<{ case: string; plan: Untyped; says: string }>([
    { case: 'no plan', plan: undefined, says: 'plan must be an object, got nothing' },
    {
      case: 'no run',
      plan: { ...planOf(), runs: [] },
      says: 'plan.runs must hold a run at least, got a list',
    },
    {
      case: 'a misspelt reading',
      plan: planOf([], { backoff: 'apis' as 'api' }),
      says: "plan.backoff must be api or guide, got 'apis'",
    },
    {
      case: 'a NaN time',
      plan: withDelivery({ coldStartMs: Number.NaN }),
      says: 'plan.runs[0].deliveries[0].coldStartMs must be a number from 0 to 3155760000000, got NaN',
    },
    {
      case: 'a misspelt fault of the store',
      plan: withDelivery({ store: [{ kind: 'lost' }] }),
      says: "plan.runs[0].deliveries[0].store[0].kind must be none or slow or unavailable or silent or denied or answer-lost or refused-though-done or lands-late, got 'lost'",
    },
    {
      case: 'a slow answer without its time',
      plan: withDelivery({ store: [{ kind: 'slow', requestMs: 1 }] }),
      says: 'plan.runs[0].deliveries[0].store[0].answerMs must be a number from 0 to 3155760000000, got nothing',
    },
    {
      case: 'a step before the first',
      plan: withDelivery({ instance: [{ kind: 'crash', at: { kind: 'step', step: 0 } }] }),
      says: `plan.runs[0].deliveries[0].instance[0].at.step must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, got 0`,
    },
    {
      case: 'another revision of NaN seconds',
      plan: planOf([], { otherSettings: { leaseSeconds: Number.NaN } }),
      says: 'plan.otherSettings.leaseSeconds must be a number from 0 to 3155760000, got NaN',
    },
    ...['freeze', 'suspend'].map((kind) => ({
      case: `a ${kind} without its length`,
      plan: withDelivery({ instance: [{ kind, at: { kind: 'time', afterMs: 1 } }] }),
      says: 'plan.runs[0].deliveries[0].instance[0].forMs must be a number from 0 to 3155760000000, got nothing',
    })),
    {
      case: 'a misspelt name of a delivery',
      plan: withDelivery({ answerLsot: true }),
      says: 'plan.runs[0].deliveries[0].answerLsot must be one of coldStartMs, clockAheadMs, timeWithOffset, otherRevision, answerLost, instance, store, outside, got answerLsot: rename or remove it',
    },
    {
      case: 'another revision with a misspelt lease',
      plan: planOf([], { otherSettings: { leaseKind: 'renewd' as 'renewed' } }),
      says: "plan.otherSettings.leaseKind must be fixed or renewed, got 'renewd'",
    },
    {
      case: 'another revision that may or may not run at most once',
      plan: planOf([], { otherSettings: { atMostOnce: 'x' as never } }),
      says: "plan.otherSettings.atMostOnce must be true or false, got 'x'",
    },
    {
      case: 'another revision of a misspelt setting',
      plan: planOf([], { otherSettings: { leaseKnd: 'renewed' } as object }),
      says: 'plan.otherSettings.leaseKnd must be one of project, location, jobName, logic, timeoutSeconds, leaseSeconds, retentionSeconds, retryWindowSeconds, atMostOnce, leaseKind, forcedRuns, missingScheduleTime, got leaseKnd: rename or remove it',
    },
  ])('refuses $case', async ({ plan, says }) => {
    expect(await problemsOf(() => simulate(JOB, plan as FaultPlan, subject()))).toEqual([says]);
  });

  test('takes every plan that is drawn, and one that is written by hand', async () => {
    const drawn = Array.from({ length: 30 }, (_, seed) => drawPlan(seededDraw(seed), { job: JOB, runs: 2 }));

    for (const plan of [...drawn, planOf([NO_FAULTS])]) {
      await expect(simulate(JOB, plan, subject())).resolves.toHaveProperty('deliveries');
    }
  });
});

import type { JobSettings } from '../../src/contract/job-settings';
import {
  answer,
  apiError,
  cut,
  done,
  type FaultyFirestore,
  pass,
  type Script,
  silence,
  startFaultyFirestore,
  type Treatment,
} from '../support/faulty-firestore';
import { firestoreUnderTest } from '../support/firestore-under-test';
import type { FunctionHost } from '../support/function-host';
import { HostWorld, linesOf } from './host-world';

/** The first request about a run is its claim, and the next one, where nothing fails, is its finish. */
const always =
  (fault: Treatment): Script =>
  () =>
    fault;
const onceAtClaim =
  (fault: Treatment): Script =>
  (index) =>
    index === 0 ? fault : pass;
const fromFinishOn =
  (fault: Treatment): Script =>
  (index) =>
    index === 0 ? pass : fault;
const onceAtFinish =
  (fault: Treatment): Script =>
  (index) =>
    index === 1 ? fault : pass;

interface Row {
  readonly fault: string;
  readonly by: Treatment;
}

/** Faults that do not go away, and what the log says of them. */
const LASTING: readonly (Row & { readonly error: object })[] = [
  { fault: 'a refused token', by: apiError(401, 'UNAUTHENTICATED'), error: { code: 'UNAUTHENTICATED' } },
  { fault: 'a missing grant', by: apiError(403, 'PERMISSION_DENIED'), error: { code: 'PERMISSION_DENIED' } },
  { fault: 'a missing database', by: apiError(404, 'NOT_FOUND'), error: { code: 'NOT_FOUND' } },
  { fault: '409 ABORTED', by: apiError(409, 'ABORTED'), error: { code: 'ABORTED' } },
  { fault: '429', by: apiError(429, 'RESOURCE_EXHAUSTED'), error: { code: 'RESOURCE_EXHAUSTED' } },
  { fault: '500', by: apiError(500, 'INTERNAL'), error: { code: 'INTERNAL' } },
  { fault: '503', by: apiError(503, 'UNAVAILABLE'), error: { code: 'UNAVAILABLE' } },
  { fault: "a proxy's page", by: answer(200, '<html>Sign in</html>'), error: { code: 'UNREADABLE_ANSWER' } },
  { fault: 'an empty object', by: answer(200, '{}'), error: { code: 'UNREADABLE_ANSWER' } },
  { fault: 'silence', by: silence, error: { code: 'UNANSWERED', cause: { name: 'TimedOut' } } },
  { fault: 'broken connections', by: cut, error: { code: 'UNANSWERED', cause: { code: 'ECONNRESET' } } },
];

/** Faults that strike once, in place of the answer to a write that may have happened. */
const PASSING: readonly Row[] = [
  { fault: '409 ABORTED', by: apiError(409, 'ABORTED') },
  { fault: '429', by: apiError(429, 'RESOURCE_EXHAUSTED') },
  { fault: '500', by: apiError(500, 'INTERNAL') },
  { fault: '503', by: apiError(503, 'UNAVAILABLE') },
  { fault: 'a refused token', by: apiError(401, 'UNAUTHENTICATED') },
  { fault: "a proxy's page", by: answer(502, '<html>Bad gateway</html>') },
  { fault: 'silence', by: silence },
  { fault: 'a broken connection', by: cut },
  { fault: 'a broken connection after the write was done', by: done(cut) },
  { fault: '500 after the write was done', by: done(apiError(500, 'INTERNAL')) },
  { fault: 'an unreadable answer after the write was done', by: done(answer(200, 'garbage')) },
];

/** A create that is refused although nothing is there: the record was forgotten in between. */
const PASSING_AT_CLAIM: readonly Row[] = [
  { fault: '409 ALREADY_EXISTS', by: apiError(409, 'ALREADY_EXISTS') },
];

/** Deliveries that compete for the processor at a time: the store's answers have limits to be heard within. */
const AT_ONCE = 4;

/** A handler with its world. */
interface Stage {
  readonly world: HostWorld;
  readonly handler: FunctionHost;
}

let firestore: FaultyFirestore;
const worlds: HostWorld[] = [];

async function stage(name: string, settings: Partial<JobSettings>): Promise<Stage> {
  const world = new HostWorld(`store-faults-${name}`, settings, firestore.host);
  worlds.push(world);
  return { world, handler: await world.start('functions-framework') };
}

/** Delivers a run while the store fails, and once more when it does not. */
async function deliverUnder({ world, handler }: Stage, script: Script) {
  const run = world.run();
  firestore.treat(run.runId, script);
  const { status, body } = await world.deliver(handler, run);
  const record = await world.record(run);
  const executions = world.executions(run);
  firestore.treat(run.runId, always(pass));
  const retry = await world.deliver(handler, run);
  const [logged] = linesOf(handler, run, 'ERROR');
  const executionsAfterRetry = world.executions(run);
  return { status, outcome: body['outcome'], record, executions, logged, retry, executionsAfterRetry };
}

type Seen = Awaited<ReturnType<typeof deliverUnder>>;
const seen = new Map<string, Seen>();

type Play = readonly [when: string, rows: readonly Row[], script: (fault: Treatment) => Script];

async function playAll(on: Stage, plays: readonly Play[], atOnce: number): Promise<void> {
  const left = plays.flatMap(([when, rows, script]) =>
    rows.map(({ fault, by }) => async () => {
      seen.set(`${when} ${fault}`, await deliverUnder(on, script(by)));
    }),
  );
  const playOn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, playOn));
}

beforeAll(async () => {
  firestore = await startFaultyFirestore(firestoreUnderTest().host);
  const [patient, hasty] = await Promise.all([
    stage('passing', {}),
    // The claim is given up after six seconds, the finish eleven seconds after the claim was sent.
    stage('lasting', { timeoutSeconds: 12, leaseSeconds: 16 }),
  ]);
  const passing: readonly Play[] = [
    ['once at the claim', [...PASSING, ...PASSING_AT_CLAIM], onceAtClaim],
    ['once at the finish', PASSING, onceAtFinish],
  ];
  const lasting: readonly Play[] = [
    ['from the finish on', LASTING, fromFinishOn],
    ['from the claim on', LASTING, always],
  ];
  await playAll(patient, passing, AT_ONCE);
  // These only wait.
  await playAll(hasty, lasting, 2 * LASTING.length);
});

afterAll(async () => {
  await Promise.all(worlds.map((world) => world.stop()));
  await firestore.stop();
});

describe('a store that fails', () => {
  test.each(LASTING)('keeps a run from starting, when it answers the claim with $fault', (row) => {
    const { record, logged, retry, ...rest } = seen.get(`from the claim on ${row.fault}`) as Seen;

    expect(rest).toEqual({ status: 500, outcome: 'claim-unknown', executions: 0, executionsAfterRetry: 1 });
    expect(record).toBeUndefined();
    expect(logged).toMatchObject({ outcome: 'claim-unknown', error: row.error });
    expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
  });

  test.each(LASTING)('leaves the outcome unknown, when it answers the finish with $fault', (row) => {
    const { record, logged, retry, ...rest } = seen.get(`from the finish on ${row.fault}`) as Seen;

    expect(rest).toEqual({ status: 500, outcome: 'finish-unknown', executions: 1, executionsAfterRetry: 1 });
    expect(record).toMatchObject({ status: 'in_progress', attempt: 1 });
    expect(logged).toMatchObject({ outcome: 'finish-unknown', error: row.error });
    expect(retry).toMatchObject({ status: 409, body: { outcome: 'held-elsewhere', attempt: 1 } });
  });

  const once = [
    ...[...PASSING, ...PASSING_AT_CLAIM].map(({ fault }) => ({ when: 'once at the claim', fault })),
    ...PASSING.map(({ fault }) => ({ when: 'once at the finish', fault })),
  ];

  test.each(once)('is got over, when it answers $when with $fault', ({ when, fault }) => {
    const { record, logged, retry, ...rest } = seen.get(`${when} ${fault}`) as Seen;

    expect(rest).toEqual({ status: 200, outcome: 'completed', executions: 1, executionsAfterRetry: 1 });
    expect(record).toMatchObject({ status: 'completed', attempt: 1, result: '{"invoices":3}' });
    expect(logged).toBeUndefined();
    expect(retry).toMatchObject({ status: 200, body: { outcome: 'already-completed', attempt: 1 } });
  });
});

import { ANSWERS } from '../../lambda-handler/http/answer';
import type { Outcome } from '../../lambda-handler/protocol/outcome';
import type { Proxy as ProxySettings } from '../../src/contract/proxies';
import { OutcomeTable } from '../faults/outcome-table';
import type { CallKind } from '../support/google-apis/api-request';
import { apiError, type CallFault, type GoogleApis } from '../support/google-apis/google-apis';
import { BUILD, HTTP, PUB_SUB, RUN_JOB, WORKFLOW } from '../support/proxies';
import { DEFAULT_RETRY_WAITS_SECONDS } from './default-job';
import { ProxyWorld, TOKEN } from './proxy-world';

const table = new OutcomeTable(['API', 'fault', 'starts', 'answers', 'retries after', 'outcome']);

afterAll(() => table.print());

interface Row {
  readonly case: string;
  readonly arrange?: (apis: GoogleApis) => void;
  readonly crash?: 'crashBeforeStart' | 'crashBeforeFinish';
  readonly waits?: boolean;
  /** The HTTP answers to the deliveries, until the run is over; a crashed attempt has none. */
  readonly answers: readonly number[];
  readonly outcome: string;
}

const failing =
  (kind: CallKind, ...faults: readonly CallFault[]) =>
  (apis: GoogleApis) =>
    apis.fail(kind, ...faults);
const page = { done: true, httpStatus: 502, body: '<html>Bad Gateway</html>' };

const ADOPTED = 'completed, adopted';
const STARTED = 'completed, started';

const ROWS: readonly Row[] = [
  { case: 'none', answers: [200], outcome: STARTED },
  {
    case: 'answer lost after the start',
    arrange: failing('start', 'answer-lost'),
    answers: [200],
    outcome: ADOPTED,
  },
  { case: 'request lost', arrange: failing('start', 'request-lost'), answers: [500, 200], outcome: STARTED },
  {
    case: '503, though started',
    arrange: failing('start', apiError(503, 'UNAVAILABLE', true)),
    answers: [200],
    outcome: ADOPTED,
  },
  {
    case: '503, not started',
    arrange: failing('start', apiError(503, 'UNAVAILABLE')),
    answers: [500, 200],
    outcome: STARTED,
  },
  {
    case: '504, though started',
    arrange: failing('start', apiError(504, 'DEADLINE_EXCEEDED', true)),
    answers: [200],
    outcome: ADOPTED,
  },
  {
    case: '502 of a gateway, though started',
    arrange: failing('start', page),
    answers: [200],
    outcome: ADOPTED,
  },
  { case: 'answer after a minute', arrange: failing('start', 'slow'), answers: [200], outcome: ADOPTED },
  {
    case: '429',
    arrange: failing('start', apiError(429, 'RESOURCE_EXHAUSTED')),
    answers: [500, 200],
    outcome: STARTED,
  },
  {
    case: '409 ABORTED',
    arrange: failing('start', apiError(409, 'ABORTED')),
    answers: [500, 200],
    outcome: STARTED,
  },
  {
    case: '401, then a new token',
    arrange: failing('start', apiError(401, 'UNAUTHENTICATED')),
    answers: [500, 200],
    outcome: STARTED,
  },
  {
    case: '403, then granted',
    arrange: failing('start', apiError(403, 'PERMISSION_DENIED')),
    answers: [500, 200],
    outcome: STARTED,
  },
  { case: 'crash after the start', crash: 'crashBeforeFinish', answers: [200], outcome: ADOPTED },
  { case: 'crash before the start', crash: 'crashBeforeStart', answers: [200], outcome: STARTED },
  {
    case: 'crash after the start, looks 503 twice',
    crash: 'crashBeforeFinish',
    arrange: failing('list', apiError(503, 'UNAVAILABLE'), apiError(503, 'UNAVAILABLE')),
    answers: [200],
    outcome: ADOPTED,
  },
  {
    case: 'crash after the start, every look 503',
    crash: 'crashBeforeFinish',
    arrange: failing('list', ...Array<CallFault>(6).fill(apiError(503, 'UNAVAILABLE'))),
    answers: [500, 200],
    outcome: ADOPTED,
  },
  {
    case: 'answer lost, every look of the attempt lost',
    arrange: (apis) => {
      apis.fail('start', 'answer-lost');
      apis.fail('list', 'answer-lost', 'request-lost', 'slow');
    },
    answers: [500, 200],
    outcome: ADOPTED,
  },
  {
    case: 'answer lost, list lags 8 s',
    arrange: (apis) => {
      apis.fail('start', 'answer-lost');
      apis.behaviour.listLagMs = 8_000;
    },
    answers: [200],
    outcome: ADOPTED,
  },
  {
    case: 'answer lost, list lags 46 s',
    arrange: (apis) => {
      apis.fail('start', 'answer-lost');
      apis.behaviour.listLagMs = 46_000;
    },
    answers: [500, 200],
    outcome: ADOPTED,
  },
  {
    case: 'waits, ends after a minute',
    waits: true,
    arrange: (apis) => {
      apis.behaviour.ending = { afterMs: 60_000, as: 'succeeded' };
    },
    answers: [200],
    outcome: STARTED,
  },
  {
    case: 'waits, ends after ten minutes',
    waits: true,
    arrange: (apis) => {
      apis.behaviour.ending = { afterMs: 600_000, as: 'succeeded' };
    },
    answers: [500, 500, 500, 200],
    outcome: ADOPTED,
  },
  {
    case: 'waits, fails after a minute',
    waits: true,
    arrange: (apis) => {
      apis.behaviour.ending = { afterMs: 60_000, as: 'failed' };
    },
    answers: [422],
    outcome: 'permanently-failed',
  },
  {
    case: 'waits, answer lost, cancelled after a minute',
    waits: true,
    arrange: (apis) => {
      apis.fail('start', 'answer-lost');
      apis.behaviour.ending = { afterMs: 60_000, as: 'cancelled' };
    },
    answers: [422],
    outcome: 'permanently-failed',
  },
];

/** Delivers the run and retries it, until it is over. */
async function played(world: ProxyWorld, row: Row): Promise<readonly Outcome[]> {
  row.arrange?.(world.apis);
  if (row.crash !== undefined) await world[row.crash]();
  const outcomes: Outcome[] = [];
  for (;;) {
    const outcome = await world.deliver();
    outcomes.push(outcome);
    const waitSeconds = DEFAULT_RETRY_WAITS_SECONDS[outcomes.length - 1];
    if (ANSWERS[outcome.kind].status !== 500 || waitSeconds === undefined) return outcomes;
    await world.clock.advance(waitSeconds * 1000);
  }
}

/** The waits before the retries of a run of the default job. */
function waitsBetween(outcomes: readonly Outcome[]): string {
  const waits = DEFAULT_RETRY_WAITS_SECONDS.slice(0, outcomes.length - 1);
  return waits.length === 0 ? '' : `${waits.join(', ')} s`;
}

function words(outcome: Outcome | undefined): string {
  if (outcome?.kind !== 'completed') return String(outcome?.kind);
  return JSON.parse(outcome.result ?? '{}').adopted ? ADOPTED : STARTED;
}

function answersOf(outcomes: readonly Outcome[]): readonly number[] {
  return outcomes.map(({ kind }) => ANSWERS[kind].status);
}

const APIS = [
  { api: 'Workflows', settings: WORKFLOW, startedIn: (apis: GoogleApis) => apis.workflows.entries },
  { api: 'Cloud Run jobs', settings: RUN_JOB, startedIn: (apis: GoogleApis) => apis.jobs.entries },
  { api: 'Cloud Build', settings: BUILD, startedIn: (apis: GoogleApis) => apis.builds.entries },
];

describe.each(APIS)('$api', ({ api, settings, startedIn }) => {
  test.each(ROWS)('starts one in a run: $case', async (row) => {
    const world = new ProxyWorld({ ...settings, waits: row.waits ?? false } as ProxySettings);

    const outcomes = await played(world, row);

    const starts = startedIn(world.apis).length;
    table.add(
      api,
      row.case,
      starts,
      answersOf(outcomes).join(' '),
      waitsBetween(outcomes),
      words(outcomes.at(-1)),
    );
    expect(starts).toBe(1);
    expect(answersOf(outcomes)).toEqual(row.answers);
    expect(words(outcomes.at(-1))).toBe(row.outcome);
  });

  test.each([
    { case: 'list lags 48 s', listLagMs: 48_000, isNoticed: true },
    { case: 'list lags five minutes', listLagMs: 300_000, isNoticed: false },
  ])('starts a second one, under the same token, behind a lost answer: $case', async (row) => {
    const world = new ProxyWorld(settings);
    world.apis.behaviour.listLagMs = row.listLagMs;

    const outcomes = await played(world, {
      case: row.case,
      arrange: failing('start', 'answer-lost'),
      answers: [],
      outcome: '',
    });

    const started = startedIn(world.apis);
    table.add(
      api,
      `answer lost, ${row.case}`,
      `${started.length} under one token`,
      answersOf(outcomes).join(' '),
      waitsBetween(outcomes),
      `${words(outcomes.at(-1))}${row.isNoticed ? ', with a warning' : ''}`,
    );
    expect(started).toHaveLength(2);
    for (const { content } of started) expect(JSON.stringify(content)).toContain(TOKEN);
    const [second, first] = started.map(({ name }) => name);
    expect(world.logged('WARNING')).toMatchObject([
      { message: 'whether the start has happened is unknown; it is looked for' },
      ...(row.isNoticed
        ? [
            {
              message:
                'more than one was started under the token of this run: an earlier start was listed late',
              fields: { execution: second, also: [first], token: TOKEN },
            },
          ]
        : []),
    ]);
    expect(world.logged('INFO')).toMatchObject([
      { message: 'started', fields: { execution: second, adopted: false, token: TOKEN } },
    ]);
  });
});

const DELIVERING = [
  {
    api: 'http',
    settings: HTTP,
    kind: 'receive' as CallKind,
    receiver: 'the receiver dedupes by Idempotency-Key',
    keysIn: (apis: GoogleApis) => apis.requests.map(({ headers }) => headers['idempotency-key']),
  },
  {
    api: 'pubSub',
    settings: PUB_SUB,
    kind: 'publish' as CallKind,
    receiver: 'consumers dedupe by the attribute',
    keysIn: (apis: GoogleApis) => apis.messages.map(({ attributes }) => attributes['idempotency_key']),
  },
];

describe.each(DELIVERING)('$api', ({ api, settings, kind, receiver, keysIn }) => {
  test.each<{ case: string; faults: CallFault[]; crash?: Row['crash']; sent: number; answers: number[] }>([
    { case: 'none', faults: [], sent: 1, answers: [200] },
    { case: 'answer lost', faults: ['answer-lost'], sent: 2, answers: [500, 200] },
    { case: 'request lost', faults: ['request-lost'], sent: 1, answers: [500, 200] },
    { case: '503, though done', faults: [apiError(503, 'UNAVAILABLE', true)], sent: 2, answers: [500, 200] },
    { case: 'crash after the answer', faults: [], crash: 'crashBeforeFinish', sent: 2, answers: [200] },
  ])('sends what can be told by one key: $case', async (row) => {
    const world = new ProxyWorld(settings);

    const outcomes = await played(world, {
      ...row,
      arrange: failing(kind, ...row.faults),
      outcome: '',
    });

    const keys = keysIn(world.apis);
    const sent = row.sent === 1 ? '1' : `${row.sent} under one key`;
    table.add(
      api,
      row.case,
      sent,
      answersOf(outcomes).join(' '),
      waitsBetween(outcomes),
      row.sent === 1 ? 'completed' : receiver,
    );
    expect(keys).toEqual(Array(row.sent).fill(TOKEN));
    expect(answersOf(outcomes)).toEqual(row.answers);
  });
});

import type { JobRun } from '../../lambda-handler/job-run';
import { type DeliveryFaults, NO_FAULTS, type RunFaults } from '../../lambda-handler/simulation/fault-plan';
import type { Execution } from '../../lambda-handler/simulation/history';
import type { Outside } from '../../lambda-handler/simulation/outside';
import { FIRST_SCHEDULED_MS, simulate } from '../../lambda-handler/simulation/simulate';
import type { SimulatedJob } from '../../lambda-handler/simulation/simulated-job';
import { JOB, planOf } from './simulated-job';

const working = (ms: number) => (outside: Outside) => () => outside.sleep(ms);

/** The answers to the first run's deliveries, in the order of their sending. */
async function answersUnder(deliveries: readonly Partial<DeliveryFaults>[], workMs = 1_000) {
  const history = await simulate(JOB, planOf(deliveries), { logic: working(workMs) });
  return history.deliveries.map(
    ({ sentAtMs, answer, death }) =>
      `${Math.round((sentAtMs - FIRST_SCHEDULED_MS) / 1000)} s: ${answer?.outcome ?? death?.why}`,
  );
}

describe('simulate', () => {
  test('completes a run at its first delivery when nothing goes wrong', async () => {
    expect(await answersUnder([])).toEqual(['0 s: completed']);
  });

  test("sends a step's token with run.fetch, the same in each attempt", async () => {
    const keys: (string | null)[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = async (_, init) => {
      keys.push(new Headers(init?.headers).get('Idempotency-Key'));
      return new Response();
    };
    let token: string | undefined;
    const logic = () => async (run: JobRun) => {
      token = run.token('charge');
      await run.fetch('charge', 'https://ledger.example.com');
      if (run.attempt === 1) throw new Error('not yet');
    };
    try {
      await simulate(JOB, planOf([]), { logic });
    } finally {
      globalThis.fetch = original;
    }

    expect(keys).toEqual([token, token]);
  });

  test.each([
    {
      case: 'the instance crashes, and a retry comes after its lease',
      faults: { instance: [{ kind: 'crash', at: { kind: 'time', afterMs: 500 } }] },
      answers: [
        '0 s: crash',
        '6 s: held-elsewhere',
        '16 s: held-elsewhere',
        '36 s: held-elsewhere',
        '76 s: completed',
      ],
    },
    {
      case: 'the instance crashes before it has claimed',
      faults: { instance: [{ kind: 'crash', at: { kind: 'step', step: 1 } }] },
      answers: ['0 s: crash', '5 s: completed'],
    },
    {
      case: 'the answer is lost',
      faults: { answerLost: true },
      answers: ['0 s: completed', '6 s: already-completed'],
    },
    {
      case: 'the store hears the claim and is not heard',
      faults: { store: [{ kind: 'answer-lost' }] },
      answers: ['0 s: completed'],
    },
    {
      case: 'the store denies everything to the first delivery',
      faults: { store: [{ kind: 'denied' }, { kind: 'denied' }] },
      answers: ['0 s: claim-unknown', '5 s: completed'],
    },
    {
      case: 'the instance is told to stop while job logic works',
      faults: { instance: [{ kind: 'stop-signal', at: { kind: 'time', afterMs: 500 } }] },
      answers: ['0 s: completed'],
    },
    {
      case: 'the cold start takes longer than Cloud Scheduler waits',
      faults: { coldStartMs: 31_000 },
      answers: ['0 s: completed', '35 s: already-completed'],
    },
  ] satisfies { case: string; faults: Partial<DeliveryFaults>; answers: string[] }[])(
    'plays it out when $case',
    async ({ faults, answers }) => {
      expect(await answersUnder([faults])).toEqual(answers);
    },
  );

  test('lets an instance that stood still past its lease go on, and its outcome is not taken', async () => {
    const freeze = { kind: 'freeze', at: { kind: 'time', afterMs: 500 }, forMs: 78_000 } as const;

    expect(await answersUnder([{ instance: [freeze] }], 3_000)).toEqual([
      '0 s: watchdog',
      '35 s: held-elsewhere',
      '45 s: completed',
    ]);
  });

  test('lets an instance that was suspended past its lease go on, and tells it that its run was lost', async () => {
    const job: SimulatedJob = {
      ...JOB,
      settings: { ...JOB.settings, leaseKind: 'renewed', leaseSeconds: 15 },
    };
    const suspend = { kind: 'suspend', at: { kind: 'time', afterMs: 500 }, forMs: 30_000 } as const;
    const [run] = planOf([{ instance: [suspend] }]).runs as [RunFaults];
    const duplicates = [{ afterMs: 16_000, faults: NO_FAULTS }];
    const plan = { ...planOf(), runs: [{ ...run, duplicates }] };

    const { executions, deliveries } = await simulate(job, plan, {
      logic: (outside) => (one) => outside.sleep(14_000, one.signal),
    });

    const [first, second] = executions as [Execution, Execution];
    expect(deliveries[0]).toMatchObject({ wasFrozen: true, wokeAtMs: FIRST_SCHEDULED_MS + 30_500 });
    expect(second).toMatchObject({ delivery: 1, attempt: 2, startedAtMs: FIRST_SCHEDULED_MS + 16_030 });
    // The first renewal was due five seconds after the claim, on a clock that stood still for thirty.
    expect(first.toldLostAtMs).toBe(FIRST_SCHEDULED_MS + 35_020);
    expect(first).toMatchObject({ end: 'returned', endedAtMs: first.toldLostAtMs });
  });

  test('begins the next run when retries reach its time, or skips it', async () => {
    const crashes = Array.from({ length: 6 }, () => ({ coldStartMs: 200_000 }));
    const scheduled = async (nextRun: 'ends-retries' | 'is-skipped') => {
      const plan = planOf(crashes, { nextRun });
      const [run] = plan.runs;
      const two = { ...plan, runs: [run, { ...run, deliveries: [] }] as typeof plan.runs };
      const job = { ...JOB, everySeconds: 60 };
      const { deliveries, skippedMs } = await simulate(job, two, { logic: working(1_000) });
      const times = deliveries.map((one) => (one.scheduledTimeMs - FIRST_SCHEDULED_MS) / 1000);
      return { times, skipped: skippedMs.length };
    };

    expect(await scheduled('ends-retries')).toEqual({ times: [0, 0, 60], skipped: 0 });
    expect(await scheduled('is-skipped')).toEqual({ times: [0, 0, 0, 0, 0, 0], skipped: 1 });
  });
});

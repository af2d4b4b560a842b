import fc from 'fast-check';
import { processDelivery } from '../../../lambda-handler/protocol/delivery';
import type { Outcome } from '../../../lambda-handler/protocol/outcome';
import { type Fault, FaultyStore } from './faulty-store';
import { ProtocolWorld, SCHEDULED_MS, SETTINGS } from './protocol-world';

/** One delivery by an instance of its own; times in milliseconds. */
interface Plan {
  readonly atMs: number;
  /** Short enough for the watchdog, which would end the process, to stay out of it. */
  readonly logicMs: number;
  readonly throws: boolean;
  /** How long after its delivery the instance crashes, if it does. */
  readonly crashAfterMs: number | undefined;
  readonly faults: Readonly<Record<'create' | 'update' | 'read', readonly Fault[]>>;
}

interface Attempt {
  readonly attempt: number;
  readonly startMs: number;
  readonly endMs: number;
  returned: boolean;
}

const WRITE_FAULTS: readonly Fault[] = [
  'refused-though-done',
  'unanswered-though-done',
  'unanswered',
  'lands-late',
];
const writeFaults = fc.array(fc.constantFrom(...WRITE_FAULTS), { maxLength: 2 });
const PLANS = fc.array(
  fc.record<Plan>({
    atMs: fc.integer({ min: 0, max: 500_000 }),
    logicMs: fc.integer({ min: 0, max: 170_000 }),
    throws: fc.boolean(),
    crashAfterMs: fc.option(fc.integer({ min: 0, max: 184_000 }), { nil: undefined }),
    faults: fc.record({
      create: writeFaults,
      update: writeFaults,
      read: fc.array(fc.constant<Fault>('unanswered'), { maxLength: 2 }),
    }),
  }),
  { minLength: 2, maxLength: 6 },
);

/** Lets the deliveries happen, each in an instance of its own, and reports what they did. */
async function simulate(plans: readonly Plan[]) {
  const world = new ProtocolWorld();
  const { clock } = world;
  const attempts: Attempt[] = [];
  const answers: { readonly outcome: Outcome; readonly status: string | undefined }[] = [];

  const deliver = async (plan: Plan, name: string) => {
    await clock.sleep(plan.atMs);
    const store = new FaultyStore(world.memory);
    for (const method of ['create', 'update', 'read'] as const) store.fail(method, ...plan.faults[method]);
    let crashed = false;
    if (plan.crashAfterMs !== undefined) {
      clock.after(plan.crashAfterMs, () => {
        crashed = true;
        store.crash();
      });
    }
    const logic = async ({ attempt }: { attempt: number }) => {
      if (crashed) return;
      const startMs = clock.monotonicMs();
      const entry: Attempt = { attempt, startMs, endMs: startMs + plan.logicMs, returned: false };
      attempts.push(entry);
      await clock.sleep(plan.logicMs);
      if (crashed) await new Promise(() => {});
      if (plan.throws) throw new Error('no');
      entry.returned = true;
    };
    const outcome = await processDelivery(
      { ...world.port, store, randomUUID: () => name },
      {
        settings: SETTINGS,
        logic,
        scheduledTimeMs: SCHEDULED_MS,
        body: Buffer.alloc(0),
        headers: {},
        log: world.log,
      },
    );
    answers.push({ outcome, status: (await world.stored())?.record.status });
  };

  plans.forEach((plan, index) => void deliver(plan, `instance-${index}`));
  await clock.advance(1_500_000);
  return { attempts, answers, stored: await world.stored() };
}

describe('processDelivery, with faults and crashes', () => {
  test('never runs two attempts at a time, and numbers them as they start', async () => {
    await fc.assert(
      fc.asyncProperty(PLANS, async (plans) => {
        const { attempts } = await simulate(plans);

        attempts.slice(1).forEach((later, index) => {
          const earlier = attempts[index] as Attempt;
          expect(later.startMs).toBeGreaterThanOrEqual(earlier.endMs);
          expect(later.attempt).toBeGreaterThan(earlier.attempt);
        });
      }),
      { numRuns: 150 },
    );
  });

  test('runs nothing after a success that was answered, and answers success only for a completed run', async () => {
    await fc.assert(
      fc.asyncProperty(PLANS, async (plans) => {
        const { attempts, answers, stored } = await simulate(plans);

        const successes = answers.filter(({ outcome }) => /completed/.test(outcome.kind));
        const completed = answers.filter(({ outcome }) => outcome.kind === 'completed');
        expect(successes.map(({ status }) => status)).toEqual(successes.map(() => 'completed'));
        expect(completed.length).toBeLessThanOrEqual(1);
        if (successes.length > 0) {
          expect(attempts.at(-1)?.returned).toBe(true);
          expect(stored?.record.attempt).toBe(attempts.at(-1)?.attempt);
        }
      }),
      { numRuns: 150 },
    );
  });
});

import fc from 'fast-check';
import { type FaultPlan, NO_FAULTS } from '../../lambda-handler/simulation/fault-plan';
import type { History } from '../../lambda-handler/simulation/history';
import { simulate } from '../../lambda-handler/simulation/simulate';
import { type SimulatedJob, simulatedJob } from '../../lambda-handler/simulation/simulated-job';
import { BACKOFF_READINGS } from '../../src/timing/backoff';
import { deriveTiming } from '../../src/timing/derive-timing';
import type { TimingInput } from '../../src/timing/timing-input';

/** A run whose first attempt crashes, and to which nothing else happens. */
export interface RecoveryCase {
  readonly job: SimulatedJob;
  readonly plan: FaultPlan;
  /** How long the first attempt would work. */
  readonly workMs: number;
}

/** Crashes at whole seconds, as rule I3 counts them, under schedules from each minute to each day. */
export const RECOVERY_CASES: fc.Arbitrary<RecoveryCase> = fc
  .record({
    everySeconds: fc.constantFrom(60, 120, 300, 600, 3_600, 86_400),
    attemptDeadlineSeconds: fc.constantFrom(undefined, 15, 26, 60, 75, 180, 225, 475, 600, 1_799),
    isLeaseRenewed: fc.boolean(),
    backoff: fc.constantFrom(...BACKOFF_READINGS),
    lateMs: fc.integer({ min: 0, max: 5_000 }),
    coldShare: fc.double({ min: 0, max: 1, noNaN: true }),
    crashShare: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ everySeconds, attemptDeadlineSeconds, isLeaseRenewed, backoff, lateMs, coldShare, crashShare }) => {
    const job =
      provenJob({ everySeconds, attemptDeadlineSeconds, isLeaseRenewed }) ??
      (provenJob({ everySeconds, attemptDeadlineSeconds: undefined, isLeaseRenewed: false }) as SimulatedJob);
    const { settings, attemptDeadlineSeconds: deadline } = job;
    const claimAllowanceSeconds = deadline - settings.timeoutSeconds;
    const coldStartMs = Math.round(coldShare * claimAllowanceSeconds * 1000);
    const crashMs = Math.round(crashShare * deadline) * 1000;
    const crash = {
      kind: 'crash',
      at: { kind: 'time', afterMs: Math.max(0, crashMs - coldStartMs) },
    } as const;
    const plan: FaultPlan = {
      backoff,
      nextRun: 'ends-retries',
      storeAheadMs: 0,
      forgetAfterMs: 1,
      otherSettings: {},
      runs: [
        {
          lateMs,
          deliveries: [{ ...NO_FAULTS, coldStartMs: Math.min(coldStartMs, crashMs), instance: [crash] }],
          duplicates: [],
          pressedBeforeMs: [],
        },
      ],
    };
    return { job, plan, workMs: settings.timeoutSeconds * 1000 };
  });

const SHORT_LEASE_SECONDS = 20;
const proven = new Map<string, SimulatedJob | undefined>();

interface Wanted {
  readonly everySeconds: number;
  readonly attemptDeadlineSeconds: number | undefined;
  readonly isLeaseRenewed: boolean;
}

/** A job whose times are proven; looked for once, since deriving them takes longer than a simulation. */
function provenJob(wanted: Wanted): SimulatedJob | undefined {
  const key = JSON.stringify(wanted);
  if (!proven.has(key)) proven.set(key, proveJob(wanted));
  return proven.get(key);
}

function proveJob({ everySeconds, isLeaseRenewed, ...given }: Wanted): SimulatedJob | undefined {
  const leaseSeconds = isLeaseRenewed ? SHORT_LEASE_SECONDS : undefined;
  const input: TimingInput = { gapSeconds: everySeconds, leaseSeconds, isLeaseRenewed, ...given, retry: {} };
  const { timing } = deriveTiming(input);
  if (timing === undefined) return undefined;
  const lease = { kind: isLeaseRenewed ? 'renewed' : 'fixed' } as const;
  return simulatedJob(
    { timing, lease, forcedRuns: 'separate', missingScheduleTime: 'reject' },
    { everySeconds },
  );
}

/** Plays a case; the attempts after the first take no time. */
export function playRecovery({ job, plan, workMs }: RecoveryCase): Promise<History> {
  return simulate(job, plan, {
    logic: (outside) => (run) => outside.sleep(run.attempt === 1 ? workMs : 0),
  });
}

export const RECOVERY = 'a run whose only fault is the crash of its first attempt is recovered in time';

/** What is wrong, if the run is not completed by a delivery that was sent before the next scheduled time. */
export async function recoveryProblems(one: RecoveryCase): Promise<string[]> {
  const { commits, deliveries } = await playRecovery(one);
  const end = commits.find(({ kind, status }) => kind === 'finish' && status === 'completed');
  const [first] = deliveries;
  const sentAtMs = deliveries[end?.delivery ?? -1]?.sentAtMs ?? Number.POSITIVE_INFINITY;
  const nextMs = (first?.scheduledTimeMs ?? 0) + one.job.everySeconds * 1000;
  return sentAtMs < nextMs ? [] : [`${RECOVERY}: it was lost`];
}

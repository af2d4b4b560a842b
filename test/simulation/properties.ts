import type { Commit, DeliveryEntry, Execution } from '../../lambda-handler/simulation/history';
import { answerProblems } from './allowed-answers';
import { COMPLETION_PROPERTIES } from './completion-properties';
import { LOSS_PROPERTIES } from './loss-properties';
import type { Property } from './property';
import { FORCED_ALLOWANCE_MS, type RunView } from './run-view';

/** What must hold whatever goes wrong. */
export const PROPERTIES: readonly Property[] = [
  {
    name: 'no other attempt claims a run while job logic works under a live lease',
    problems: (view) =>
      view.commits('claim').flatMap((claim) =>
        view.history.executions
          .filter(
            (one) =>
              one.runId === claim.runId &&
              one.delivery !== claim.delivery &&
              one.startedAtMs <= claim.atMs &&
              (one.endedAtMs ?? Number.POSITIVE_INFINITY) > claim.atMs &&
              // What has committed its own end may go on, and another press may begin.
              !view.hasCompleted(one.delivery) &&
              view.leaseEndMs(one.delivery, one.runId, claim.atMs) > claim.atMs,
          )
          .map((one) => `delivery ${claim.delivery} claims while delivery ${one.delivery} works`),
      ),
  },
  {
    name: 'no attempt claims a run before the lease that its holder wrote is over',
    problems: (view) =>
      view
        .commits('claim')
        .filter(
          ({ before, storeTimeMs }) => before?.status === 'in_progress' && storeTimeMs < before.leaseEndMs,
        )
        .map((claim) => `delivery ${claim.delivery} claims under the lease of ${claim.before?.attemptId}`),
  },
  {
    name: 'no attempt claims a run whose end is final',
    problems: (view) => view.commits('claim').flatMap((claim) => claimAfterEnd(view, claim)),
  },
  {
    name: 'a job without retries runs at most once',
    problems: (view) => {
      if (!view.job.settings.atMostOnce) return [];
      const keys = view.history.executions.map((one) => view.keyOf(one));
      return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `run ${key} ran again`);
    },
  },
  {
    name: 'job logic returns at most once, unless its outcome could not be written',
    problems: (view) =>
      view.history.executions
        .filter((one) => isWrittenReturn(view, one))
        .flatMap((returned) =>
          view.history.executions
            .filter(
              (one) =>
                one !== returned &&
                view.keyOf(one) === view.keyOf(returned) &&
                !startsOverslept(view, one) &&
                (isWrittenReturn(view, one) || one.startedAtMs > answeredAtMs(view, returned)),
            )
            .map((one) => `delivery ${one.delivery} runs what delivery ${returned.delivery} completed`),
        ),
  },
  {
    name: 'no attempt writes into a record that is not its own',
    problems: (view) =>
      [...view.commits('finish'), ...view.commits('renewal'), ...view.commits('release')]
        .filter((commit) => view.holder(commit) !== commit.delivery)
        .map((commit) => `delivery ${commit.delivery} writes into the record of ${commit.attemptId}`),
  },
  {
    name: 'no attempt finishes after a higher one has claimed',
    problems: (view) =>
      view.commits('finish').flatMap((finish) => {
        const own = view
          .commits('claim')
          .findLast(({ delivery, runId }) => delivery === finish.delivery && runId === finish.runId);
        return view
          .commits('claim')
          .filter(
            (claim) =>
              claim.runId === finish.runId &&
              claim.atMs <= finish.atMs &&
              claim.attempt > (own?.attempt ?? finish.attempt),
          )
          .map(
            (claim) => `delivery ${finish.delivery} finishes after delivery ${claim.delivery} has claimed`,
          );
      }),
  },
  {
    name: 'attempt numbers grow by one with each claim',
    problems: (view) =>
      view
        .commits('claim')
        .filter(({ attempt, before }) => attempt !== (before?.attempt ?? 0) + 1)
        .map(({ delivery, attempt }) => `delivery ${delivery} claims as attempt ${attempt}`),
  },
  {
    name: 'job logic starts only under a live claim of its own',
    problems: (view) =>
      view.history.executions
        .filter((one) => {
          const claim = view.claimOf(one);
          if (claim === undefined || claim.attempt !== one.attempt) return true;
          return claim.atMs + claim.leaseSeconds * 1000 <= one.startedAtMs && !startsOverslept(view, one);
        })
        .map((one) => `delivery ${one.delivery} starts without a claim`),
  },
  {
    name: 'job logic does not start once the instance was told to stop',
    problems: (view) =>
      view.history.executions
        .filter((one) => one.startedAtMs > (view.delivery(one.delivery).stoppedAtMs ?? one.startedAtMs))
        .map((one) => `delivery ${one.delivery} starts after the signal`),
  },
  {
    name: 'a press within the retry window of an earlier one is the same run',
    problems: (view) =>
      view
        .commits('claim')
        .filter(({ generation, before, storeTimeMs }) => {
          const windowMs = view.job.settings.retryWindowSeconds * 1000;
          return (
            before !== undefined &&
            generation !== before.generation &&
            storeTimeMs - before.updatedAtMs <= windowMs
          );
        })
        .map(({ delivery, generation }) => `delivery ${delivery} begins generation ${generation}`),
  },
  {
    name: 'the record says how job logic ended, and not before it has',
    problems: (view) => view.commits('finish').flatMap((finish) => wrongFinish(view, finish)),
  },
  {
    name: 'no job logic outlives its lease in an instance that does not stand still',
    problems: (view) =>
      view.history.executions
        .filter((one) => {
          const { wasFrozen } = view.delivery(one.delivery);
          const endedAtMs = one.endedAtMs ?? Number.POSITIVE_INFINITY;
          const isFinal = view.hasCompleted(one.delivery);
          return !wasFrozen && !isFinal && endedAtMs > view.leaseEndMs(one.delivery, one.runId, endedAtMs);
        })
        .map((one) => `delivery ${one.delivery} works on after its lease`),
  },
  {
    name: "a run is forced by the store's clock, with ten seconds allowed",
    problems: (view) =>
      view.history.executions
        .filter((one) => {
          const { handledAtMs = 0 } = view.delivery(one.delivery);
          const allowedMs = one.scheduledTimeMs - FORCED_ALLOWANCE_MS;
          const claimedAtMs = view.claimOf(one)?.storeTimeMs ?? 0;
          return one.forced ? handledAtMs + view.storeAheadMs >= allowedMs : claimedAtMs < allowedMs;
        })
        .map((one) => `delivery ${one.delivery} counts as ${one.forced ? 'forced' : 'scheduled'}`),
  },
  {
    name: 'a forced run never ends its scheduled run',
    problems: (view) => {
      if (view.job.settings.forcedRuns === 'consume-next') return [];
      return view.history.executions
        .filter((one) => {
          const claim = view.claimOf(one);
          const isEarly =
            claim !== undefined && claim.storeTimeMs < one.scheduledTimeMs - FORCED_ALLOWANCE_MS;
          return isEarly && one.runId === view.idOf(one.scheduledTimeMs, 'scheduled');
        })
        .map((one) => `delivery ${one.delivery} takes the scheduled run`);
    },
  },
  {
    name: 'no delivery past the retention runs',
    problems: (view) =>
      view.history.executions
        .filter((one) => {
          const claimedAtMs = view.claimOf(one)?.storeTimeMs ?? 0;
          return claimedAtMs - one.scheduledTimeMs > view.job.settings.retentionSeconds * 1000;
        })
        .map((one) => `delivery ${one.delivery} runs`),
  },
  ...COMPLETION_PROPERTIES,
  ...LOSS_PROPERTIES,
  {
    name: 'calls of one attempt to the store are never side by side',
    problems: ({ history }) =>
      history.mostOpenCalls > 1 ? [`${history.mostOpenCalls} calls were open at a time`] : [],
  },
  {
    name: 'every answer is one that the tables allow',
    problems: (view) => view.history.deliveries.flatMap((delivery) => answerProblems(view, delivery)),
  },
  {
    name: 'a delivery that meets no fault is decided, and not lost',
    problems: (view) =>
      view.history.deliveries
        .filter((delivery) => view.isFaultFree(delivery) && !view.isForgotten(delivery))
        .filter((delivery) => !isDecided(delivery.answer?.outcome) && !hasOverrun(delivery))
        .map(({ id, answer }) => `delivery ${id} ends as ${answer?.outcome ?? 'nothing'}`),
  },
];

/** Suspended between its claim and its start: nothing can tell an instance whose clock stood still of its lease. */
function startsOverslept(view: RunView, one: Execution): boolean {
  const delivery = view.delivery(one.delivery);
  const lateMs = view.suspendedMs(delivery);
  const claimedAtMs = view.claimOf(one)?.atMs ?? one.startedAtMs;
  const { wokeAtMs = 0 } = delivery;
  return (
    claimedAtMs < wokeAtMs &&
    wokeAtMs <= one.startedAtMs &&
    one.startedAtMs - lateMs < view.leaseEndMs(one.delivery, one.runId, one.startedAtMs)
  );
}

const DECIDED: readonly string[] = [
  'completed',
  'failed',
  'permanently-failed',
  'already-completed',
  'already-failed',
  'held-elsewhere',
  'too-old',
  'forced-refused',
];

/** Its job logic used up the handler's own limit, and was ended. */
function hasOverrun({ death, settings, handledAtMs = 0 }: DeliveryEntry): boolean {
  return death?.why === 'watchdog' && death.atMs - handledAtMs >= settings.timeoutSeconds * 1000;
}

function isDecided(outcome: string | undefined): boolean {
  return outcome !== undefined && DECIDED.includes(outcome);
}

/** Another press of a forced run is a new one, and begins with a claim of the next generation. */
function claimAfterEnd(view: RunView, claim: Commit): string[] {
  const end = view.history.commits.find(
    ({ kind, runId, generation, status, permanent, atMs }) =>
      kind === 'finish' &&
      runId === claim.runId &&
      generation === claim.generation &&
      atMs <= claim.atMs &&
      (status === 'completed' || permanent),
  );
  if (end === undefined || isReleased(view, claim)) return [];
  return [`delivery ${claim.delivery} claims what delivery ${end.delivery} ended (${end.status})`];
}

/** A claim past the retention is taken back before anything runs. */
function isReleased(view: RunView, claim: Commit): boolean {
  return view.executionOf(claim.delivery ?? -1) === undefined && claim.before === undefined;
}

/** Returned, and nothing kept the handler from writing it down. */
function isWrittenReturn(view: RunView, { delivery, end, runId, completions }: Execution): boolean {
  const { answer } = view.delivery(delivery);
  if (end !== 'returned' || answer === undefined || answer.outcome === 'finish-unknown') return false;
  // A completion that nobody answered must not count as done, whatever job logic makes of it.
  if (completions.length > 0 && answer.outcome === 'failed') return false;
  return answer.outcome === 'completed' || answer.atMs < view.leaseEndMs(delivery, runId, answer.atMs);
}

function answeredAtMs(view: RunView, { delivery }: Execution): number {
  return view.delivery(delivery).answer?.atMs ?? Number.POSITIVE_INFINITY;
}

function wrongFinish(view: RunView, finish: Commit): string[] {
  const execution = view.executionOf(finish.delivery ?? -1);
  if (execution === undefined) {
    return finish.status === 'completed' ? [`delivery ${finish.delivery} completes what never ran`] : [];
  }
  const { end, endedAtMs = Number.POSITIVE_INFINITY } = execution;
  const says = finish.status === 'completed' ? 'returned' : 'threw';
  if (endedAtMs <= finish.atMs && end === says) return [];
  // What was committed with its effect stands, and what nobody heard of may have been.
  if (execution.completions.length > 0 && (finish.status === 'completed' || end === 'returned')) return [];
  return [`delivery ${finish.delivery} writes ${finish.status} where job logic ${end ?? 'is at work'}`];
}

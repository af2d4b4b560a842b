import type { Commit, DeliveryEntry } from '../../lambda-handler/simulation/history';
import { FORCED_ALLOWANCE_MS, type RunView } from './run-view';

/** The status of each outcome that a well-formed delivery may come to; as the claim protocol says. */
const STATUSES: Readonly<Record<string, number>> = {
  completed: 200,
  'already-completed': 200,
  failed: 500,
  'permanently-failed': 422,
  'already-failed': 422,
  'held-elsewhere': 409,
  superseded: 500,
  'too-old': 410,
  'forced-refused': 422,
  'claim-unknown': 500,
  'claim-not-released': 500,
  'lease-over': 500,
  'finish-unknown': 500,
  stopping: 500,
};

/** Whether what has happened until the answer bears it out. */
const BORNE_OUT: Readonly<Record<string, (facts: AnswerFacts) => boolean>> = {
  completed: ({ ownFinish }) => ownFinish?.status === 'completed',
  failed: ({ ownFinish }) => ownFinish?.status === 'failed' && !ownFinish.permanent,
  'permanently-failed': ({ ownFinish }) => ownFinish?.permanent === true,
  'already-completed': ({ others }) => others.some(({ status }) => status === 'completed'),
  'already-failed': ({ others, view }) =>
    others.some(({ permanent }) => permanent || view.job.settings.atMostOnce),
  'held-elsewhere': ({ others, handledAtMs, isOwn }) =>
    others.some(({ kind, atMs, leaseSeconds }) => {
      const isHolding = kind === 'claim' || kind === 'renewal';
      return isHolding && (isOwn || atMs + leaseSeconds * 1000 > handledAtMs);
    }),
  superseded: ({ isOwn, others }) => isOwn && others.length > 0,
  'too-old': ({ view, delivery, answeredAtMs }) =>
    answeredAtMs + view.storeAheadMs - delivery.scheduledTimeMs > view.job.settings.retentionSeconds * 1000,
  'forced-refused': ({ view, delivery, handledAtMs }) =>
    view.job.settings.forcedRuns === 'reject' &&
    handledAtMs + view.storeAheadMs < delivery.scheduledTimeMs - FORCED_ALLOWANCE_MS,
  'claim-unknown': ({ hasRun }) => !hasRun,
  'claim-not-released': ({ hasRun }) => !hasRun,
  'lease-over': ({ hasRun }) => !hasRun,
  'finish-unknown': ({ isOwn }) => isOwn,
  stopping: ({ isOwn }) => !isOwn,
};

interface AnswerFacts {
  readonly view: RunView;
  readonly delivery: DeliveryEntry;
  readonly handledAtMs: number;
  readonly answeredAtMs: number;
  readonly hasRun: boolean;
  /** The delivery has had a claim. */
  readonly isOwn: boolean;
  readonly ownFinish: Commit | undefined;
  /** What other deliveries of the run, and the store itself, committed until the answer. */
  readonly others: readonly Commit[];
}

/** What is wrong with the answer to a delivery. */
export function answerProblems(view: RunView, delivery: DeliveryEntry): string[] {
  const { answer, id, handledAtMs = 0 } = delivery;
  if (answer === undefined) return [];
  const { status, outcome, atMs: answeredAtMs } = answer;
  const ids = (['scheduled', 'forced'] as const).map((space) => view.idOf(delivery.scheduledTimeMs, space));
  const known = view.history.commits.filter(({ atMs, runId }) => atMs <= answeredAtMs && ids.includes(runId));
  const facts: AnswerFacts = {
    view,
    delivery,
    handledAtMs,
    answeredAtMs,
    hasRun: view.executionOf(id) !== undefined,
    isOwn: known.some((commit) => commit.delivery === id),
    ownFinish: known.find((commit) => commit.delivery === id && commit.kind === 'finish'),
    others: known.filter((commit) => commit.delivery !== id),
  };
  if (STATUSES[outcome] !== status) return [`delivery ${id} is answered ${status} ${outcome}`];
  return BORNE_OUT[outcome]?.(facts) ? [] : [`delivery ${id} is answered ${outcome}, which is not borne out`];
}

import type { CompleteWith, CompletionOptions } from '../completion';
import { CompletionError } from '../errors';
import type { AttemptTimes } from './attempt-times';
import { finishUntilMs } from './attempt-times';
import { type WantedCompletion, wantedCompletion } from './check-completion';
import type { ClaimIdentity } from './claim';
import { type Commit, commitWrites } from './commit-writes';
import type { HeldLease, Loss } from './held-lease';
import type { Log } from './log';
import { type LogicReturned, returned, type Settled, threw } from './logic-result';
import { finishChanges } from './record';
import { batchCommit, transactionCommit } from './sdk-commit';
import type { StorePort } from './store-call';

/** What a completion needs of its attempt. */
export interface CompletionContext {
  readonly port: StorePort;
  readonly claim: ClaimIdentity;
  readonly lease: HeldLease;
  readonly times: AttemptTimes;
  readonly log: Log;
  readonly onLost: (loss: Loss) => void;
}

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'committing' }
  | { readonly kind: 'committed'; readonly returned: LogicReturned }
  | { readonly kind: 'unknown' }
  /** The job logic has settled: the record is no longer its to write. */
  | { readonly kind: 'ended' };

/** The atomic completion of one attempt, in series with everything else that is written to its record. */
export class Completion {
  private state: State = { kind: 'open' };
  private ended: Promise<unknown> = Promise.resolve();
  /** What the last completion was rejected with. */
  private failure: unknown;

  constructor(private readonly context: CompletionContext) {}

  /**
   * How the attempt has ended, given how its job logic has; waits for a completion that is still on its way.
   *
   * What was committed stands, whatever the job logic did then. Where that is not known, or where nobody has
   * waited to hear that it failed, the run must not be recorded as completed without its writes.
   */
  async conclude(settled: Settled): Promise<{ readonly settled: Settled; readonly isRecorded: boolean }> {
    const isUnheard = this.state.kind === 'committing';
    await this.ended;
    if (this.state.kind === 'committed') {
      this.tellWhatIsNotKept(settled);
      return { settled: this.state.returned, isRecorded: true };
    }
    const isOpen = this.state.kind === 'unknown' || isUnheard;
    if (this.state.kind === 'open') this.state = { kind: 'ended' };
    const isRefuted = isOpen && settled.kind === 'returned';
    return { settled: isRefuted ? threw(this.failure) : settled, isRecorded: false };
  }

  /** The function that job logic is given. */
  readonly completeWith = (async (...parameters: readonly unknown[]) => {
    const { port, claim } = this.context;
    const [wanted, options] = wantedCompletion(parameters, port.store.documents?.pathOf(claim.runId));
    return this.complete(commitOf(wanted), options);
  }) as CompleteWith;

  private async complete(commit: Commit, options: CompletionOptions): Promise<unknown> {
    if (this.state.kind === 'ended') throw attemptEnded();
    if (this.state.kind !== 'open') {
      throw new CompletionError('the attempt has completed its run before, or has tried to', {
        code: this.state.kind === 'unknown' ? 'OUTCOME_UNKNOWN' : 'ALREADY_COMPLETED',
        retryable: false,
      });
    }
    this.state = { kind: 'committing' };
    const end = this.commit(commit, returned(options.result, this.context.log));
    this.ended = end.catch((error: unknown) => {
      this.failure = error;
    });
    return end;
  }

  private async commit(commit: Commit, outcome: LogicReturned): Promise<unknown> {
    const { port, claim, lease, times, onLost } = this.context;
    const { clock } = port;
    const updateTime = await lease.pause();
    const ended = await commit({
      port,
      claim,
      changes: finishChanges(outcome, clock.nowMs()),
      updateTime,
      untilMs: finishUntilMs(times, clock.monotonicMs()),
    });
    switch (ended.kind) {
      case 'committed':
        this.state = { kind: 'committed', returned: outcome };
        lease.outlive(times.overrunAtMs);
        return ended.value;
      case 'not-committed':
        this.state = { kind: 'open' };
        lease.resume(ended.updateTime);
        throw ended.error;
      case 'lost':
        this.state = { kind: 'open' };
        onLost(ended.loss);
        throw runLost(ended.loss);
      case 'unknown':
        this.state = { kind: 'unknown' };
        // Renewed from a version that the completion may have replaced: the next renewal finds out.
        lease.resume(ended.updateTime);
        throw outcomeUnknown(ended.cause);
    }
  }

  private tellWhatIsNotKept(settled: Settled): void {
    const { log } = this.context;
    if (settled.kind === 'threw') {
      log('WARNING', 'the job logic threw after it had completed its run, which stays completed', {
        error: settled.thrown ?? String(settled.thrown),
      });
    } else if (settled.result !== undefined) {
      log('WARNING', 'what the job logic returned is not kept: it had completed its run before', {});
    }
  }
}

function commitOf(wanted: WantedCompletion): Commit {
  switch (wanted.kind) {
    case 'writes':
      return commitWrites(wanted.writes);
    case 'transaction':
      return transactionCommit(wanted.firestore, wanted.update);
    case 'batch':
      return batchCommit(wanted.firestore, wanted.batch);
  }
}

/** Another attempt holds the run, or its record is gone. */
export function runLost({ holder }: Loss): CompletionError {
  return new CompletionError("the run was lost: its record is no longer this attempt's", {
    code: 'RUN_LOST',
    retryable: false,
    details: { holder },
  });
}

/** Its writes would go beside the attempt's own end, and that end would be taken for theirs. */
function attemptEnded(): CompletionError {
  return new CompletionError(
    'the job logic had ended before; nothing was written: await completeWith in it',
    {
      code: 'ATTEMPT_ENDED',
      retryable: false,
    },
  );
}

function outcomeUnknown(cause: unknown): CompletionError {
  return new CompletionError('the store did not say whether the run is completed', {
    code: 'OUTCOME_UNKNOWN',
    retryable: false,
    cause,
  });
}

/** What job logic is given where no record is kept. */
export const noCompletion = (async () => {
  throw new CompletionError('the run has no record that could be completed', {
    code: 'NOT_SUPPORTED',
    retryable: false,
  });
}) as CompleteWith;

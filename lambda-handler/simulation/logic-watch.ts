import type { CompleteWith } from '../completion';
import type { DocumentWrite } from '../document-writes';
import { CompletionError } from '../errors';
import type { JobFunction, JobRun } from '../job-run';
import { loggable } from '../loggable';
import { failureText } from '../protocol/bounded-text';
import type { Clock } from '../protocol/clock';
import { runLog } from '../protocol/run-log';
import type { CompletionCall, DeliveryEntry, Execution, History } from './history';
import { OpenWaits, unheard } from './outside';
import type { SimulatedInstance } from './simulated-instance';

/** Notes of the job logic of one delivery when it begins, what it does and how it ends. */
export class LogicWatch {
  /** What the job logic waits for. */
  readonly waits = new OpenWaits();
  /** The execution that has not ended, with the signal that it was given. */
  private running: { readonly execution: Execution; readonly signal: AbortSignal } | undefined;

  constructor(
    private readonly clock: Pick<Clock, 'nowMs'>,
    private readonly history: History,
    private readonly delivery: DeliveryEntry,
  ) {}

  /** Job logic that is watched. */
  over(logic: JobFunction, instance: SimulatedInstance): JobFunction {
    return async (run) => {
      const execution = this.begin(run);
      const ended = async (end: Pick<Execution, 'end' | 'error'>) => {
        await this.waits.during(new Promise<void>((resolve) => instance.run(resolve)));
        if (this.running === undefined) return;
        this.running = undefined;
        Object.assign(execution, { endedAtMs: this.clock.nowMs(), ...end });
      };
      try {
        const value = await logic(
          Object.freeze({
            ...run,
            completeWith: this.completing(run, execution),
            log: runLog((severity, message, fields) => {
              execution.log.push({ atMs: this.clock.nowMs(), severity, message, fields: loggable(fields) });
            }),
          }),
        );
        await ended({ end: 'returned' });
        return value;
      } catch (error) {
        await ended({ end: 'threw', error: failureText(error) });
        throw error;
      }
    };
  }

  /** The instance is gone, and with it whatever it was at. */
  died(): void {
    if (this.running === undefined) return;
    const { execution, signal } = this.running;
    const neverSettles = signal.aborted && this.waits.areNone;
    Object.assign(execution, { endedAtMs: this.clock.nowMs(), end: 'died', neverSettles });
    this.running = undefined;
  }

  private begin({ forced, runId, attempt, signal }: JobRun): Execution {
    const { clock, history, delivery } = this;
    const claim = history.commits.findLast((one) => one.delivery === delivery.id && one.runId === runId);
    const execution: Execution = {
      delivery: delivery.id,
      scheduledTimeMs: delivery.scheduledTimeMs,
      forced,
      runId,
      generation: claim?.generation ?? 0,
      attempt,
      startedAtMs: clock.nowMs(),
      completions: [],
      log: [],
      neverSettles: false,
    };
    history.executions.push(execution);
    this.running = { execution, signal };
    signal.addEventListener('abort', () => {
      if (codeOf(signal.reason) === 'RUN_LOST') execution.toldLostAtMs = clock.nowMs();
    });
    return execution;
  }

  private completing(run: JobRun, execution: Execution): CompleteWith {
    const complete = async (...given: Parameters<CompleteWith>) => {
      const completion: CompletionCall = { startedAtMs: this.clock.nowMs(), paths: pathsOf(given[0]) };
      execution.completions.push(completion);
      const settled = (end: CompletionCall['end']) =>
        Object.assign(completion, { settledAtMs: this.clock.nowMs(), end });
      try {
        const value = await this.waits.during(run.completeWith(...given));
        settled('committed');
        return value;
      } catch (error) {
        settled(codeOf(error) ?? 'threw');
        throw error;
      }
    };
    return ((...given: Parameters<CompleteWith>) => unheard(complete(...given))) as CompleteWith;
  }
}

function codeOf(error: unknown): CompletionError['code'] | undefined {
  return error instanceof CompletionError ? error.code : undefined;
}

function pathsOf(writes: unknown): string[] {
  return Array.isArray(writes) ? writes.map((write: DocumentWrite) => write?.path) : [];
}

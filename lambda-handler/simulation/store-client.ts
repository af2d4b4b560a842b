import type { Clock } from '../protocol/clock';
import type {
  CallLimit,
  DocumentStore,
  RunRecord,
  RunStore,
  Sighting,
  UpdateTime,
  WriteOutcome,
} from '../protocol/run-store';
import { storeRefused, storeUnanswered } from '../stores/store-errors';
import type { StoreFault } from './fault-plan';
import type { History } from './history';
import type { SimulatedInstance } from './simulated-instance';

/** One way of a call on which nothing goes wrong. */
const WAY_MS = 5;

type Method = 'create' | 'update' | 'delete' | 'read';

/** What a delivery's requests reach. */
type Reached = RunStore & { readonly documents: DocumentStore };

/** The store as one delivery has it: a network in between, on which calls go wrong as planned. */
export class StoreClient implements RunStore {
  readonly documents: DocumentStore;
  private calls = 0;
  private openCalls = 0;

  constructor(
    private readonly store: Reached,
    private readonly clock: Clock,
    private readonly instance: SimulatedInstance,
    private readonly faults: readonly StoreFault[],
    private readonly history: History,
  ) {
    this.documents = {
      ...store.documents,
      update: (runId, changes, expected, writes, limit) =>
        this.call('update', limit, () => store.documents.update(runId, changes, expected, writes, limit)),
    };
  }

  create(runId: string, record: RunRecord, limit: CallLimit): Promise<WriteOutcome> {
    return this.call('create', limit, () => this.store.create(runId, record, limit));
  }

  update(
    runId: string,
    changes: Partial<RunRecord>,
    expected: UpdateTime,
    limit: CallLimit,
  ): Promise<WriteOutcome> {
    return this.call('update', limit, () => this.store.update(runId, changes, expected, limit));
  }

  delete(runId: string, expected: UpdateTime, limit: CallLimit): Promise<WriteOutcome> {
    return this.call('delete', limit, () => this.store.delete(runId, expected, limit));
  }

  read(runId: string, limit: CallLimit): Promise<Sighting> {
    return this.call('read', limit, () => this.store.read(runId, limit));
  }

  private async call<T>(method: Method, limit: CallLimit, arrive: () => Promise<T>): Promise<T> {
    const fault = this.faults[this.calls++] ?? { kind: 'none' };
    this.openCalls += 1;
    this.history.mostOpenCalls = Math.max(this.history.mostOpenCalls, this.openCalls);
    try {
      await this.instance.step();
      return await this.travel(method, fault, limit, arrive);
    } finally {
      this.openCalls -= 1;
      await this.instance.step();
    }
  }

  private travel<T>(
    method: Method,
    fault: StoreFault,
    { untilMs }: CallLimit,
    arrive: () => Promise<T>,
  ): Promise<T> {
    const { clock, instance } = this;
    return new Promise((resolve, reject) => {
      const leftMs = untilMs - instance.clock.monotonicMs();
      const giveUp = clock.after(leftMs, () => reject(unanswered(method)));
      const answer = (afterMs: number, settle: () => void) =>
        clock.after(afterMs, () => {
          giveUp();
          settle();
        });
      const arriveAndAnswer = (requestMs: number, answerMs: number, heard: (value: T) => T) =>
        clock.after(
          requestMs,
          () => void arrive().then((value) => answer(answerMs, () => resolve(heard(value)))),
        );

      switch (fault.kind) {
        case 'none':
          return arriveAndAnswer(WAY_MS, WAY_MS, (value) => value);
        case 'slow':
          return arriveAndAnswer(fault.requestMs, fault.answerMs, (value) => value);
        case 'refused-though-done':
          // A read knows no refusal.
          return method === 'read'
            ? answer(2 * WAY_MS, () => reject(unanswered(method)))
            : arriveAndAnswer(WAY_MS, WAY_MS, () => ({ kind: 'refused' }) as T);
        case 'answer-lost':
          return clock.after(WAY_MS, () => void arrive());
        case 'silent':
          return;
        case 'lands-late':
          clock.after(fault.afterMs, () => void arrive());
          return answer(2 * WAY_MS, () => reject(unanswered(method)));
        case 'unavailable':
          return answer(2 * WAY_MS, () => reject(unanswered(method)));
        case 'denied':
          return answer(2 * WAY_MS, () => reject(denied(method)));
      }
    });
  }
}

function unanswered(method: Method) {
  return storeUnanswered({ method, database: 'simulated', tries: 1 });
}

function denied(method: Method) {
  const error = { status: 'PERMISSION_DENIED', httpStatus: 403, message: 'as planned' };
  return storeRefused(error, { method, database: 'simulated', tries: 1 });
}

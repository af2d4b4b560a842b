import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionHost } from '../test/support/function-host';
import { type Answer, type Delivery, deliver, inUtc } from './cloud-scheduler';
import type { Stage } from './stage';
import type { Row } from './table';

/** What must be true of a run in the end. */
export interface Expectation {
  /** How often its effect happened. */
  readonly booked: number;
  /** How often job logic began. */
  readonly begun: number;
  /** For each delivery, in the order in which they were sent, the answers that are right. */
  readonly answers: readonly (Answer | readonly Answer[])[];
}

/** A run that was played. */
export interface Played {
  readonly rows: readonly Row[];
  readonly isRight: boolean;
}

/** One run and what happens to it. */
export class Scenario {
  private readonly rows: Row[] = [];
  private readonly answers: Answer[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly name: string,
    readonly night = stage.night(),
  ) {}

  /** Delivers the run once; its row stands where it was sent, whenever it is answered. */
  async deliver(text: string, to: FunctionHost, changes: Partial<Delivery> = {}): Promise<Answer> {
    const [answer] = await this.row(text, [this.send(to, changes)], ([only]) => String(only));
    return answer as Answer;
  }

  /** Delivers the run to each of these instances at once; `others` resolves when all but one have answered. */
  deliverAtOnce(text: string, to: readonly FunctionHost[]) {
    const sent = to.map((host) => this.send(host));
    const row = this.row(text, sent, counted);
    return { all: row, others: allButOne(sent) };
  }

  /** Cloud Scheduler's wait before the first retry. */
  backoff(): Promise<void> {
    return sleep(this.stage.example.minBackoffSeconds * 1000);
  }

  /** Says whether the run was executed as often as it must be and answered as it must. */
  end(expected: Expectation): Played {
    const booked = this.stage.ledger.booked(this.night);
    const begun = this.stage.ledger.begun(this.night);
    const isAnswered = expected.answers.every((right, index) =>
      [right].flat().includes(this.answers[index] ?? 'no answer'),
    );
    const faults = [
      booked === expected.booked ? [] : `executed ${booked} times, not ${expected.booked}`,
      begun === expected.begun ? [] : `begun ${begun} times, not ${expected.begun}`,
      isAnswered
        ? []
        : `answers must be ${expected.answers.map((right) => [right].flat().join(' or ')).join(', ')}`,
    ].flat();
    const verdict = faults.length === 0 ? 'ok' : `WRONG: ${faults.join('; ')}`;
    const rows = this.rows.map((row, index) => (index === this.rows.length - 1 ? { ...row, verdict } : row));
    return { rows, isRight: faults.length === 0 };
  }

  private send(to: FunctionHost, changes: Partial<Delivery> = {}): Promise<Answer> {
    const delivery = { to: to.url, scheduleTime: inUtc(this.night), ...changes };
    return deliver(this.stage.example, delivery);
  }

  private async row(
    delivery: string,
    sent: readonly Promise<Answer>[],
    print: (answers: readonly Answer[]) => string,
  ): Promise<readonly Answer[]> {
    const row: Row = { scenario: this.name, delivery, answer: '', executions: '', verdict: '' };
    const place = this.rows.push(row) - 1;
    const firstAnswer = this.answers.length;
    this.answers.push(...sent.map(() => 'no answer' as const));
    const answers = await Promise.all(sent);
    this.answers.splice(firstAnswer, answers.length, ...answers);
    const { ledger } = this.stage;
    const executions = `${ledger.booked(this.night)} of ${ledger.begun(this.night)} begun`;
    this.rows[place] = { ...row, answer: print(answers), executions };
    return answers;
  }
}

/** Resolves when all of these but one have resolved. */
function allButOne(promises: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve) => {
    let left = promises.length - 1;
    for (const promise of promises) {
      void promise.then(() => {
        left -= 1;
        if (left <= 0) resolve();
      });
    }
  });
}

function counted(answers: readonly Answer[]): string {
  const kinds = [...new Set(answers)].sort();
  return kinds.map((kind) => `${answers.filter((answer) => answer === kind).length} × ${kind}`).join(', ');
}

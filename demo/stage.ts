import { setTimeout as sleep } from 'node:timers/promises';
import { type FunctionHost, startFunctionHost } from '../test/support/function-host';
import { type Answer, type Delivery, deliver, inUtc } from './cloud-scheduler';
import type { Ledger } from './ledger';
import type { SynthesizedExample } from './synthesized-example';
import type { Row } from './table';

/** What scenarios play on: the instances, the ledger, and the rows they write. */
export class Stage {
  readonly rows: Row[] = [];
  private readonly hosts: FunctionHost[] = [];

  constructor(
    readonly example: SynthesizedExample,
    readonly ledger: Ledger,
    private readonly firestoreHost: string,
  ) {}

  /** Starts an instance from the archive under functions-framework, as Cloud Run does. */
  async instance(): Promise<FunctionHost> {
    const host = await startFunctionHost({
      zip: this.example.archive,
      host: 'functions-framework',
      env: {
        ...this.example.environment,
        FIRESTORE_EMULATOR_HOST: this.firestoreHost,
        LEDGER_URL: this.ledger.url,
      },
    });
    this.hosts.push(host);
    return host;
  }

  async stop(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.stop()));
  }
}

/** One run and what happens to it. */
export class Scenario {
  private readonly written: Row[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly name: string,
    readonly night: number,
  ) {}

  /** Delivers the run once and writes the row. */
  async deliver(text: string, to: FunctionHost, changes: Partial<Delivery> = {}): Promise<Answer> {
    const delivery = { to: to.url, scheduleTime: inUtc(this.night), ...changes };
    const answer = await deliver(this.stage.example, delivery);
    this.write(text, answer);
    return answer;
  }

  write(text: string, answer: Answer | string): void {
    const executions = `${this.stage.ledger.booked(this.night)} of ${this.stage.ledger.begun(this.night)} begun`;
    this.written.push({
      scenario: this.name,
      delivery: text,
      answer: String(answer),
      executions,
      verdict: '',
    });
  }

  /** Cloud Scheduler's wait before the first retry. */
  backoff(): Promise<void> {
    return sleep(this.stage.example.minBackoffSeconds * 1000);
  }

  /** Hands in the rows, and says whether the run was executed as often as it must be and answered as it must. */
  end(expected: {
    readonly booked: number;
    readonly begun: number;
    readonly answers: readonly Answer[];
  }): boolean {
    const { ledger } = this.stage;
    const answers = this.written.map((row) => row.answer);
    const faults = [
      ledger.booked(this.night) === expected.booked
        ? ''
        : `executed ${ledger.booked(this.night)} times, not ${expected.booked}`,
      ledger.begun(this.night) === expected.begun
        ? ''
        : `begun ${ledger.begun(this.night)} times, not ${expected.begun}`,
      answers.join() === expected.answers.join() ? '' : `answers must be ${expected.answers.join(', ')}`,
    ].filter((fault) => fault !== '');
    const verdict = faults.length === 0 ? 'ok' : `WRONG: ${faults.join('; ')}`;
    this.stage.rows.push(
      ...this.written.map((row, index) => ({
        ...row,
        verdict: index === this.written.length - 1 ? verdict : '',
      })),
    );
    return faults.length === 0;
  }
}

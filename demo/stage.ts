import { type FunctionHost, startFunctionHost } from '../test/support/function-host';
import { deliver, inUtc } from './cloud-scheduler';
import type { Ledger } from './ledger';
import type { SynthesizedExample } from './synthesized-example';

const MINUTE_MS = 60_000;
const MOST_REHEARSALS = 10;

/** What scenarios play on: the instances and the ledger. */
export class Stage {
  private readonly hosts: FunctionHost[] = [];
  private readonly lastMinuteMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  private nights = 0;

  constructor(
    readonly example: SynthesizedExample,
    readonly ledger: Ledger,
    private readonly firestoreHost: string,
  ) {}

  /** A scheduled time of the recent past that no other run has. Milliseconds since 1970. */
  night(): number {
    return this.lastMinuteMs - this.nights++ * MINUTE_MS;
  }

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

  /** Starts an instance that has carried out a run: a cold store is not what the scenarios are about. */
  async warmInstance(): Promise<FunctionHost> {
    const host = await this.instance();
    for (let rehearsal = 0; rehearsal < MOST_REHEARSALS; rehearsal += 1) {
      const delivery = { to: host.url, scheduleTime: inUtc(this.night()) };
      if ((await deliver(this.example, delivery)) === 200) return host;
    }
    throw new Error(`no run completes:\n${host.output.join('\n')}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.stop()));
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the ledger treats one request: with a status, as soon as something else has happened; or never. */
export type Treatment = { readonly after?: Promise<unknown>; readonly status: number } | 'never';

/** What the job logic works on, and what counts how often it really did. */
export interface Ledger {
  readonly url: string;
  /** Treats the requests of a night one after the other; those that follow are booked at once. */
  treat(night: number, treatments: readonly Treatment[]): void;
  /** How often job logic began to work on a night. */
  begun(night: number): number;
  /** How often the invoices of a night were booked: the effect that must happen once. */
  booked(night: number): number;
  /** Resolves when job logic has begun to work on a night for the `count`th time. */
  beginning(night: number, count: number): Promise<void>;
  stop(): Promise<void>;
}

interface Night {
  readonly treatments: Treatment[];
  begun: number;
  booked: number;
  readonly waiting: { readonly count: number; readonly resolve: () => void }[];
}

/** Starts the service that the example's job logic calls, on loopback. It does not deduplicate. */
export async function startLedger(): Promise<Ledger> {
  const nights = new Map<number, Night>();
  const of = (time: number): Night => {
    const night = nights.get(time) ?? { treatments: [], begun: 0, booked: 0, waiting: [] };
    nights.set(time, night);
    return night;
  };
  const server = createServer((request, response) => void serve(of, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat: (time, treatments) => void of(time).treatments.push(...treatments),
    begun: (time) => of(time).begun,
    booked: (time) => of(time).booked,
    beginning: (time, count) =>
      new Promise((resolve) => {
        if (of(time).begun >= count) resolve();
        else of(time).waiting.push({ count, resolve });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(of: (time: number) => Night, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const night = of(Date.parse(JSON.parse(Buffer.concat(chunks).toString()).night));
  night.begun += 1;
  for (const { count, resolve } of night.waiting) if (night.begun >= count) resolve();
  const treatment = night.treatments.shift() ?? { status: 200 };
  if (treatment === 'never') return;
  await treatment.after;
  if (response.destroyed) return;
  if (treatment.status === 200) night.booked += 1;
  response.writeHead(treatment.status).end(treatment.status === 200 ? 'booked' : 'refused');
}

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Ledger, startLedger } from '../../demo/ledger';
import { Scenario } from '../../demo/scenario';
import { Stage } from '../../demo/stage';
import type { FunctionHost } from '../support/function-host';
import { until } from '../support/until';

const EXAMPLE = {
  archive: new Uint8Array(),
  environment: {},
  jobName: 'nightly-invoices',
  method: 'POST',
  path: '/',
  headers: {},
  attemptDeadlineSeconds: 15,
  minBackoffSeconds: 9,
  leaseSeconds: 25,
  retryWindowSeconds: 57,
};

let server: Server;
let instance: FunctionHost;
let ledger: Ledger;
let run: Scenario;
/** Requests that the test answers, in the order that it wants. */
const asked: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((_, response) => asked.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  instance = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` } as FunctionHost;
  ledger = await startLedger();
});

beforeEach(() => {
  asked.length = 0;
  run = new Scenario(new Stage(EXAMPLE, ledger, 'unused'), 'two at once', Date.UTC(2026, 0, 16, 2));
});

afterAll(async () => {
  await ledger.stop();
  server.closeAllConnections();
  server.close();
});

function heard(count: number): Promise<void> {
  return until(`${count} deliveries have come`, () => asked.length === count);
}

function answer(index: number, status: number): void {
  asked[index]?.writeHead(status).end();
}

describe('Scenario', () => {
  /** Two deliveries of which the second is answered first. */
  async function overtaken(): Promise<void> {
    const first = run.deliver('first', instance);
    await heard(1);
    const second = run.deliver('second', instance);
    await heard(2);
    answer(1, 409);
    await second;
    answer(0, 200);
    await first;
  }

  test('keeps rows and answers in the order in which the deliveries were sent', async () => {
    await overtaken();

    const { rows, isRight } = run.end({ booked: 0, begun: 0, answers: [200, 409] });

    expect(rows.map(({ delivery, answer: text }) => [delivery, text])).toEqual([
      ['first', '200'],
      ['second', '409'],
    ]);
    expect(isRight).toBe(true);
  });

  test.each([
    { case: 'another answer', expected: { booked: 0, begun: 0, answers: [200, 200] } },
    { case: 'an effect', expected: { booked: 1, begun: 0, answers: [200, 409] } },
    { case: 'an execution', expected: { booked: 0, begun: 1, answers: [200, 409] } },
  ])('is wrong when $case is missing', async ({ expected }) => {
    await overtaken();

    const { rows, isRight } = run.end(expected);

    expect(isRight).toBe(false);
    expect(rows.at(-1)?.verdict).toMatch(/^WRONG: /);
  });

  test('counts the answers of deliveries at once, any of which may be right', async () => {
    const { all, others } = run.deliverAtOnce('three', [instance, instance, instance]);
    await heard(3);
    answer(2, 409);
    answer(0, 200);
    await others;
    answer(1, 200);
    await all;

    const duplicate = [409, 200] as const;
    const { rows, isRight } = run.end({ booked: 0, begun: 0, answers: [duplicate, duplicate, duplicate] });

    expect(rows.map(({ answer: text }) => text)).toEqual(['2 × 200, 1 × 409']);
    expect(isRight).toBe(true);
  });
});

describe('startLedger', () => {
  test('keeps an answer back until what it waits for has happened', async () => {
    const night = Date.UTC(2026, 0, 17, 2);
    let release = () => {};
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    ledger.treat(night, [{ after, status: 200 }]);

    const body = JSON.stringify({ night: new Date(night) });
    const answered = fetch(ledger.url, { method: 'POST', body });
    await ledger.beginning(night, 1);
    const bookedBefore = ledger.booked(night);
    release();
    const { status } = await answered;

    expect(bookedBefore).toBe(0);
    expect(status).toBe(200);
    expect(ledger.booked(night)).toBe(1);
  });
});

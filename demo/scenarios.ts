import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionHost } from '../test/support/function-host';
import { withOffset } from './cloud-scheduler';
import { type Played, Scenario } from './scenario';
import type { Stage } from './stage';

/** Two instances that nothing happens to. */
export interface Pair {
  readonly first: FunctionHost;
  readonly second: FunctionHost;
}

/** Each plays one run, and waits for what happens where it can, so that a slow machine changes nothing. */
type Play = (stage: Stage, pair: Pair) => Promise<Played>;

/** The ledger answers by then in any case: the job logic is told to end after five seconds. */
const LONGEST_HOLD_MS = 3_500;

/** An answer that comes when another attempt is at work, or has just completed the run. */
const DUPLICATE = [409, 200] as const;

const plain: Play = async (stage, { first }) => {
  const run = new Scenario(stage, 'plain');
  await run.deliver('first delivery', first);
  await run.deliver('retry after success', first);
  return run.end({ booked: 1, begun: 1, answers: [200, 200] });
};

const atOnce: Play = async (stage, { first, second }) => {
  const run = new Scenario(stage, 'two at once');
  const held = hold(stage, run);
  const winner = run.deliver('first of two, on two instances', first);
  await Promise.race([stage.ledger.beginning(run.night, 1), winner]);
  await run.deliver('second of two, while the first works', second);
  held.release();
  await winner;
  await run.deliver('retry of the second', second);
  return run.end({ booked: 1, begun: 1, answers: [200, DUPLICATE, 200] });
};

const race: Play = async (stage, { first, second }) => {
  const run = new Scenario(stage, 'ten in one moment');
  const held = hold(stage, run);
  const instances = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : second));
  const { all, others } = run.deliverAtOnce('ten deliveries on two instances', instances);
  await others;
  held.release();
  await all;
  return run.end({ booked: 1, begun: 1, answers: Array(10).fill(DUPLICATE) });
};

const lostAnswer: Play = async (stage, { first, second }) => {
  const run = new Scenario(stage, 'lost answer');
  const held = hold(stage, run);
  const hangUp = stage.ledger.beginning(run.night, 1);
  await run.deliver('connection breaks while it works', first, { hangUp });
  held.release();
  await run.backoff();
  await run.deliver('retry after the backoff', second);
  return run.end({ booked: 1, begun: 1, answers: ['no answer', 200] });
};

const failure: Play = async (stage, { first }) => {
  const run = new Scenario(stage, 'failure');
  stage.ledger.treat(run.night, [{ status: 500 }]);
  await run.deliver('job logic throws', first);
  await run.backoff();
  await run.deliver('retry after the backoff', first);
  return run.end({ booked: 1, begun: 2, answers: [500, 200] });
};

const permanentFailure: Play = async (stage, { first }) => {
  const run = new Scenario(stage, 'permanent failure');
  stage.ledger.treat(run.night, [{ status: 422 }]);
  await run.deliver('job logic throws PermanentFailure', first);
  await run.deliver('retry', first);
  return run.end({ booked: 0, begun: 1, answers: [422, 422] });
};

const spellings: Play = async (stage, { first, second }) => {
  const run = new Scenario(stage, 'spellings');
  await run.deliver('header names in lower case, time in UTC', first, { lowerCase: true });
  await run.deliver('as documented, time with an offset', second, { scheduleTime: withOffset(run.night) });
  return run.end({ booked: 1, begun: 1, answers: [200, 200] });
};

const crash: Play = async (stage, { first }) => {
  const run = new Scenario(stage, 'crash');
  const instance = await stage.instance();
  stage.ledger.treat(run.night, ['never']);
  const lost = run.deliver('instance killed (SIGKILL) while it works', instance);
  await Promise.race([stage.ledger.beginning(run.night, 1), lost]);
  const leaseEndMs = Date.now() + stage.example.leaseSeconds * 1000;
  instance.kill('SIGKILL');
  await lost;
  await run.backoff();
  await run.deliver('first retry, the lease still lives', first);
  await sleep(leaseEndMs + 1_000 - Date.now());
  await run.deliver('second retry, the lease has ended', first);
  return run.end({ booked: 1, begun: 2, answers: ['no answer', 409, 200] });
};

const sigterm: Play = async (stage, { first }) => {
  const run = new Scenario(stage, 'SIGTERM');
  const instance = await stage.instance();
  stage.ledger.treat(run.night, ['never']);
  const told = run.deliver('instance told to stop while it works', instance);
  await Promise.race([stage.ledger.beginning(run.night, 1), told]);
  instance.kill('SIGTERM');
  await told;
  await run.deliver('retry, at once', first);
  return run.end({ booked: 1, begun: 2, answers: [500, 200] });
};

/** Both presses come more than the allowance of ten seconds before the time, even on a slow machine. */
const forced: Play = async (stage, { first }) => {
  const run = new Scenario(stage, 'forced run', wholeSecond(Date.now() + 25_000));
  await run.deliver('pressed before its scheduled time', first);
  await run.deliver('the same press again (a retry)', first);
  await sleep(run.night - Date.now());
  await run.deliver('the scheduled run itself', first);
  await run.deliver('its retry', first);
  return run.end({ booked: 2, begun: 2, answers: [200, 200, 200, 200] });
};

const forcedTwice: Play = async (stage, { first }) => {
  const run = new Scenario(stage, 'forced twice', wholeSecond(Date.now() + 3_600_000));
  await run.deliver('pressed an hour before its time', first);
  await sleep(stage.example.retryWindowSeconds * 1000 + 500);
  await run.deliver('pressed once more, after its retries', first);
  return run.end({ booked: 2, begun: 2, answers: [200, 200] });
};

const QUICK = [plain, atOnce, race, lostAnswer, failure, permanentFailure, spellings];
const WAITING = [crash, sigterm, forced, forcedTwice];

/** Plays everything, what has to wait beside the rest, and gives the runs in one order. */
export async function playAll(stage: Stage, pair: Pair): Promise<readonly Played[]> {
  const waiting = Promise.all(WAITING.map((play) => play(stage, pair)));
  const quick: Played[] = [];
  for (const play of QUICK) quick.push(await play(stage, pair));
  return [...quick, ...(await waiting)];
}

/** Has the ledger keep the answer to the run's first attempt back. */
function hold({ ledger }: Stage, { night }: Scenario): { release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const after = ledger.beginning(night, 1).then(() => Promise.race([released, sleep(LONGEST_HOLD_MS)]));
  ledger.treat(night, [{ after, status: 200 }]);
  return { release };
}

function wholeSecond(epochMs: number): number {
  return Math.ceil(epochMs / 1000) * 1000;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionHost } from '../test/support/function-host';
import { withOffset } from './cloud-scheduler';
import { Scenario, type Stage } from './stage';

const MINUTE_MS = 60_000;

/** Two instances that nothing happens to. */
export interface Pair {
  readonly first: FunctionHost;
  readonly second: FunctionHost;
}

/** Each plays one run and tells whether it went as it must. Each has a night of its own. */
type Play = (stage: Stage, pair: Pair, night: number) => Promise<boolean>;

const plain: Play = async (stage, { first }, night) => {
  const run = new Scenario(stage, 'plain', night);
  await run.deliver('first delivery', first);
  await run.deliver('retry after success', first);
  return run.end({ booked: 1, begun: 1, answers: [200, 200] });
};

const atOnce: Play = async (stage, { first, second }, night) => {
  const run = new Scenario(stage, 'two at once', night);
  stage.ledger.treat(night, [{ afterMs: 700, status: 200 }]);
  const winner = run.deliver('first of two, on two instances', first);
  await Promise.race([stage.ledger.beginning(night, 1), winner]);
  await run.deliver('second of two, while the first works', second);
  await winner;
  await run.deliver('retry of the second', second);
  return run.end({ booked: 1, begun: 1, answers: [409, 200, 200] });
};

const race: Play = async (stage, { first, second }, night) => {
  const run = new Scenario(stage, 'ten in one moment', night);
  stage.ledger.treat(night, [{ afterMs: 300, status: 200 }]);
  const silent = new Scenario(stage, '', night);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => silent.deliver('', index % 2 === 0 ? first : second)),
  );
  const counted = (status: number) => answers.filter((answer) => answer === status).length;
  run.write('ten deliveries on two instances', `${counted(200)} × 200, ${counted(409)} × 409`);
  return run.end({ booked: 1, begun: 1, answers: ['1 × 200, 9 × 409' as never] });
};

const lostAnswer: Play = async (stage, { first, second }, night) => {
  const run = new Scenario(stage, 'lost answer', night);
  stage.ledger.treat(night, [{ afterMs: 300, status: 200 }]);
  await run.deliver('connection breaks while it works', first, { hangUp: stage.ledger.beginning(night, 1) });
  await sleep(1_000);
  await run.deliver('retry', second);
  return run.end({ booked: 1, begun: 1, answers: ['no answer', 200] });
};

const failure: Play = async (stage, { first }, night) => {
  const run = new Scenario(stage, 'failure', night);
  stage.ledger.treat(night, [{ afterMs: 0, status: 500 }]);
  await run.deliver('job logic throws', first);
  await run.backoff();
  await run.deliver('retry after the backoff', first);
  return run.end({ booked: 1, begun: 2, answers: [500, 200] });
};

const permanentFailure: Play = async (stage, { first }, night) => {
  const run = new Scenario(stage, 'permanent failure', night);
  stage.ledger.treat(night, [{ afterMs: 0, status: 422 }]);
  await run.deliver('job logic throws PermanentFailure', first);
  await run.deliver('retry', first);
  return run.end({ booked: 0, begun: 1, answers: [422, 422] });
};

const spellings: Play = async (stage, { first, second }, night) => {
  const run = new Scenario(stage, 'spellings', night);
  await run.deliver('header names in lower case, time in UTC', first, { lowerCase: true });
  await run.deliver('as documented, time with an offset', second, { scheduleTime: withOffset(night) });
  return run.end({ booked: 1, begun: 1, answers: [200, 200] });
};

const crash: Play = async (stage, { first }, night) => {
  const run = new Scenario(stage, 'crash', night);
  const instance = await stage.instance();
  stage.ledger.treat(night, ['never']);
  const began = Date.now();
  const lost = run.deliver('instance killed (SIGKILL) while it works', instance);
  await Promise.race([stage.ledger.beginning(night, 1), lost]);
  instance.kill('SIGKILL');
  await lost;
  await run.backoff();
  await run.deliver('first retry, the lease still lives', first);
  await sleep(began + (stage.example.leaseSeconds + 2) * 1000 - Date.now());
  await run.deliver('second retry, the lease has ended', first);
  return run.end({ booked: 1, begun: 2, answers: ['no answer', 409, 200] });
};

const sigterm: Play = async (stage, { first }, night) => {
  const run = new Scenario(stage, 'SIGTERM', night);
  const instance = await stage.instance();
  stage.ledger.treat(night, ['never']);
  const told = run.deliver('instance told to stop while it works', instance);
  await Promise.race([stage.ledger.beginning(night, 1), told]);
  instance.kill('SIGTERM');
  await told;
  await run.deliver('retry, at once', first);
  return run.end({ booked: 1, begun: 2, answers: [500, 200] });
};

/** Its time lies so far ahead that both presses come more than the allowance before it. */
const forced: Play = async (stage, { first }) => {
  const window = stage.example.retryWindowSeconds * 1000;
  const night = Math.ceil((Date.now() + window + 16_000) / 1000) * 1000;
  const run = new Scenario(stage, 'forced run', night);
  await run.deliver('pressed before its scheduled time', first);
  await run.deliver('the same press again (a retry)', first);
  await sleep(window + 500);
  await run.deliver('pressed once more', first);
  await sleep(night - Date.now());
  await run.deliver('the scheduled run itself', first);
  await run.deliver('its retry', first);
  return run.end({ booked: 3, begun: 3, answers: [200, 200, 200, 200, 200] });
};

/** Plays everything: what has to wait at once, the rest one after the other, when the store is warm. */
export async function playAll(stage: Stage, pair: Pair): Promise<boolean> {
  const lastMinute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const nightOf = (index: number) => lastMinute - index * MINUTE_MS;
  const first = await plain(stage, pair, nightOf(0));
  const waiting = [forced, crash, sigterm].map((play, index) => play(stage, pair, nightOf(20 + index)));
  const quick = [first];
  for (const [index, play] of [atOnce, race, lostAnswer, permanentFailure, spellings, failure].entries()) {
    quick.push(await play(stage, pair, nightOf(index + 1)));
  }
  return [...quick, ...(await Promise.all(waiting))].every(Boolean);
}

import { Agent, request } from 'node:http';
import { HEADER } from '../../src/contract/header-names';
import { printScheduleTime } from '../../src/contract/schedule-time';
import { JOB } from './deploy-product';

/** What came back: a status, or nothing. */
export type Answer = number | 'no answer';

/** The headers of one scheduled run. */
export type RunHeaders = Readonly<Record<string, string>>;

/** One request of Cloud Scheduler. */
export interface Delivery {
  readonly url: string;
  readonly headers: RunHeaders;
  /** @default - a connection of its own */
  readonly agent?: Agent;
}

const FIRST_TIME_MS = Date.UTC(2020, 0, 1);
const MINUTE_MS = 60_000;
let runs = 0;

/** A run that was not delivered before, as Cloud Scheduler describes it. */
export function scheduledRun(): RunHeaders {
  return {
    [HEADER.SCHEDULER]: 'true',
    [HEADER.JOB_NAME]: JOB.jobName,
    [HEADER.SCHEDULE_TIME]: printScheduleTime(FIRST_TIME_MS + runs++ * MINUTE_MS),
    [HEADER.PROJECT]: JOB.project,
    [HEADER.LOCATION]: JOB.location,
    'User-Agent': 'Google-Cloud-Scheduler',
    'Content-Type': 'application/octet-stream',
  };
}

/** Delivers a run and waits for the answer. */
export function deliver({ url, headers, agent }: Delivery): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent: agent ?? false, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', () => resolve('no answer'));
    sent.end();
  });
}

/**
 * Delivers runs to an instance, a number of them at a time, over connections that are kept as Cloud Run keeps them.
 *
 * @throws Error unless each is answered 200
 */
export async function deliverAll(url: string, count: number, atATime: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atATime });
  let left = count;
  const deliverNext = async () => {
    while (left-- > 0) {
      const answer = await deliver({ url, headers: scheduledRun(), agent });
      if (answer !== 200) throw new Error(`a run was answered ${answer}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atATime, count) }, deliverNext));
  } finally {
    agent.destroy();
  }
}

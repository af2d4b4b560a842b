import { request } from 'node:http';
import type { SynthesizedExample } from './synthesized-example';

/** One request of Cloud Scheduler. */
export interface Delivery {
  /** Base URL of the instance that gets it. */
  readonly to: string;
  /** The scheduled time, spelt as in the header. */
  readonly scheduleTime: string;
  /** Spells the header names as HTTP/2 does. */
  readonly lowerCase?: boolean;
  /** Hangs up when it resolves, before the answer: Cloud Scheduler never hears it. */
  readonly hangUp?: Promise<unknown>;
}

/** What Cloud Scheduler heard: a status, or that the connection broke. */
export type Answer = number | 'no answer';

/** Delivers as the synthesized job says: its method, its path, its headers, and what Google adds. */
export function deliver(example: SynthesizedExample, delivery: Delivery): Promise<Answer> {
  const headers = {
    'User-Agent': 'Google-Cloud-Scheduler',
    'X-CloudScheduler': 'true',
    'X-CloudScheduler-JobName': example.jobName,
    'X-CloudScheduler-ScheduleTime': delivery.scheduleTime,
    Authorization: 'Bearer checked-by-cloud-run',
    ...example.headers,
  };
  const spelt = Object.entries(headers).map(([name, value]) => [
    delivery.lowerCase ? name.toLowerCase() : name,
    value,
  ]);
  return new Promise((resolve) => {
    const sent = request(new URL(example.path, delivery.to), {
      method: example.method,
      headers: Object.fromEntries(spelt),
      agent: false,
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 'no answer'));
    });
    sent.on('error', () => resolve('no answer'));
    sent.setTimeout(example.attemptDeadlineSeconds * 1000, () => sent.destroy());
    void delivery.hangUp?.then(() => sent.destroy());
    sent.end();
  });
}

/** The time as Cloud Scheduler spells it in UTC. */
export function inUtc(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}

/** The same time as it is spelt with an offset. */
export function withOffset(epochMs: number): string {
  return inUtc(epochMs - 7 * 3_600_000).replace('Z', '-07:00');
}

import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const LIMIT_MS = 20_000;

/** Waits until a condition holds; rejects with `what` after 20 s. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; !(await holds()); waitedMs += POLL_MS) {
    if (waitedMs > LIMIT_MS) throw new Error(`waited in vain until ${what}`);
    await sleep(POLL_MS);
  }
}

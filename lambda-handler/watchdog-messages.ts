import type { Clock } from './protocol/clock';

/** Where messages for the watchdog's thread go: its worker, or a port that leads to it from another thread. */
export interface WatchdogMessages {
  postMessage(message: unknown): void;
}

/** Arms the watchdog's thread. The message arrives at once, however busy the sending thread is from now on. */
export function armThrough(
  messages: WatchdogMessages,
  clock: Clock,
  { attemptId, runId }: { readonly attemptId: string; readonly runId: string },
  atMs: number,
): () => void {
  const leftMs = Math.max(0, atMs - clock.monotonicMs());
  messages.postMessage({ kind: 'arm', attemptId, runId, leftMs });
  return () => messages.postMessage({ kind: 'disarm', attemptId });
}

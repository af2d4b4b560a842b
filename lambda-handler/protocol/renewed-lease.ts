import { watchdogAtMs } from './attempt-times';
import { failureText } from './bounded-text';
import type { HeldLease, LeaseEvents, LeaseKeeper, LeaseToKeep } from './held-lease';
import type { UpdateTime } from './run-store';
import { pause, type ReadOutcome, type StorePort, tryRead, tryWrite, type Written } from './store-call';
import type { Watchdog } from './watchdog';

/** What a lease is renewed with. */
export interface RenewalPort extends StorePort {
  readonly watchdog: Watchdog;
}

/** Renews leases from the thread that it lives in. */
export class StoreLeaseKeeper implements LeaseKeeper {
  constructor(private readonly port: RenewalPort) {}

  ready(): Promise<void> {
    return this.port.watchdog.ready();
  }

  async keep(lease: LeaseToKeep, events: LeaseEvents): Promise<HeldLease> {
    return new RenewedLease(this.port, lease, events);
  }
}

/**
 * A short lease, renewed every third of it.
 *
 * Only an acknowledged renewal moves the watchdog, to the lease that began when that renewal was sent. An
 * acknowledgement is an answer with a new update time, or a read that finds the counter grown: the latter says
 * nothing of when, so it counts from the first write that was sent since the last acknowledgement.
 */
class RenewedLease implements HeldLease {
  private updateTime: UpdateTime;
  private renewals: number;
  private sentAtMs: number;
  private unresolvedSinceMs: number | undefined;
  private isPaused = false;
  private isReleased = false;
  private round: Promise<void> | undefined;
  private cancelRound = () => {};
  private disarm = () => {};

  constructor(
    private readonly port: RenewalPort,
    private readonly lease: LeaseToKeep,
    private readonly events: LeaseEvents,
  ) {
    this.updateTime = lease.updateTime;
    this.renewals = lease.renewals;
    this.sentAtMs = lease.sentAtMs;
    this.arm(this.endMs);
    this.schedule();
  }

  async pause(): Promise<UpdateTime> {
    this.isPaused = true;
    this.cancelRound();
    await this.round;
    return this.updateTime;
  }

  resume(updateTime: UpdateTime): void {
    this.updateTime = updateTime;
    this.isPaused = false;
    this.schedule();
  }

  outlive(processUntilMs: number): void {
    this.isPaused = true;
    this.cancelRound();
    this.arm(Math.max(processUntilMs, this.endMs));
  }

  release(): Promise<UpdateTime> {
    this.isReleased = true;
    this.disarm();
    return this.pause();
  }

  /** When the process has to be gone, if no renewal follows. */
  private get endMs(): number {
    return watchdogAtMs(this.lease.leaseSeconds, this.sentAtMs);
  }

  private get thirdMs(): number {
    return (this.lease.leaseSeconds * 1000) / 3;
  }

  private arm(atMs: number): void {
    // A renewal that was on its way may be acknowledged after the attempt has ended.
    if (this.isReleased) return;
    this.disarm();
    this.disarm = this.port.watchdog.arm(this.lease, atMs);
  }

  private schedule(): void {
    if (this.isPaused) return;
    const { clock } = this.port;
    const dueMs = this.sentAtMs + this.thirdMs;
    this.cancelRound = clock.after(Math.max(0, dueMs - clock.monotonicMs()), () => {
      this.round = this.renew();
    });
  }

  /** Writes until the renewal is acknowledged, or there is nothing left to renew. */
  private async renew(): Promise<void> {
    const { clock, store } = this.port;
    const { runId, attemptId } = this.lease;
    while (!this.isPaused && clock.monotonicMs() < Math.min(this.endMs, this.lease.untilMs)) {
      const sentAtMs = clock.monotonicMs();
      this.unresolvedSinceMs ??= sentAtMs;
      const expected = this.updateTime;
      const changes = this.changes();
      const written = await tryWrite(clock, this.callsUntilMs(), (limit) =>
        store.update(runId, changes, expected, limit),
      );
      if (written.kind === 'written' && written.updateTime !== expected) {
        return this.acknowledge(written.updateTime, changes.renewals, sentAtMs);
      }
      if (this.isPaused) return;
      const read = await tryRead(this.port, runId, this.callsUntilMs());
      if (read.kind === 'seen') {
        const { run } = read.sighting;
        if (run?.record.attempt_id !== attemptId) return this.events.onLost({ holder: run?.record.attempt });
        // A completion of ours that was given up has happened after all.
        if (run.record.status !== 'in_progress') return;
        if (run.record.renewals > this.renewals) {
          return this.acknowledge(run.updateTime, run.record.renewals, this.unresolvedSinceMs);
        }
        this.updateTime = run.updateTime;
      }
      this.events.onUnrenewed(problemOf(written, read));
      await pause(clock, this.endMs);
    }
  }

  /** A write of equal values would renew nothing, so one of them grows. */
  private changes() {
    const leaseMs = this.lease.leaseSeconds * 1000;
    return { renewals: this.renewals + 1, lease_expires: this.port.clock.nowMs() + leaseMs };
  }

  /** A call gets half of what is left, so this makes it a sixth of the lease at most. */
  private callsUntilMs(): number {
    return Math.min(this.endMs, this.port.clock.monotonicMs() + this.thirdMs);
  }

  private acknowledge(updateTime: UpdateTime, renewals: number, sentAtMs: number): void {
    this.updateTime = updateTime;
    this.renewals = renewals;
    this.sentAtMs = sentAtMs;
    this.unresolvedSinceMs = undefined;
    this.arm(this.endMs);
    this.schedule();
  }
}

function problemOf(written: Written, read: ReadOutcome): string {
  if (written.kind === 'unanswered') return failureText(written.cause);
  return read.kind === 'unanswered' ? failureText(read.cause) : 'the record has not changed';
}

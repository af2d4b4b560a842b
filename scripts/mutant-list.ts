/** One way to break the protocol: a text of a file, and what is put in its place. */
export interface Mutant {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Occurs exactly once. */
  readonly text: string;
  readonly replacement: string;
}

const CLAIM = 'lambda-handler/protocol/claim.ts';
const DECIDE = 'lambda-handler/protocol/decide.ts';
const FINISH = 'lambda-handler/protocol/finish.ts';
const RECORD = 'lambda-handler/protocol/record.ts';
const WINDOW = 'lambda-handler/protocol/schedule-window.ts';
const RENEWED = 'lambda-handler/protocol/renewed-lease.ts';
const STORE = 'lambda-handler/stores/memory-run-store.ts';

/** Each of them must be noticed by a property of the simulation. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'drop the precondition of a create',
    file: STORE,
    text: "if (this.runs.has(runId)) return { kind: 'refused' };",
    replacement: '',
  },
  {
    name: 'drop the precondition of an update',
    file: STORE,
    text: 'if (stored?.updateTime !== expected) return',
    replacement: 'if (stored === undefined) return',
  },
  {
    name: 'skip the attempt check at the finish',
    file: FINISH,
    text: 'run?.record.attempt_id === claim.attemptId',
    replacement: 'run !== undefined',
  },
  {
    name: 'skip the attempt check at the claim',
    file: DECIDE,
    text: 'const isOurs = run.record.attempt_id === asker.attemptId;',
    replacement: 'const isOurs = true;',
  },
  {
    name: 'trust the local clock',
    file: CLAIM,
    text: 'sighting = read.sighting;',
    replacement: 'sighting = { ...read.sighting, readAtMs: port.clock.nowMs() };',
  },
  {
    name: "judge by the reader's own lease",
    file: CLAIM,
    text: 'sighting = read.sighting;',
    replacement: `sighting = read.sighting;
      if (sighting.run !== undefined) {
        const record = { ...sighting.run.record, lease_seconds: request.settings.leaseSeconds };
        sighting = { ...sighting, run: { ...sighting.run, record } };
      }`,
  },
  {
    name: "judge by the lease end that the holder's clock wrote",
    file: DECIDE,
    text: 'return run.updatedAtMs + run.record.lease_seconds * 1000;',
    replacement: 'return run.record.lease_expires;',
  },
  {
    name: 'write no lease of its own',
    file: RECORD,
    text: 'lease_seconds: settings.leaseSeconds,',
    replacement: 'lease_seconds: 1,',
  },
  {
    name: 'treat a refused finish as lost',
    file: FINISH,
    text: "if (written.kind === 'unanswered') cause = tellingCause(cause, written.cause);",
    replacement:
      "if (written.kind === 'refused') return { kind: 'lost', sighting: { run: undefined, readAtMs: 0 } };",
  },
  {
    name: 'treat a refused claim as held by another',
    file: CLAIM,
    text: "if (written.kind === 'refused') break;",
    replacement:
      "if (written.kind === 'refused') return { kind: 'held-elsewhere', runId, attempt: 1, retryAfterSeconds: 1 };",
  },
  {
    name: 'treat an unanswered claim as done',
    file: CLAIM,
    text: 'cause = tellingCause(cause, written.cause);',
    replacement: `cause = tellingCause(cause, written.cause);
        return confirm(port, request, claimOf(request, fields, { updateTime: '', commitAtMs: port.clock.nowMs() }));`,
  },
  {
    name: 'treat an unanswered finish as done',
    file: FINISH,
    text: "if (written.kind === 'unanswered') cause = tellingCause(cause, written.cause);",
    replacement: "if (written.kind === 'unanswered') return { kind: 'written' };",
  },
  {
    name: 'read while the finish is on its way',
    file: FINISH,
    text: 'const written = await tryWrite(',
    replacement: 'void tryRead(port, claim.runId, untilMs);\n    const written = await tryWrite(',
  },
  {
    name: 'release the run before job logic has settled',
    file: 'lambda-handler/protocol/run-logic.ts',
    text: 'returned(await logic(run), log)',
    replacement: `returned(await Promise.race([
      logic(run),
      new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason))),
    ]), log)`,
  },
  {
    name: 'record failed after a normal return under SIGTERM',
    file: 'lambda-handler/protocol/run-logic.ts',
    text: 'returned(await logic(run), log)',
    replacement: `returned(await Promise.resolve(logic(run)).then((value) => {
      if (run.signal.aborted) throw run.signal.reason;
      return value;
    }), log)`,
  },
  {
    name: 'start job logic after SIGTERM',
    file: 'lambda-handler/protocol/attempt.ts',
    text: 'const obstacle = fault ?? port.attempts.stopping;',
    replacement: 'const obstacle = fault;',
  },
  {
    name: 'start job logic after the lease',
    file: 'lambda-handler/protocol/attempt.ts',
    text: "if (port.clock.monotonicMs() >= times.watchdogAtMs) return { kind: 'lease-over' };",
    replacement: '',
  },
  {
    name: 'end the process too late',
    file: 'lambda-handler/protocol/attempt-times.ts',
    text: 'const WATCHDOG_RESERVE_MS = 5_000;',
    replacement: 'const WATCHDOG_RESERVE_MS = -5_000;',
  },
  {
    name: 'count the lease from when the claim was heard',
    file: 'lambda-handler/protocol/delivery.ts',
    text: 'delivery, identity, times, watchdogFault',
    replacement: 'delivery, identity, attemptTimes(settings, port.clock.monotonicMs()), watchdogFault',
  },
  {
    name: 'hash the time as it is written',
    file: 'src/contract/schedule-time.ts',
    text: 'const epochMs = localMs - offsetSign * (offsetHours * 60 + offsetMinutes) * 60_000;',
    replacement: 'const epochMs = localMs;',
  },
  {
    name: 'ignore the forced allowance',
    file: WINDOW,
    text: 'return scheduledTimeMs > nowMs + FORCED_ALLOWANCE_MS;',
    replacement: 'return scheduledTimeMs > nowMs;',
  },
  {
    name: 'take every run for a scheduled one',
    file: WINDOW,
    text: 'return scheduledTimeMs > nowMs + FORCED_ALLOWANCE_MS;',
    replacement: 'return false;',
  },
  {
    name: 'tell a forced run by the local clock alone',
    file: CLAIM,
    text: "if (window === 'open') return",
    replacement: 'if (window) return',
  },
  {
    name: 'run a delivery past the retention',
    file: WINDOW,
    text: "if (storeTimeMs - scheduledTimeMs > settings.retentionSeconds * 1000) return 'too-old';",
    replacement: '',
  },
  {
    name: 'let the store forget a run at once',
    file: RECORD,
    text: '+ settings.retentionSeconds * 1000',
    replacement: '',
  },
  {
    name: 'run what is completed',
    file: DECIDE,
    text: "if (record.status === 'completed') {",
    replacement: "if (record.status === 'completed' && record.attempt > 1) {",
  },
  {
    name: 'run what has failed for good',
    file: DECIDE,
    text: "(record.status === 'failed' && record.permanent === true)",
    replacement: 'false',
  },
  {
    name: 'forget that a job runs at most once',
    file: DECIDE,
    text: 'const isFinal = atMostOnce ||',
    replacement: 'const isFinal = false ||',
  },
  {
    name: 'take over without a new attempt number',
    file: RECORD,
    text: 'attempt: found.record.attempt + 1,',
    replacement: 'attempt: found.record.attempt,',
  },
  {
    name: 'press again without a new generation',
    file: DECIDE,
    text: 'generation: run.record.generation + 1',
    replacement: 'generation: run.record.generation',
  },
  {
    name: 'take a retry for another press',
    file: DECIDE,
    text: 'readAtMs - run.updatedAtMs > asker.retryWindowSeconds * 1000',
    replacement: 'readAtMs > run.updatedAtMs',
  },
  {
    name: 'renew with equal fields',
    file: RENEWED,
    text: 'return { renewals: this.renewals + 1, lease_expires: this.port.clock.nowMs() + leaseMs };',
    replacement: 'return { renewals: this.renewals, lease_seconds: leaseMs / 1000 };',
  },
  {
    name: 'treat a refused renewal as lost',
    file: RENEWED,
    text: 'const read = await tryRead(this.port, runId,',
    replacement: `if (written.kind === 'refused') return this.events.onLost({ holder: undefined });
      const read = await tryRead(this.port, runId,`,
  },
  {
    name: 'count a renewal that a read has found from the read',
    file: RENEWED,
    text: 'return this.acknowledge(run.updateTime, run.record.renewals, this.unresolvedSinceMs);',
    replacement: 'return this.acknowledge(run.updateTime, run.record.renewals, clock.monotonicMs());',
  },
  {
    name: 'say nothing of a lost run',
    file: RENEWED,
    text: 'return this.events.onLost({ holder: run?.record.attempt });',
    replacement: 'return;',
  },
  {
    name: 'move the watchdog when a renewal is sent',
    file: RENEWED,
    text: 'const changes = this.changes();',
    replacement: `const changes = this.changes();
      this.arm(watchdogAtMs(this.lease.leaseSeconds, sentAtMs));`,
  },
  {
    name: 'renew while the finish is on its way',
    file: RENEWED,
    text: 'await this.round;',
    replacement: '',
  },
  {
    name: 'commit effects whether or not the run is held',
    file: STORE,
    text: 'if (after === undefined || this.runs.get(runId)?.updateTime !== expected) return',
    replacement: 'if (after === undefined) return',
  },
  {
    name: 'record completed although its effect may be missing',
    file: 'lambda-handler/protocol/completion.ts',
    text: "const isRefuted = isOpen && settled.kind === 'returned';",
    replacement: 'const isRefuted = false;',
  },
  {
    name: 'complete again after a completion that nobody has answered',
    file: 'lambda-handler/protocol/completion.ts',
    text: "this.state = { kind: 'unknown' };",
    replacement: "this.state = { kind: 'open' };",
  },
  {
    name: 'complete a run that another attempt holds',
    file: 'lambda-handler/protocol/commit-writes.ts',
    text: "if (standing === 'lost' || run === undefined) {",
    replacement: 'if (run === undefined) {',
  },
  {
    name: 'take writes for refused because the record has moved',
    file: 'lambda-handler/protocol/commit-writes.ts',
    text: 'if (run.updateTime !== expected) {',
    replacement: "if (run.updateTime !== expected && written.kind === 'unanswered') {",
  },
  {
    name: 'complete a run whose job logic has ended',
    file: 'lambda-handler/protocol/completion.ts',
    text: "if (this.state.kind === 'open') this.state = { kind: 'ended' };",
    replacement: '',
  },
  {
    name: 'take a refusal for the end of a completion that may still land',
    file: 'lambda-handler/protocol/commit-writes.ts',
    text: 'isUnheard ||= mayStillLand(written);',
    replacement: '',
  },
  {
    name: 'answer 200 while another attempt is at work',
    file: 'lambda-handler/http/answer.ts',
    text: "'held-elsewhere': { status: 409,",
    replacement: "'held-elsewhere': { status: 200,",
  },
  {
    name: 'leave a failed attempt to its lease',
    file: 'lambda-handler/protocol/delivery.ts',
    text: 'const untilMs = finishUntilMs(times, port.clock.monotonicMs());',
    replacement: `const untilMs = finishUntilMs(times, port.clock.monotonicMs());
  if (settled.kind === 'threw') return outcomeOf(settled, claim);`,
  },
];

/** What a log says of an attempt that is at work. */
export interface AttemptFacts {
  readonly runId: string;
  readonly attempt: number;
  readonly job: string;
}

/** The attempts whose job logic has not settled, and the one way to tell them all to end. */
export class ActiveAttempts {
  private readonly controllers = new Map<AbortController, AttemptFacts>();
  private stopReason: Error | undefined;

  /** Set once the instance was told to stop: no attempt starts any more. */
  get stopping(): Error | undefined {
    return this.stopReason;
  }

  get list(): readonly AttemptFacts[] {
    return [...this.controllers.values()];
  }

  /** Takes an attempt in; the returned function takes it out. */
  begin(facts: AttemptFacts, controller: AbortController): () => void {
    this.controllers.set(controller, facts);
    if (this.stopReason !== undefined) controller.abort(this.stopReason);
    return () => this.controllers.delete(controller);
  }

  /** Fires the signal of every attempt. */
  stop(reason: Error): void {
    this.stopReason = reason;
    for (const controller of this.controllers.keys()) controller.abort(reason);
  }
}

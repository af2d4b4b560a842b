const BRAND = Symbol.for('cdktf-deduped-scheduler.PermanentFailure');

/**
 * Thrown by job logic to say that no retry can succeed: the run is recorded as failed for good.
 *
 * The handler answers 422, which Cloud Scheduler shows as a failed run; the retries it still spends run
 * nothing. Anything else that job logic throws is retried.
 *
 * @example
 * throw new PermanentFailure('customer list is empty');
 */
export class PermanentFailure extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'PermanentFailure';
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Recognises instances of every copy of this class: a bundle may hold more than one. */
  static is(value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

/*
 * One attempt, and the lease it holds (daily job, attempt deadline D = 180 s, claim allowance a = 10 s):
 *
 *   0    a                        a+T-5   a+T=D     L                    a+L
 *   |----|---------------------------|------|-------|---------------------|
 *   |    |                           |      |       |                     lease ends at the latest, 200 s
 *   |    |                           |      |       lease ends if the claim took no time, 190 s
 *   |    |                           |      the handler answers; Cloud Scheduler gives up, 180 s
 *   |    |                           the job logic's signal fires, 175 s
 *   |    claimed at the latest: the handler was started and the store has answered, 10 s
 *   sent by Cloud Scheduler
 *
 * I1  T + a <= D            a run that uses its whole time is answered before Cloud Scheduler gives up
 * I2  L >= max(T, D) + 10   nobody takes the run over while its attempt may still work
 *
 * The race that I3 decides. The first attempt dies x seconds after it was sent; Cloud Scheduler sees
 * the failure at x and sends retries r1, r2, ... seconds later:
 *
 *   0   min(a,x)     x          x+r1      x+r2           lease ends       x+r3               G
 *   |-----|----------X-----------|---------|-----------------|--------------|-----|----------|
 *   sent  claimed    crashed     409       409               |<---- e ----->|     |<-- δ --->|
 *                                                            a retry in here runs the logic again
 *
 * I3  for each x in [0, D] some retry with  min(a, x) + e + L <= x + r  and  δ + x + r < G
 *     A renewed lease counts from the crash, before which it may have been renewed: x instead of min(a, x).
 * I4  R >= worst-case end   the record outlives the last retry that it must answer
 */

/** Longest a store call is allowed to take where one must fit in before something else (`e`). */
export const STORE_CALL_SECONDS = 2;

/** How late Cloud Scheduler may send a delivery (`δ`). */
export const LATE_DISPATCH_SECONDS = 5;

/** What a lease is longer than the attempt that it protects. */
export const LEASE_MARGIN_SECONDS = 10;

/** The shortest lease that its holder can renew in time, store calls and pauses included. */
export const SHORTEST_RENEWED_LEASE_SECONDS = 15;

/** The claim allowance (`a`) of every attempt deadline of 30 s or more. */
export const MAX_CLAIM_ALLOWANCE_SECONDS = 10;

/**
 * Time from sending a delivery to its claim (`a`), in whole seconds: a third of the deadline, at most 10 s.
 *
 * Covers a cold start of the handler and the store's answer.
 */
export function claimAllowanceSeconds(attemptDeadlineSeconds: number): number {
  return Math.min(MAX_CLAIM_ALLOWANCE_SECONDS, Math.floor(attemptDeadlineSeconds / 3));
}

/** The handler's own limit for an attempt, counted from its claim (`T`): what the deadline leaves. */
export function longestTimeoutSeconds(attemptDeadlineSeconds: number): number {
  return attemptDeadlineSeconds - claimAllowanceSeconds(attemptDeadlineSeconds);
}

/** The shortest lease that outlives its attempt under rule I2 (`L`). */
export function shortestLeaseSeconds(attempt: {
  readonly attemptDeadlineSeconds: number;
  readonly timeoutSeconds: number;
}): number {
  return Math.max(attempt.timeoutSeconds, attempt.attemptDeadlineSeconds) + LEASE_MARGIN_SECONDS;
}

/** The lease of an attempt where none is given: the shortest under rule I2, or under rule I6 if it is renewed. */
export function defaultLeaseSeconds(attemptDeadlineSeconds: number, isLeaseRenewed = false): number {
  if (isLeaseRenewed) return SHORTEST_RENEWED_LEASE_SECONDS;
  const timeoutSeconds = longestTimeoutSeconds(attemptDeadlineSeconds);
  return shortestLeaseSeconds({ attemptDeadlineSeconds, timeoutSeconds });
}

/** The longest attempt deadline that a lease allows; one that is renewed allows any. */
export function longestDeadlineOfLeaseSeconds(leaseSeconds = Infinity, isLeaseRenewed = false): number {
  return isLeaseRenewed ? Infinity : leaseSeconds - LEASE_MARGIN_SECONDS;
}

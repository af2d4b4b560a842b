import { describeProblem } from '../../src/problem';
import { deriveTiming } from '../../src/timing/derive-timing';
import { UNKNOWN } from '../../src/timing/unknown';

describe('deriveTiming, with a renewed lease', () => {
  const derive = (gapSeconds: number, attemptDeadlineSeconds: number, leaseSeconds: number, retry = {}) =>
    deriveTiming({ gapSeconds, attemptDeadlineSeconds, leaseSeconds, isLeaseRenewed: true, retry });

  test('needs no lease that outlives the attempt', () => {
    const { timing } = derive(86_400, 1800, 30);

    expect(timing).toMatchObject({ leaseSeconds: 30, timeoutSeconds: 1790, retry: { minBackoffSeconds: 5 } });
  });

  test('leaves the attempt deadline at the default, however short the lease', () => {
    const { timing } = deriveTiming({
      gapSeconds: 86_400,
      leaseSeconds: 15,
      isLeaseRenewed: true,
      retry: {},
    });

    expect(timing?.attemptDeadlineSeconds).toBe(180);
  });

  test('spaces the retries so that one comes after the lease and before the next run', () => {
    const { timing } = derive(300, 225, 40);

    const served = timing?.retryInstantsSeconds.api.filter(
      (instant) => instant >= 42 && 5 + 225 + instant < 300,
    );
    expect(served).not.toEqual([]);
  });

  test('reports a crash that no retry recovers, with a change that helps', () => {
    const { problems } = derive(300, 250, 60);

    expect(problems.map(describeProblem)).toEqual([expect.stringContaining('a crash at second 233 is lost')]);
    expect(derive(300, 250, 42).problems).toEqual([]);
    expect(problems[0]?.fix).toContain('lower lease to 42 s');
  });

  test('reports a lease that is too short to be renewed', () => {
    expect(derive(86_400, 180, 14).problems.map(({ prop }) => prop)).toEqual(['lease']);
    expect(derive(86_400, 180, 15).problems).toEqual([]);
  });

  test("keeps Google's deadline where crashes may be lost, however short the lease", () => {
    const { timing } = deriveTiming({
      gapSeconds: 86_400,
      leaseSeconds: 40,
      isLeaseRenewed: true,
      acceptLostCrashes: 'a trial',
      retry: { retryCount: 1, minBackoffSeconds: 5, maxBackoffSeconds: 5 },
    });

    expect(timing?.attemptDeadlineSeconds).toBe(180);
  });

  test('tells the recovery of a crash, before which the lease may have been renewed', () => {
    const { timing } = derive(86_400, 600, 30);

    expect(timing).toMatchObject({
      isLeaseRenewed: true,
      crashRecovery: { earlyCrashSeconds: 35, lateCrashSeconds: 635, firstLostCrashSeconds: undefined },
      coveredFaults: { failedAttempt: true, crash: true, overrun: true },
      unchecked: [],
    });
  });

  test('does not depend on an attempt deadline from the deployment but for recovery and the next run', () => {
    const { timing } = deriveTiming({
      gapSeconds: 600,
      attemptDeadlineSeconds: UNKNOWN,
      leaseSeconds: 30,
      isLeaseRenewed: true,
      retry: {},
    });

    expect(timing?.unchecked).toEqual([
      'I3 (every crash is recovered for an attemptDeadline up to 562 s): depends on attemptDeadline, known only at deploy time',
      'I5 (each run ends before the next one is due): depends on attemptDeadline, known only at deploy time',
    ]);
  });

  test('warns of runs that can last into the next one, with a change under which crashes are recovered', () => {
    const { timing } = derive(600, 500, 30);

    expect(timing?.warnings).toEqual([
      'schedule must leave a run its worst case (3155 s) before the next one is due, or that one starts late or is ' +
        'skipped, got every 600 s: lower attemptDeadline to 74 s',
    ]);
  });

  test('says which rule a length from the deployment leaves open', () => {
    const { timing } = deriveTiming({
      gapSeconds: 86_400,
      leaseSeconds: UNKNOWN,
      isLeaseRenewed: true,
      retry: {},
    });

    expect(timing?.unchecked[0]).toBe(
      'I6 (the renewed lease is at least 15 s): depends on lease, known only at deploy time',
    );
  });
});

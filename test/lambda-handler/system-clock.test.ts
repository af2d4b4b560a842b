import { SystemClock } from '../../lambda-handler/system-clock';

describe('SystemClock', () => {
  const clock = new SystemClock();

  test('tells the time of day', () => {
    expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThan(1_000);
  });

  test('counts the monotonic time as all threads do', () => {
    const before = Number(process.hrtime.bigint()) / 1e6;
    const now = clock.monotonicMs();
    const after = Number(process.hrtime.bigint()) / 1e6;

    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(after);
  });

  test('sleeps as long as it is told', async () => {
    const startMs = clock.monotonicMs();

    await clock.sleep(20);

    // Node's timers count whole milliseconds.
    expect(clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(19);
  });

  test.each([
    {
      case: 'fires meanwhile',
      abort: (controller: AbortController) => setImmediate(() => controller.abort()),
    },
    { case: 'has fired before', abort: (controller: AbortController) => controller.abort() },
  ])('ends a sleep when the signal $case', async ({ abort }) => {
    const controller = new AbortController();
    const startMs = clock.monotonicMs();

    abort(controller);
    await clock.sleep(60_000, controller.signal);

    expect(clock.monotonicMs() - startMs).toBeLessThan(5_000);
  });

  test('calls back once, unless it is cancelled', async () => {
    const calls: string[] = [];

    clock.after(1, () => calls.push('kept'));
    clock.after(1, () => calls.push('cancelled'))();
    await clock.sleep(20);

    expect(calls).toEqual(['kept']);
  });
});

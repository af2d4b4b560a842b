import { manualClock } from '../support/manual-clock';

const START = '2026-03-29T01:30:00Z';

describe('manualClock', () => {
  test('stands still until it is moved', async () => {
    const clock = manualClock.at(START);
    const monotonicMs = clock.monotonicMs();

    await clock.advance(1_500);

    expect(clock.nowMs()).toBe(Date.parse(START) + 1_500);
    expect(clock.monotonicMs()).toBe(monotonicMs + 1_500);
  });

  test('refuses a text that is no time', () => {
    expect(() => manualClock.at('tomorrow')).toThrow('not a time: tomorrow');
  });

  test('calls back in the order of the times, each at its own', async () => {
    const clock = manualClock.at(START);
    const calls: [string, number][] = [];
    const startMs = clock.nowMs();
    const note = (name: string) => () => calls.push([name, clock.nowMs() - startMs]);

    clock.after(200, note('later'));
    clock.after(100, note('first'));
    clock.after(100, note('second'));
    clock.after(150, note('cancelled'))();
    clock.after(201, note('not yet'));
    await clock.advance(200);

    expect(calls).toEqual([
      ['first', 100],
      ['second', 100],
      ['later', 200],
    ]);
    expect(clock.pendingTimers).toBe(1);
  });

  test('runs what follows from one timer before the next, sleeps of its own included', async () => {
    const clock = manualClock.at(START);
    const calls: string[] = [];
    clock.after(300, () => calls.push('timer'));

    const work = (async () => {
      for (let step = 1; step <= 3; step++) {
        await clock.sleep(100);
        for (let turn = 0; turn < 100; turn++) await Promise.resolve();
        calls.push(`step ${step}`);
      }
    })();
    await clock.advance(300);
    await work;

    expect(calls).toEqual(['step 1', 'step 2', 'timer', 'step 3']);
  });

  test('ends a sleep when the signal fires, and leaves nothing behind', async () => {
    const clock = manualClock.at(START);
    const controller = new AbortController();

    const asleep = clock.sleep(1_000, controller.signal);
    controller.abort();
    await asleep;
    await clock.sleep(1_000, controller.signal);

    expect(clock.pendingTimers).toBe(0);
  });

  describe('until', () => {
    test('lets as much time pass as the promise needs', async () => {
      const clock = manualClock.at(START);
      const startMs = clock.nowMs();
      clock.after(5_000, () => {});

      const value = await clock.until(clock.sleep(1_000).then(() => 'done'));

      expect(value).toBe('done');
      expect(clock.nowMs() - startMs).toBe(1_000);
    });

    test('rejects as the promise does', async () => {
      const clock = manualClock.at(START);

      await expect(clock.until(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    });

    test('says so when nothing can settle the promise', async () => {
      const clock = manualClock.at(START);

      await expect(clock.until(new Promise(() => {}))).rejects.toThrow('it never settles');
    });
  });
});

import { isForced, scheduleWindow } from '../../../lambda-handler/protocol/schedule-window';
import { SCHEDULED_MS, SETTINGS } from './protocol-world';

describe('isForced', () => {
  test.each([
    { case: 'within the allowance', aheadMs: 10_000, forced: false },
    { case: 'beyond the allowance', aheadMs: 10_001, forced: true },
    { case: 'in the past', aheadMs: -1, forced: false },
  ])('is $forced for a scheduled time $case', ({ aheadMs, forced }) => {
    expect(isForced(SCHEDULED_MS + aheadMs, SCHEDULED_MS)).toBe(forced);
  });
});

describe('scheduleWindow', () => {
  test.each([
    { case: 'the end of the retention', storeAfterMs: 86_400_000, window: 'open' },
    { case: 'the time after the retention', storeAfterMs: 86_400_001, window: 'too-old' },
    { case: 'ten seconds before the scheduled time', storeAfterMs: -10_000, window: 'open' },
    { case: 'eleven seconds before the scheduled time', storeAfterMs: -11_000, window: 'forced' },
  ])('is $window at $case', ({ storeAfterMs, window }) => {
    expect(scheduleWindow(SCHEDULED_MS, SCHEDULED_MS + storeAfterMs, SETTINGS, 'scheduled')).toBe(window);
  });

  test('is open to forced runs in their own key space', () => {
    expect(scheduleWindow(SCHEDULED_MS, SCHEDULED_MS - 11_000, SETTINGS, 'forced')).toBe('open');
  });

  test('is open to forced runs of a job that treats them as any other', () => {
    const settings = { ...SETTINGS, forcedRuns: 'consume-next' } as const;

    expect(scheduleWindow(SCHEDULED_MS, SCHEDULED_MS - 11_000, settings, 'scheduled')).toBe('open');
  });
});

import { Cron } from 'croner';
import { scheduleWarnings } from '../../src/scheduler/schedule-warnings';
import cases from '../support/cases.json';
import { scheduleOf } from '../support/schedule-of';

describe('scheduleWarnings', () => {
  test.each(cases.schedule.warn.map(([text = '', reason = '']) => ({ text, reason })))(
    "warns of '$text': $reason",
    ({ text, reason }) => {
      const [warning = ''] = scheduleWarnings(scheduleOf(text), 'Etc/UTC');

      expect(warning).toContain('either may fire');
      expect(reason).toContain('either may fire');
    },
  );

  test('warns because the library behind it fires on either day', () => {
    const cron = new Cron('0 0 1 * 5', { paused: true, timezone: 'UTC' });

    const days = cron.nextRuns(2, '2026-09-30T12:00:00').map((run) => run.toISOString().slice(0, 10));

    expect(days).toEqual(['2026-10-01', '2026-10-02']);
  });

  test.each(cases.schedule.accept.map((text) => ({ text })))("says nothing of '$text' in UTC", ({ text }) => {
    expect(scheduleWarnings(scheduleOf(text), 'Etc/UTC')).toEqual([]);
  });

  test.each([
    {
      case: 'drops and doubles',
      text: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      warning:
        "schedule '30 2 * * *' fires at local times that Europe/Berlin drops, as on 2026-03-29 02:30, and doubles, " +
        'as on 2026-10-25 02:30: such a run may be skipped, late or doubled; use Etc/UTC or times outside 02:00 to 02:59',
    },
    {
      case: 'doubles alone, on the day that fires',
      text: '*/10 2 25 10 *',
      timeZone: 'Europe/Berlin',
      warning:
        "schedule '*/10 2 25 10 *' fires at local times that Europe/Berlin doubles, as on 2026-10-25 02:00: such a run " +
        'may be skipped, late or doubled; use Etc/UTC or times outside 02:00 to 02:59',
    },
    {
      case: 'moves by half an hour',
      text: '15 2 * * *',
      timeZone: 'Australia/Lord_Howe',
      warning:
        "schedule '15 2 * * *' fires at local times that Australia/Lord_Howe drops, as on 2026-10-04 02:15: such a run " +
        'may be skipped, late or doubled; use Etc/UTC or times outside 02:00 to 02:29',
    },
  ])('warns of what a clock $case', ({ text, timeZone, warning }) => {
    expect(scheduleWarnings(scheduleOf(text), timeZone)).toEqual([warning]);
  });

  test.each([
    { case: 'the last minute before the change', text: '59 1 * * *', timeZone: 'Europe/Berlin' },
    { case: 'the first minute after it', text: '0 3 * * *', timeZone: 'Europe/Berlin' },
    {
      case: 'each hour, of which one more or less does no harm',
      text: '30 * * * *',
      timeZone: 'Europe/Berlin',
    },
    { case: 'a month without a change', text: '30 2 * 7 *', timeZone: 'Europe/Berlin' },
    { case: 'a zone without changes', text: '30 2 * * *', timeZone: 'Asia/Kolkata' },
  ])('says nothing of $case', ({ text, timeZone }) => {
    expect(scheduleWarnings(scheduleOf(text), timeZone)).toEqual([]);
  });
});

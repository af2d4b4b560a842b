import { describeProblem } from '../../src/problem';
import { parseCronSchedule } from '../../src/scheduler/cron-schedule';
import cases from '../support/cases.json';
import { scheduleOf } from '../support/schedule-of';

describe('parseCronSchedule', () => {
  test.each(cases.schedule.accept.map((text) => ({ text })))("accepts '$text'", ({ text }) => {
    expect(scheduleOf(text).source).toBe(text);
  });

  test.each(cases.schedule.reject.map(([text = '', reason = '']) => ({ text, reason })))(
    "refuses '$text': $reason",
    ({ text }) => {
      expect(parseCronSchedule(text).problems.map(({ prop }) => prop)).toEqual(['schedule']);
    },
  );

  test.each([
    { case: 'steps', text: '*/20 * * * *', expected: { minutes: [0, 20, 40] } },
    { case: 'steps of a range', text: '0-10/3 * * * *', expected: { minutes: [0, 3, 6, 9] } },
    { case: 'the largest step', text: '*/60 */24 * * *', expected: { minutes: [0], hours: [0] } },
    { case: 'lists of ranges', text: '0 1-2,22-23 * * *', expected: { hours: [1, 2, 22, 23] } },
    {
      case: 'both ends',
      text: '0,59 0,23 1,31 1,12 *',
      expected: { minutes: [0, 59], daysOfMonth: [1, 31] },
    },
    { case: 'leading zeros', text: '05 02 * * *', expected: { minutes: [5], hours: [2] } },
    { case: 'names of months', text: '0 0 * JAN,NOV-DEC *', expected: { months: [1, 11, 12] } },
    { case: 'names of days', text: '0 0 * * MON-WED,SAT', expected: { daysOfWeek: [1, 2, 3, 6] } },
    { case: '7 as Sunday', text: '0 0 * * 7', expected: { daysOfWeek: [0] } },
    { case: 'a range up to 7', text: '0 0 * * FRI-7', expected: { daysOfWeek: [0, 5, 6] } },
    { case: 'a leap day', text: '0 0 29 2 *', expected: { daysOfMonth: [29], months: [2] } },
    {
      case: 'what is restricted',
      text: '0 0 1 * 5',
      expected: { restrictsDayOfMonth: true, restrictsDayOfWeek: true, firesAtFixedTimes: true },
    },
    {
      case: 'what is not',
      text: '0 * * * *',
      expected: { restrictsDayOfMonth: false, restrictsDayOfWeek: false, firesAtFixedTimes: false },
    },
  ])('reads $case', ({ text, expected }) => {
    expect(scheduleOf(text)).toMatchObject(expected);
  });

  test.each([
    { text: '', problem: "be five unix-cron fields, got '': write '0 2 * * *' for 02:00" },
    { text: ' 0 2 * * *', problem: "have no space around it, got ' 0 2 * * *': remove it" },
    {
      text: 'every 5 minutes',
      problem:
        'be unix-cron, since runs of a groc schedule carry no reliable scheduled time to be told apart by, ' +
        "got 'every 5 minutes': write '*/5 * * * *'",
    },
    {
      text: 'every 7 minutes',
      problem:
        'be unix-cron, since runs of a groc schedule carry no reliable scheduled time to be told apart by, ' +
        "got 'every 7 minutes'",
    },
    {
      text: 'CRON_TZ=Europe/Berlin 0 2 * * *',
      problem:
        'be five unix-cron fields alone, since the zone is the prop timeZone, got ' +
        "'CRON_TZ=Europe/Berlin 0 2 * * *': write '0 2 * * *' and timeZone: 'Europe/Berlin'",
    },
    {
      text: '@daily',
      problem:
        "be five unix-cron fields, since Cloud Scheduler documents no macros, got '@daily': write '0 0 * * *'",
    },
    {
      text: '@reboot',
      problem: "be five unix-cron fields, since Cloud Scheduler documents no macros, got '@reboot'",
    },
    {
      text: '* * * * * *',
      problem:
        'have five fields (minute, hour, day of month, month, day of week), ' +
        "got 6 in '* * * * * *': leave out the seconds or years",
    },
    {
      text: '* * * *',
      problem: "have five fields (minute, hour, day of month, month, day of week), got 4 in '* * * *'",
    },
    {
      text: '60 * * * *',
      problem: "have values between 0 and 59 in its minute field, got minute field '60': use 0",
    },
    {
      text: '75 * * * *',
      problem: "have values between 0 and 59 in its minute field, got minute field '75': use 59",
    },
    {
      text: '0 24 * * *',
      problem: "have values between 0 and 23 in its hour field, got hour field '24': use 0",
    },
    {
      text: '0 0 0 * *',
      problem: "have values between 1 and 31 in its day of month field, got day of month field '0': use 1",
    },
    {
      text: '0 0 * * 8',
      problem: "have values between 0 and 7 in its day of week field, got day of week field '8': use 6",
    },
    {
      text: '5/10 * * * *',
      problem: "have a step only after a range or *, got minute field '5/10': write '5-59/10'",
    },
    {
      text: '*/0 * * * *',
      problem: "have a step between 1 and 60 in its minute field, got minute field '*/0'",
    },
    {
      text: '*/61 * * * *',
      problem: "have a step between 1 and 60 in its minute field, got minute field '*/61'",
    },
    {
      text: '0 0 L * *',
      problem: "not use L or W, which unix-cron does not know, got day of month field 'L'",
    },
    {
      text: '0 0 15W * *',
      problem: "not use L or W, which unix-cron does not know, got day of month field '15W'",
    },
    {
      text: '0 0 ? * *',
      problem: "not use ?, which unix-cron does not know, got day of month field '?': write '*'",
    },
    {
      text: '0 0 * * MON#2',
      problem: "not use #, which unix-cron does not know, got day of week field 'MON#2'",
    },
    { text: 'H 0 * * *', problem: "not use H, which unix-cron does not know, got minute field 'H'" },
    { text: '0 0 * * mon', problem: "have names in upper case, got day of week field 'mon': write 'MON'" },
    { text: '0 MON * * *', problem: "have numbers in its hour field, got hour field 'MON'" },
    {
      text: '0 0 * * FRI-MON',
      problem: "have ranges that run forwards, got day of week field 'FRI-MON': write 'FRI-SAT,SUN-MON'",
    },
    {
      text: '0 0 * * SAT-SUN',
      problem: "have ranges that run forwards, got day of week field 'SAT-SUN': write 'SAT,SUN'",
    },
    {
      text: '0 0 * * 7-1',
      problem: "have ranges that run forwards, got day of week field '7-1': write '0-1'",
    },
    {
      text: '0 0 * * 7/2',
      problem: "have a step only after a range or *, got day of week field '7/2': write '0-6/2'",
    },
    { text: '5/0 * * * *', problem: "have a step only after a range or *, got minute field '5/0'" },
    { text: '1,,2 * * * *', problem: "have no empty term in a list, got minute field ''" },
    {
      text: '5x * * * *',
      problem: "have numbers, ranges, steps or * between the commas, got minute field '5x'",
    },
    { text: '0 0 31 2 *', problem: "name a day that exists, got '0 0 31 2 *', which never fires" },
    { text: '0 0 31 4,6 *', problem: "name a day that exists, got '0 0 31 4,6 *', which never fires" },
  ])("says what is wrong with '$text'", ({ text, problem }) => {
    expect(parseCronSchedule(text).problems.map(describeProblem)).toEqual([`schedule must ${problem}`]);
  });

  test('reports each field that is wrong', () => {
    expect(parseCronSchedule('60 24 * 13 *').problems).toHaveLength(3);
  });

  test.each([
    { case: 'one that is no cron', text: 'x'.repeat(5000) },
    { case: 'one with a long term', text: `${'5'.repeat(5000)} * * * *` },
    { case: 'one that repeats a wrong term', text: `1${',60'.repeat(2000)} * * * *` },
    { case: 'one with a zone in front', text: `TZ=${'x'.repeat(2000)} ${'0 '.repeat(2000)}*` },
    { case: 'one with spaces around it', text: ' 0'.repeat(2500) },
  ])('cuts a long schedule: $case', ({ text }) => {
    const [problem, ...others] = parseCronSchedule(text).problems.map(describeProblem);

    expect(others).toEqual([]);
    expect(problem?.length).toBeLessThan(400);
  });

  test.each(
    ['0 0 * * 7-1', '0 0 * * 7/2', '7-0 * * * *', '0 0 * * 7-0', '5/10 * * * *', '0 0 * * FRI-MON'].map(
      (text) => ({
        text,
      }),
    ),
  )("suggests for '$text' what it accepts", ({ text }) => {
    const [wrong = ''] = /[0-9A-Z]+[-/][0-9A-Z]+/.exec(text) ?? [];
    const [, suggested = ''] = /^write '(.*)'$/.exec(parseCronSchedule(text).problems[0]?.fix ?? '') ?? [];

    expect(suggested).not.toBe('');
    expect(parseCronSchedule(text.replace(wrong, suggested)).problems).toEqual([]);
  });

  test.each([undefined, null, 5, {}].map((value) => ({ value })))(
    'reports $value from JavaScript',
    ({ value }) => {
      const { problems } = parseCronSchedule(value as unknown as string);

      expect(problems.map(({ must }) => must)).toEqual(['be a text of five unix-cron fields']);
    },
  );

  test.each([
    { groc: 'every minute', cron: '* * * * *' },
    { groc: 'every 1 minutes', cron: '* * * * *' },
    { groc: 'every 60 mins', cron: '0 * * * *' },
    { groc: 'every 2 hours', cron: '0 */2 * * *' },
    { groc: 'every 24 hours', cron: '0 0 * * *' },
    { groc: 'every day', cron: '0 0 * * *' },
  ])("suggests '$cron' for '$groc'", ({ groc, cron }) => {
    expect(parseCronSchedule(groc).problems[0]?.fix).toBe(`write '${cron}'`);
    expect(scheduleOf(cron).source).toBe(cron);
  });

  test.each(['every 5 hours', 'every monday 09:00', '1st monday of month 09:00'].map((groc) => ({ groc })))(
    "suggests nothing for '$groc'",
    ({ groc }) => {
      expect(parseCronSchedule(groc).problems.map(({ fix }) => fix)).toEqual([undefined]);
    },
  );
});

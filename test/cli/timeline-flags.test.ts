import { parseTimelineArgs } from '../../src/cli/timeline-flags';

const FLAGS = ['--schedule', '0 2 * * *'];

describe('parseTimelineArgs', () => {
  test('reads each flag', () => {
    const { request } = parseTimelineArgs([
      ...['--schedule', '0 2 * * *', '--time-zone', 'Europe/Berlin', '--attempt-deadline', '3m'],
      ...['--max-retry-attempts', '5', '--max-retry-duration', '1h', '--min-backoff', '3.5s'],
      ...['--max-backoff=40s', '--max-doublings', '0', '--lease', '200s', '--retention', '2d'],
      ...['--json', '--svg', 'run.svg'],
    ]);

    expect(request).toMatchObject({ help: false, json: true, svgFile: 'run.svg' });
    expect(request?.job).toMatchObject({
      schedule: '0 2 * * *',
      timeZone: 'Europe/Berlin',
      attemptDeadlineSeconds: 180,
      retry: {
        retryCount: 5,
        maxRetryDurationSeconds: 3600,
        minBackoffSeconds: 3.5,
        maxBackoffSeconds: 40,
        maxDoublings: 0,
      },
      handler: { leaseSeconds: 200, retentionSeconds: 172_800 },
    });
  });

  test('leaves open what is not given, in the zone of Cloud Scheduler', () => {
    const { request } = parseTimelineArgs(FLAGS);

    expect(request?.job).toMatchObject({ timeZone: 'Etc/UTC', retry: {}, handler: {} });
    expect(request?.job?.attemptDeadlineSeconds).toBeUndefined();
    expect(request?.job?.retry.retryCount).toBeUndefined();
  });

  test.each([
    {
      case: 'a duration without a unit',
      args: [...FLAGS, '--lease', '180'],
      error: "--lease must be a number with a unit: 180s, 3m, 1h, 1d, 3.5s, got '180'",
    },
    {
      case: 'a count that is none',
      args: [...FLAGS, '--max-retry-attempts', '2.5'],
      error: "--max-retry-attempts must be a whole number such as 5, got '2.5'",
    },
    {
      case: 'a schedule that does not parse',
      args: ['--schedule', '60 * * * *'],
      error: /^--schedule must have .*60/,
    },
    {
      case: 'a groc schedule',
      args: ['--schedule', 'every 5 minutes'],
      error: /^--schedule must be unix-cron.*write '\*\/5 \* \* \* \*'$/,
    },
    {
      case: 'a zone that is none',
      args: [...FLAGS, '--time-zone', 'Berlin'],
      error: /^--time-zone must be a name.*got 'Berlin': write 'Europe\/Berlin'$/,
    },
    {
      case: 'a flag of no use here',
      args: [...FLAGS, '--uri', 'x'],
      error: '--uri is no flag of this command',
    },
    { case: 'a flag without its value', args: [...FLAGS, '--lease'], error: '--lease needs a value' },
    {
      case: 'a switch with a value',
      args: [...FLAGS, '--json=yes'],
      error: "--json takes no value, got 'yes'",
    },
    {
      case: 'a flag given twice',
      args: [...FLAGS, '--lease', '1s', '--lease', '2s'],
      error: '--lease can be given once',
    },
    { case: 'no job at all', args: [], error: /^--schedule must be given/ },
    {
      case: 'a stack file beside flags',
      args: ['cdktf.out', '--lease', '9s'],
      error: 'a stack file says all of its jobs: leave out --lease',
    },
    { case: 'two stack files', args: ['a', 'b'], error: 'one stack file or directory can be given, got a b' },
  ])('refuses $case', ({ args, error }) => {
    const { request, errors } = parseTimelineArgs(args);

    expect(request).toBeUndefined();
    expect(errors).toEqual([error instanceof RegExp ? expect.stringMatching(error) : error]);
  });

  test('tells all that is wrong at once', () => {
    const { errors } = parseTimelineArgs([
      '--schedule',
      'x',
      '--lease',
      '1',
      '--max-doublings',
      'y',
      '--nope',
    ]);

    expect(errors.map((error) => error.split(' ')[0]).sort()).toEqual([
      '--lease',
      '--max-doublings',
      '--nope',
      '--schedule',
    ]);
  });
});

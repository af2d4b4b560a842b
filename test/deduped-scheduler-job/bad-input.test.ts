import { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import type { DedupedSchedulerJobProps } from '../../src/deduped-scheduler-job-props';
import { Duration } from '../../src/duration';
import { Lease } from '../../src/lease';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from '../support/billing-stack';

describe('DedupedSchedulerJob', () => {
  describe('bad input', () => {
    test('is listed all at once, before any resource exists', () => {
      const stack = billingStack();
      const act = () =>
        nightlyJob(stack, {
          schedule: '60 2 * * *',
          timeZone: 'Europe/Berlinn',
          region: 'Europe',
          jobName: 'nightly invoices',
          attemptDeadline: Duration.minutes(3),
          lease: Lease.fixed(Duration.seconds(120)),
          retryConfig: { retryCount: 9, maxDoublings: 0 },
          headers: { Authorization: 'Bearer x' },
          forcedRuns: 'always' as never,
        });

      const lines = messageOf(act).split('\n');

      expect(lines[0]).toMatch(/^billing\/NightlyInvoices has \d+ configuration problems$/);
      for (const prop of [
        'schedule',
        'timeZone',
        'region',
        'jobName',
        'lease',
        'retryConfig.retryCount',
        'retryConfig.maxDoublings',
        'headers.Authorization',
        'forcedRuns',
      ]) {
        expect(lines.filter((line) => line.startsWith(`  - ${prop} must `))).toHaveLength(1);
      }
      const failed = stack.node.findChild('NightlyInvoices');
      expect(failed.node.children).toEqual([]);
      expect(stack.node.children.map((child) => child.node.id)).toEqual(['Google', 'NightlyInvoices']);
    });

    test.each<{ case: string; changes: Record<string, unknown>; problem: string }>([
      {
        case: 'a misspelt prop',
        changes: { timezone: 'UTC' },
        problem: 'timezone must be a prop of this construct, got timezone: write timeZone',
      },
      ...['grants', 'memory', 'serviceAccount', 'buildServiceAccount'].map((prop) => ({
        case: `${prop}, which a handler takes`,
        changes: { [prop]: 'none' },
        problem:
          `${prop} must be a prop of the handler, not of the job, got ${prop}: ` +
          `give it to new CloudRunFunction(…, { ${prop}: … }), and that to the job as handler`,
      })),
      {
        case: 'a number for a Duration',
        changes: { attemptDeadline: 180 },
        problem: 'attemptDeadline must be a Duration, got 180: write Duration.seconds(180)',
      },
      {
        case: 'a Duration for a Lease',
        changes: { lease: Duration.seconds(190) },
        problem: 'lease must be a Lease, got a Duration: write Lease.fixed(…) or Lease.renewed(…)',
      },
      {
        case: 'a renewed lease that is too short',
        changes: { lease: Lease.renewed(Duration.seconds(14)) },
        problem: 'lease must be at least 15 s where it is renewed, got 14 s: raise it to 15 s',
      },
      {
        case: 'OAuth',
        changes: { oauthToken: {} },
        problem: 'oauthToken must not be given: OAuth access tokens are for *.googleapis.com',
      },
      {
        case: 'no logic',
        changes: { logic: undefined },
        problem:
          "logic must be a JobLogic, or several by name, got nothing: write JobLogic.fromFile(path.join(__dirname, 'job.ts'))",
      },
      { case: 'a store that is none', changes: { store: {} }, problem: 'store must be a dedup store' },
      { case: 'a handler that is none', changes: { handler: {} }, problem: 'handler must be a handler' },
      { case: 'a schedule that is none', changes: { schedule: 5 }, problem: 'schedule must' },
      { case: 'no region', changes: { region: undefined }, problem: 'region must be given, got nothing' },
      {
        case: 'a retry setting that is none',
        changes: { retryConfig: { retries: 3 } },
        problem: 'retryConfig.retries must be one of',
      },
      {
        case: 'a count that is a text',
        changes: { retryConfig: { retryCount: '3' } },
        problem: "retryConfig.retryCount must be a number, got '3'",
      },
      {
        case: 'a reason that is none',
        changes: { acceptLostCrashes: ' ' },
        problem: "acceptLostCrashes must be a text that gives the reason, got ' '",
      },
      { case: 'headers that are none', changes: { headers: 'X-A: b' }, problem: 'headers must be an object' },
      {
        case: 'paused as a text',
        changes: { paused: 'no' },
        problem: "paused must be true or false, got 'no'",
      },
    ])('names $case', ({ changes, problem }) => {
      const act = () => nightlyJob(billingStack(), changes as Partial<DedupedSchedulerJobProps>);

      expect(messageOf(act)).toContain(problem);
    });

    test('names props that are missing altogether', () => {
      const act = () => new DedupedSchedulerJob(billingStack(), 'Job', undefined as never);

      expect(messageOf(act)).toContain('props must be an object, got undefined');
    });

    test('refuses logic and store beside a handler, which has its own', () => {
      const stack = billingStack();
      const { handler, store } = nightlyJob(stack, {}, 'First');

      const message = messageOf(() => nightlyJob(stack, { handler, store, logic: EMPTY_LOGIC }, 'Second'));

      expect(message).toContain('logic must not be given beside handler');
      expect(message).toContain('store must not be given beside handler');
    });
  });
});

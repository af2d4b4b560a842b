import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerraformVariable, Testing } from 'cdktf';
import type { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import { Duration } from '../../src/duration';
import { Lease } from '../../src/lease';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';

type Json = Record<string, any>;

function annotationsOf(job: DedupedSchedulerJob): { level: string; message: string }[] {
  return job.node.metadata.map(({ type, data }) => ({ level: type, message: data as string }));
}

describe('DedupedSchedulerJob', () => {
  describe('warnings', () => {
    test('are nothing for a nightly job in UTC', () => {
      const stack = billingStack();
      const job = nightlyJob(stack);

      expect(annotationsOf(job)).toEqual([]);
    });

    test('are annotations of the job, each once, and in its timing', () => {
      const stack = billingStack();
      const job = nightlyJob(stack, { schedule: '30 2 1 * SUN', timeZone: 'Europe/Berlin' });

      const annotations = annotationsOf(job);

      expect(annotations.map(({ level }) => level)).toEqual(['@cdktf/warn', '@cdktf/warn']);
      expect(annotations.map(({ message }) => message)).toEqual(job.timing.warnings);
      expect(job.timing.warnings[0]).toContain('restricts both day of month and day of week');
      expect(job.timing.warnings[1]).toContain('Europe/Berlin drops, as on 2026-03-29 02:30');
    });

    test('say when runs may last into the next one, with what would help', () => {
      const job = nightlyJob(billingStack(), { schedule: '*/10 * * * *' });

      expect(job.timing).toMatchObject({ endsBeforeNextRun: false, gapSeconds: 600 });
      expect(annotationsOf(job).map(({ message }) => message)).toEqual([
        'schedule must leave a run its worst case (1297 s) before the next one is due, or that one starts late or is ' +
          'skipped, got every 600 s: lower attemptDeadline to 74 s or lower retryConfig.retryCount to 1',
      ]);
    });

    test('quote why lost crashes are accepted', () => {
      const job = nightlyJob(billingStack(), {
        attemptDeadline: Duration.minutes(3),
        retryConfig: { minBackoffDuration: Duration.seconds(5) },
        acceptLostCrashes: 'the next night does the work of both',
      });

      const [warning, ...others] = annotationsOf(job).map(({ message }) => message);

      expect(warning).toMatch(
        /^a crash may lose its run, accepted because 'the next night does the work of both': retryConfig/,
      );
      expect(others).toEqual([]);
      expect(job.timing.acceptedLostCrashes).toBe('the next night does the work of both');
    });

    test('are told as information where a token keeps a rule from being checked', () => {
      const stack = billingStack();
      const number = new TerraformVariable(stack, 'number', { type: 'number' });
      const job = nightlyJob(stack, { lease: Lease.fixed(Duration.seconds(number.numberValue)) });

      expect(annotationsOf(job)).toEqual([
        {
          level: '@cdktf/info',
          message:
            'not checked: I2 (the lease outlives its attempt): depends on lease, known only at deploy time; ' +
            'I3 (every crash is recovered): depends on lease, known only at deploy time',
        },
      ]);
    });

    test('stand in the manifest of the synthesized app', () => {
      const stack = billingStack();
      const job = nightlyJob(stack, { timeZone: 'Europe/Berlin' });

      const directory = Testing.fullSynth(stack);

      const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Json;
      const messages = manifest['stacks'].billing.annotations.map(({ message }: Json) => message);
      expect(messages).toEqual(job.timing.warnings);
      expect(messages).toHaveLength(1);
    });
  });

  describe('timing', () => {
    test('is plain data but for the next scheduled times', () => {
      const { nextScheduledTimes, ...data } = nightlyJob(billingStack()).timing;

      expect(JSON.parse(JSON.stringify(data))).toEqual(data);
      expect(typeof nextScheduledTimes).toBe('function');
    });

    test('tells the next scheduled times after an instant', () => {
      const { timing } = nightlyJob(billingStack(), { timeZone: 'Europe/Berlin' });

      const times = timing.nextScheduledTimes(new Date('2026-06-30T12:00:00Z'), 2);

      expect(times).toEqual([new Date('2026-07-01T00:00:00Z'), new Date('2026-07-02T00:00:00Z')]);
    });

    test.each([
      { case: 'no instant', from: new Date('soon'), count: 1, problem: 'from must be a Date' },
      {
        case: 'a count of none',
        from: new Date(0),
        count: 0,
        problem: 'count must be a whole number between 1 and 1000, got 0',
      },
      {
        case: 'too large a count',
        from: new Date(0),
        count: 1001,
        problem: 'count must be a whole number between 1 and 1000, got 1001',
      },
    ])('refuses $case for them', ({ from, count, problem }) => {
      const { timing } = nightlyJob(billingStack());

      expect(messageOf(() => timing.nextScheduledTimes(from, count))).toContain(problem);
    });

    test('refuses to guess them for a schedule that is a token', () => {
      const stack = billingStack();
      const text = new TerraformVariable(stack, 'text', { type: 'string' });
      const { timing } = nightlyJob(stack, { schedule: text.stringValue });

      expect(messageOf(() => timing.nextScheduledTimes(new Date(0), 1))).toBe(
        'schedule must be known at synth, with its time zone, for its next times, got a token',
      );
    });
  });
});

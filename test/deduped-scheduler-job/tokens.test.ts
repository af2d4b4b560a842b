import { TerraformVariable } from 'cdktf';
import { Duration } from '../../src/duration';
import { Lease } from '../../src/lease';
import { billingStack, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

describe('DedupedSchedulerJob', () => {
  describe('tokens', () => {
    test('are taken in every prop that can hold one, and never checked', () => {
      const stack = billingStack();
      const text = new TerraformVariable(stack, 'text', { type: 'string' });
      const number = new TerraformVariable(stack, 'number', { type: 'number' });
      const seconds = () => Duration.seconds(number.numberValue);
      const job = nightlyJob(stack, {
        schedule: text.stringValue,
        timeZone: text.stringValue,
        region: text.stringValue,
        project: text.stringValue,
        jobName: text.stringValue,
        description: text.stringValue,
        paused: text.booleanValue as never,
        attemptDeadline: seconds(),
        lease: Lease.fixed(seconds()),
        retention: seconds(),
        retryConfig: {
          retryCount: number.numberValue,
          maxRetryDuration: seconds(),
          minBackoffDuration: seconds(),
          maxBackoffDuration: seconds(),
          maxDoublings: number.numberValue,
        },
        body: text.stringValue,
        headers: { 'X-Text': text.stringValue },
      });

      const synthesized = Synthesized.of(stack);

      expect(synthesized.resource('google_cloud_scheduler_job')).toMatchObject({
        name: '${var.text}',
        project: '${var.text}',
        region: '${var.text}',
        schedule: '${var.text}',
        time_zone: '${var.text}',
        attempt_deadline: '${var.number}s',
        retry_config: {
          retry_count: '${var.number}',
          max_retry_duration: '${var.number}s',
          min_backoff_duration: '${var.number}s',
          max_backoff_duration: '${var.number}s',
          max_doublings: '${var.number}',
        },
        http_target: { body: '${base64encode(var.text)}', headers: { 'X-Text': '${var.text}' } },
      });
      expect(
        (synthesized.resource('google_cloudfunctions2_function') as Json)['service_config'],
      ).toMatchObject({
        timeout_seconds: '${max(var.number)}',
      });
      expect(job.timing.unchecked.length).toBeGreaterThan(0);
    });

    test('make T and the lease expressions of the deadline', () => {
      const stack = billingStack();
      const number = new TerraformVariable(stack, 'number', { type: 'number' });
      nightlyJob(stack, { jobName: 'invoices', attemptDeadline: Duration.seconds(number.numberValue) });

      const handler = Synthesized.of(stack).resource('google_cloudfunctions2_function') as Json;

      const settings = handler['service_config'].environment_variables.DSJ_JOBS as string;
      expect(settings).toContain('"timeoutSeconds":${(var.number - min(10, floor((var.number / 3))))}');
      expect(settings).toContain('"leaseSeconds":${(var.number + 10)}');
    });

    test('are proven for the largest deadline that works when the deadline is one', () => {
      const stack = billingStack();
      const number = new TerraformVariable(stack, 'number', { type: 'number' });

      const job = nightlyJob(stack, { attemptDeadline: Duration.seconds(number.numberValue) });

      expect(job.retryConfig.minBackoffDuration).toEqual(Duration.seconds(59));
    });
  });
});

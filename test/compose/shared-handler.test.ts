import { decodeJobs } from '../../src/contract/environment';
import { Duration } from '../../src/duration';
import type { HandlerService } from '../../src/handler/handler-service';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

const PROJECT = 'acme-billing';
const LIMIT_BYTES = 32 * 1024;

function variablesOf(synthesized: Synthesized): Record<string, string> {
  const service = synthesized.resource('google_cloudfunctions2_function') as Json;
  return service['service_config'].environment_variables as Record<string, string>;
}

function bytesOf(variables: Record<string, string>): number {
  return Object.entries(variables).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
}

describe('a handler of several jobs', () => {
  const stack = billingStack();
  const logic = { invoices: EMPTY_LOGIC, reports: EMPTY_LOGIC };
  const handler = aFunction(stack, { logic, project: PROJECT });
  nightlyJob(stack, { handler, jobName: 'invoices', logicName: 'invoices' }, 'Invoices');
  nightlyJob(
    stack,
    { handler, jobName: 'reports', logicName: 'reports', attemptDeadline: Duration.minutes(10) },
    'Reports',
  );
  const synthesized = Synthesized.of(stack);

  test('is built once', () => {
    expect(synthesized.counts()).toMatchObject({
      google_cloud_scheduler_job: 2,
      google_cloudfunctions2_function: 1,
      google_storage_bucket_object: 1,
      google_service_account: 3,
    });
  });

  test('knows the logic and the limit of each', () => {
    const jobs = decodeJobs(variablesOf(synthesized)['DSJ_JOBS']).value;

    expect(jobs).toEqual([
      expect.objectContaining({ jobName: 'invoices', logic: 'invoices', timeoutSeconds: 170 }),
      expect.objectContaining({ jobName: 'reports', logic: 'reports', timeoutSeconds: 590 }),
    ]);
  });

  test('tells them in an order that does not depend on which was made first', () => {
    const [one, other] = [
      ['invoices', 'reports'],
      ['reports', 'invoices'],
    ].map((names) => {
      const stack = billingStack();
      const handler = aFunction(stack, { project: PROJECT });
      for (const jobName of names) nightlyJob(stack, { handler, jobName }, jobName);
      return variablesOf(Synthesized.of(stack))['DSJ_JOBS'];
    });

    expect(one).toBe(other);
  });

  test('has a route per job and the longest deadline as its timeout', () => {
    const jobs = Object.values(synthesized.resources('google_cloud_scheduler_job')) as Json[];
    const service = synthesized.resource('google_cloudfunctions2_function') as Json;

    expect(jobs.map(({ http_target: target }) => target.uri.split('uri}')[1]).sort()).toEqual([
      '/jobs/invoices',
      '/jobs/reports',
    ]);
    expect(service['service_config'].timeout_seconds).toBe(600);
  });
});

describe('the environment of a handler', () => {
  function handlerWith(padding: number): { handler: HandlerService; synth: () => Synthesized } {
    const stack = billingStack();
    const environment = { PADDING: 'ü'.repeat(padding / 2) + 'x'.repeat(padding % 2) };
    const handler = aFunction(stack, { project: PROJECT, environment });
    return { handler, synth: () => Synthesized.of(stack) };
  }
  function add({ handler }: { handler: HandlerService }, jobName: string): void {
    nightlyJob(handler.node.scope as never, { handler, jobName }, jobName);
  }
  const empty = handlerWith(0);
  add(empty, 'invoices');
  const room = LIMIT_BYTES - bytesOf(variablesOf(empty.synth()));

  test('takes as many bytes as Google does, names included', () => {
    const full = handlerWith(room);
    add(full, 'invoices');

    expect(bytesOf(variablesOf(full.synth()))).toBe(LIMIT_BYTES);
  });

  test('is refused one byte later', () => {
    expect(messageOf(() => add(handlerWith(room + 1), 'invoices'))).toContain(
      'handler must have an environment of at most 32768 bytes, names included, got 32769 bytes with 1 job: ' +
        'shorten environment, whose variables count too',
    );
  });

  test('says how many jobs fit when one more does not', () => {
    const nearlyFull = handlerWith(room - 300);
    const names = ['invoices', 'reports', 'reminders', 'statements', 'refunds'];

    const message = messageOf(() => {
      for (const name of names) add(nearlyFull, name);
    });

    const fitting = Object.keys(nearlyFull.synth().resources('google_cloud_scheduler_job')).length;
    expect(fitting).toBeGreaterThan(1);
    expect(message).toContain(`give this job another handler: ${fitting} jobs like these fit into one`);
  });

  test('is checked for the handler that a job makes for itself', () => {
    const environment = { PADDING: 'x'.repeat(LIMIT_BYTES) };

    expect(messageOf(() => nightlyJob(billingStack(), { environment }))).toContain(
      'handler must have an environment of at most 32768 bytes',
    );
  });

  test('is checked for an image too', () => {
    const stack = billingStack();
    const handler = anImage(stack, { environment: { PADDING: 'x'.repeat(LIMIT_BYTES) } });

    expect(messageOf(() => nightlyJob(stack, { handler }))).toContain('at most 32768 bytes');
  });
});

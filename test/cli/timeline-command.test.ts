import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudSchedulerJob } from '@cdktf/provider-google/lib/cloud-scheduler-job';
import { TerraformVariable } from 'cdktf';
import { timelineCommand } from '../../src/cli/timeline-command';
import { Duration } from '../../src/duration';
import { Lease } from '../../src/lease';
import { billingStack, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

const FOREIGN = { name: 'old', region: 'europe-west1', httpTarget: { uri: 'https://example.com/' } };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'timeline-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function run(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const exitCode = timelineCommand.run(args, {
    columns: 100,
    out: (text) => out.push(text),
    error: (text) => error.push(text),
  });
  return { exitCode, out: inOneLine(out), error: inOneLine(error) };
}

/** Where the lines are broken does not matter here. */
function inOneLine(texts: readonly string[]): string {
  return texts.join(' ').replace(/\s+/g, ' ');
}

function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

function stackFile(stack = billingStack()): string {
  return file('cdk.tf.json', Synthesized.of(stack).text);
}

describe('timelineCommand', () => {
  const five = ['--schedule', '*/5 * * * *', '--attempt-deadline', '180s', '--max-retry-attempts', '5'];

  test('explains the lost crash, suggests what fits and fails', () => {
    const { exitCode, out } = run(...five, '--min-backoff', '5s');

    expect(exitCode).toBe(1);
    expect(out).toContain('Crash right after the claim: LOST');
    expect(out).toContain('FAIL I3 every crash of the first attempt is recovered');
    expect(out).toMatch(/What fits: --attempt-deadline 180s --max-retry-attempts 5 --min-backoff \d+s/);
  });

  test('passes what fits', () => {
    const { exitCode, out } = run(...five, '--min-backoff', '40s', '--max-backoff', '40s');

    expect(exitCode).toBe(0);
    expect(out).not.toContain('LOST');
    expect(out).not.toContain('What fits');
  });

  test('names each flag that it does not understand', () => {
    const { exitCode, out, error } = run(...five, '--lease', '3 minutes', '--min-backoff', '5');

    expect(exitCode).toBe(2);
    expect(out).toBe('');
    expect(error).toContain("--lease must be a number with a unit: 180s, 3m, 1h, 1d, 3.5s, got '3 minutes'");
    expect(error).toContain("--min-backoff must be a number with a unit: 180s, 3m, 1h, 1d, 3.5s, got '5'");
  });

  test('prints help', () => {
    expect(run('--help')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('--max-retry-attempts'),
    });
  });

  test('prints JSON that says the same', () => {
    const { exitCode, out } = run(...five, '--min-backoff', '5s', '--json');

    const [report] = JSON.parse(out);
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({ holds: false, values: { schedule: 300, lease: 190 } });
    expect(report.timeline.cases[0].crash).toMatchObject({ recoveredAtSeconds: null });
  });

  test('writes the picture', () => {
    const svg = join(directory, 'run.svg');
    run(...five, '--svg', svg);

    expect(readFileSync(svg, 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  });

  test('says when the picture cannot be written', () => {
    const { exitCode, error } = run(...five, '--svg', join(directory, 'no/such/run.svg'));

    expect(exitCode).toBe(2);
    expect(error).toContain('run.svg cannot be written');
  });
});

describe('timelineCommand on a synthesized stack', () => {
  test('takes lease and retention of our job from its handler', () => {
    const stack = billingStack();
    nightlyJob(stack, { lease: Lease.fixed(Duration.seconds(200)), retention: Duration.days(3) });

    const { exitCode, out } = run(stackFile(stack));

    expect(exitCode).toBe(0);
    expect(out).toContain('(nightly-invoices-');
    expect(out).toContain('lease 200 s;');
    expect(out).toContain('3 d retention ends');
  });

  test('takes the kind of the lease from the handler too', () => {
    const stack = billingStack();
    nightlyJob(stack, { attemptDeadline: Duration.minutes(10), lease: Lease.renewed(Duration.seconds(30)) });

    const { exitCode, out } = run(stackFile(stack));

    expect(exitCode).toBe(0);
    expect(out).toContain('renewed lease 30 s;');
    expect(out).toContain('ok I6 the lease can be renewed in time');
    expect(out).not.toContain('I2');
  });

  test('checks a job that is not ours in the words of its resource', () => {
    const stack = billingStack();
    new CloudSchedulerJob(stack, 'Old', {
      ...FOREIGN,
      schedule: '*/5 * * * *',
      retryConfig: { retryCount: 5 },
    });

    const { exitCode, out } = run(stackFile(stack));

    expect(exitCode).toBe(1);
    expect(out).toContain('raise retry_config.min_backoff_duration');
    expect(out).toContain('skip I2 the lease outlives its attempt: nothing is known of the handler');
    expect(out).toContain('The job is not made by DedupedSchedulerJob');
  });

  test('takes no doublings as the five that Cloud Scheduler makes of it', () => {
    const stack = billingStack();
    const retryConfig = { retryCount: 5, minBackoffDuration: '7s', maxDoublings: 0 };
    new CloudSchedulerJob(stack, 'Old', { ...FOREIGN, schedule: '0 2 * * *', retryConfig });

    const { exitCode, out } = run(stackFile(stack));

    expect(exitCode).toBe(0);
    expect(out).toContain('retry_config.max_doublings is 0: the Terraform provider drops a zero');
  });

  test('names the rules that depend on what only the deployment knows', () => {
    const stack = billingStack();
    const variable = new TerraformVariable(stack, 'deadline', { type: 'number' });
    nightlyJob(stack, { attemptDeadline: Duration.seconds(variable.numberValue) });

    const { exitCode, out } = run(stackFile(stack));

    expect(exitCode).toBe(0);
    expect(out).toContain('is recovered: depends on attemptDeadline, lease, known only at deploy time');
    expect(out).toContain('skip I2');
  });

  test('checks every job and writes a picture for each', () => {
    const stack = billingStack();
    nightlyJob(stack, {}, 'One');
    nightlyJob(stack, { schedule: '* * * * *' }, 'Two');

    const { exitCode, out } = run(stackFile(stack), '--svg', join(directory, 'run.svg'));

    expect(exitCode).toBe(0);
    expect(out).toContain('(one-');
    expect(out).toContain('(two-');
    expect(readdirSync(directory).sort()).toEqual(['cdk.tf.json', 'run-1.svg', 'run-2.svg']);
  });

  test('finds the stacks of an output directory', () => {
    const stack = billingStack();
    nightlyJob(stack);
    mkdirSync(join(directory, 'stacks/billing'), { recursive: true });
    file('stacks/billing/cdk.tf.json', Synthesized.of(stack).text);
    const stacks = { billing: { synthesizedStackPath: 'stacks/billing/cdk.tf.json' } };
    file('manifest.json', JSON.stringify({ version: '0.21.0', stacks }));

    expect(run(directory)).toMatchObject({ exitCode: 0, error: '' });
    expect(run(join(directory, 'stacks/billing')).exitCode).toBe(0);
  });

  test.each([
    { case: 'does not exist', name: 'none.json', content: undefined, error: 'does not exist' },
    { case: 'is no JSON', name: 'a.json', content: 'resource {', error: 'it is no JSON object' },
    { case: 'is another JSON', name: 'package.json', content: '{"name":"x"}', error: 'it has no resource' },
    {
      case: 'has no job',
      name: 'a.json',
      content: '{"resource":{}}',
      error: 'has no google_cloud_scheduler_job',
    },
    {
      case: 'is the manifest',
      name: 'manifest.json',
      content: '{}',
      error: 'give the directory that holds it',
    },
  ])('refuses a file that $case', ({ name, content, error }) => {
    const path = content === undefined ? join(directory, name) : file(name, content);

    expect(run(path)).toMatchObject({ exitCode: 2, error: expect.stringContaining(error) });
  });

  test('refuses a directory without a stack', () => {
    expect(run(directory)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('has neither cdk.tf.json'),
    });
  });

  test('names a job by the path of its construct', () => {
    const metadata = { path: 'billing/Nightly/SchedulerJob/Resource' };
    const job = { '//': { metadata }, name: 'nightly', schedule: '0 2 * * *' };
    const path = file('a.json', JSON.stringify({ resource: { google_cloud_scheduler_job: { Old: job } } }));

    expect(run(path).out).toMatch(/^billing\/Nightly\/SchedulerJob\/Resource \(nightly\) /);
  });

  test('reports values that it cannot read, and goes on', () => {
    const job = {
      name: 'old',
      schedule: '0 2 * * *',
      attempt_deadline: '3m',
      retry_config: { retry_count: 'five' },
    };
    const path = file('a.json', JSON.stringify({ resource: { google_cloud_scheduler_job: { Old: job } } }));

    const { exitCode, out } = run(path);

    expect(exitCode).toBe(1);
    expect(out).toContain("attempt_deadline must be seconds such as '180s' or '3.5s', got \"3m\"");
    expect(out).toContain('retry_config.retry_count must be a whole number, got "five"');
  });
});

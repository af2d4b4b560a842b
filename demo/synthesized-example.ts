import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

type Json = Record<string, any>;

/** What the demo knows of the job: the synthesized Terraform and nothing else. */
export interface SynthesizedExample {
  /** Path of the archive that would be uploaded. */
  readonly archive: string;
  /** The handler's environment as Cloud Run would set it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly jobName: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attemptDeadlineSeconds: number;
  readonly minBackoffSeconds: number;
  /** The length of the lease, as the handler is told. */
  readonly leaseSeconds: number;
  /** A press of the same forced run counts as a new one after this time. */
  readonly retryWindowSeconds: number;
}

const ROOT = resolve(__dirname, '..');

/** Runs the example's app as `cdktf synth` does, and reads what it wrote. */
export async function synthesizeExample(outDirectory: string): Promise<SynthesizedExample> {
  const { app } = JSON.parse(await readFile(join(ROOT, 'cdktf.json'), 'utf8'));
  await promisify(execFile)(app, {
    cwd: ROOT,
    shell: true,
    env: { ...process.env, CDKTF_OUTDIR: outDirectory },
  });
  const stack = join(outDirectory, 'stacks', 'billing');
  return read(JSON.parse(await readFile(join(stack, 'cdk.tf.json'), 'utf8')), stack);
}

function read(terraform: Json, stack: string): SynthesizedExample {
  const only = (type: string): Json => Object.values(terraform['resource'][type] as Json)[0];
  const job = only('google_cloud_scheduler_job');
  const target = job['http_target'];
  const value = (text: string) => withReferences(text, terraform);
  const environment = mapValues(
    only('google_cloudfunctions2_function')['service_config'].environment_variables,
    value,
  );
  const settings = Object.values(JSON.parse(environment['DSJ_JOBS'] as string) as Json)[0][job['name']];
  return {
    archive: join(stack, only('google_storage_bucket_object')['source']),
    environment,
    jobName: job['name'],
    method: target.http_method,
    path: value(target.uri).replace(/^https:\/\/[^/]+/, ''),
    headers: mapValues(target.headers, value),
    attemptDeadlineSeconds: Number.parseInt(job['attempt_deadline'], 10),
    minBackoffSeconds: Number.parseInt(job['retry_config'].min_backoff_duration, 10),
    leaseSeconds: settings.leaseSeconds,
    retryWindowSeconds: settings.retryWindowSeconds,
  };
}

/** Puts in what Terraform would: attributes that are in the JSON, and those that only Google knows. */
function withReferences(text: string, terraform: Json): string {
  return text.replace(/\$\{(\w+)\.([\w-]+)\.([\w[\].]+)\}/g, (_, type, id, attribute) => {
    if (attribute === 'project') return terraform['provider'].google[0].project;
    if (attribute.endsWith('uri')) return 'https://handler.invalid';
    const known = terraform['resource'][type]?.[id]?.[attribute];
    if (typeof known !== 'string') throw new Error(`the example refers to ${type}.${id}.${attribute}`);
    return known;
  });
}

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

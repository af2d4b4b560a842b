import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from '../test/support/run-command';
import { SynthesizedApp } from '../test/support/synthesized-app';

/** What the demo knows of the job: the synthesized Terraform and nothing else. */
export interface SynthesizedExample {
  /** The archive that would be uploaded. */
  readonly archive: Uint8Array;
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
  const { app: command } = JSON.parse(await readFile(join(ROOT, 'cdktf.json'), 'utf8'));
  await runCommand('sh', ['-c', command], { cwd: ROOT, env: { CDKTF_OUTDIR: outDirectory } });
  const { plan, archive, environment, delivery } = SynthesizedApp.read(outDirectory);
  const [job] = Object.values<any>(plan['resource'].google_cloud_scheduler_job);
  const [settings] = Object.values<any>(JSON.parse(environment['DSJ_JOBS'] ?? '{}'));
  const { leaseSeconds, retryWindowSeconds } = settings[delivery.jobName];
  return {
    archive,
    environment,
    ...delivery,
    method: job.http_target.http_method,
    // Where the service is, only Google knows.
    path: job.http_target.uri.replace(/^\$\{[^}]*\}/, ''),
    attemptDeadlineSeconds: Number.parseInt(job.attempt_deadline, 10),
    minBackoffSeconds: Number.parseInt(job.retry_config.min_backoff_duration, 10),
    leaseSeconds,
    retryWindowSeconds,
  };
}

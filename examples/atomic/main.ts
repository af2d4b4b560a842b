/**
 * A job whose effect is in the database of its runs: interest is booked and the night is completed in one commit.
 *
 * npx cdktf synth --app 'npx tsx --tsconfig examples/tsconfig.json examples/atomic/main.ts'
 */
// region stack
import * as path from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, Duration, JobLogic, Lease } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';

class Billing extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: 'acme-billing', region: 'europe-west1' });
    new DedupedSchedulerJob(this, 'NightlyInterest', {
      region: 'europe-west1',
      schedule: '0 3 * * *',
      attemptDeadline: Duration.minutes(10),
      // A crashed attempt holds its night for 15 s, not for ten minutes.
      lease: Lease.renewed(Duration.seconds(15)),
      logic: JobLogic.fromFile(path.join(__dirname, 'jobs/nightly-interest.ts')),
    });
  }
}

const app = new App();
new Billing(app, 'billing');
app.synth();
// endregion

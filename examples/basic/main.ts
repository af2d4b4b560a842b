/**
 * One job with everything that it needs: invoices at two in the morning, once per night.
 *
 * npx cdktf synth
 */
// region stack
import * as path from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, Duration, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';

class Billing extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: 'acme-billing', region: 'europe-west1' });
    new DedupedSchedulerJob(this, 'NightlyInvoices', {
      region: 'europe-west1',
      schedule: '0 2 * * *',
      timeZone: 'Europe/Berlin',
      attemptDeadline: Duration.seconds(15),
      retryConfig: { retryCount: 2 },
      logic: JobLogic.fromFile(path.join(__dirname, 'jobs/nightly-invoices.ts')),
    });
  }
}

const app = new App();
new Billing(app, 'billing');
app.synth();
// endregion

// region billing
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, Duration, type IHandler, Lease } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';
import { PROJECT, REGION } from './project';

export class Billing extends TerraformStack {
  constructor(scope: Construct, id: string, handler: IHandler) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: PROJECT, region: REGION });
    new DedupedSchedulerJob(this, 'NightlyInvoices', {
      region: REGION,
      schedule: '0 2 * * *',
      handler,
      logicName: 'invoices',
      jobName: 'nightly-invoices',
      attemptDeadline: Duration.minutes(10),
      lease: Lease.fixed(Duration.minutes(11)),
      retention: Duration.days(7),
      retryConfig: { retryCount: 3, minBackoffDuration: Duration.minutes(4) },
      forcedRuns: 'reject',
    });
    new DedupedSchedulerJob(this, 'Reminders', {
      region: REGION,
      schedule: '*/15 8-17 * * MON-FRI',
      timeZone: 'Europe/Berlin',
      handler,
      logicName: 'reminders',
    });
  }
}
// endregion

import * as path from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, type IDedupStore, type IHandler, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';
import { PROJECT, REGION } from './project';

/** What the platform shares. */
export interface Shared {
  readonly handler: IHandler;
  readonly store: IDedupStore;
}

export class Analytics extends TerraformStack {
  constructor(scope: Construct, id: string, { handler, store }: Shared) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: PROJECT, region: REGION });
    new DedupedSchedulerJob(this, 'MorningReport', {
      region: REGION,
      schedule: '30 6 * * *',
      handler,
      logicName: 'report',
    });
    new DedupedSchedulerJob(this, 'ExchangeRates', {
      project: PROJECT,
      region: REGION,
      schedule: '5 * * * *',
      store,
      logic: JobLogic.fromFile(path.join(__dirname, 'jobs/exchange-rates.ts')),
      environment: { RATES_URL: 'https://rates.example.com' },
    });
  }
}

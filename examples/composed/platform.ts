// region platform
import * as path from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { TerraformStack } from 'cdktf';
import { CloudRunFunction, FirestoreStore, type IDedupStore, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';
import { PROJECT, REGION } from './project';

const job = (name: string) => JobLogic.fromFile(path.join(__dirname, 'jobs', `${name}.ts`));

export class Platform extends TerraformStack {
  readonly store: IDedupStore;
  readonly handler: CloudRunFunction;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: PROJECT, region: REGION });
    this.store = FirestoreStore.fromDatabase(this, 'Runs', {
      project: PROJECT,
      databaseName: '(default)',
      managesFields: true,
    });
    this.handler = new CloudRunFunction(this, 'Handler', {
      project: PROJECT,
      region: REGION,
      store: this.store,
      logic: { invoices: job('invoices'), reminders: job('reminders'), report: job('report') },
      environment: { LEDGER_URL: 'https://ledger.example.com' },
      secrets: { LEDGER_KEY: { secret: 'ledger-key', version: '3' } },
      memory: '1Gi',
      deployerMember: `serviceAccount:deployer@${PROJECT}.iam.gserviceaccount.com`,
    });
  }
}
// endregion

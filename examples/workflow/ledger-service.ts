import { CloudRunV2Service } from '@cdktf/provider-google/lib/cloud-run-v2-service';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import type { IDedupStore } from 'cdktf-deduped-scheduler';
import { Construct } from 'constructs';
import { PROJECT, REGION } from './project';

// region service
/** The guarded service, from an image of the team's own, and the account that it runs as. */
export class LedgerService extends Construct {
  readonly service: CloudRunV2Service;

  constructor(scope: Construct, id: string, { image, store }: { image: string; store: IDedupStore }) {
    super(scope, id);
    const account = new ServiceAccount(this, 'Account', { project: PROJECT, accountId: 'ledger' });
    const access = store.grantReadWrite({ scope: this, member: account.member });
    this.service = new CloudRunV2Service(this, 'Service', {
      project: PROJECT,
      location: REGION,
      name: 'ledger',
      // Workflows of the same project count as internal.
      ingress: 'INGRESS_TRAFFIC_INTERNAL_ONLY',
      deletionProtection: false,
      template: {
        serviceAccount: account.email,
        // The lease of the guard is 10 s longer.
        timeout: '300s',
        maxInstanceRequestConcurrency: 20,
        scaling: { minInstanceCount: 0, maxInstanceCount: 4 },
        containers: [
          {
            image,
            ports: { containerPort: 8080 },
            env: [
              { name: 'RUNS_PROJECT', value: store.location.project },
              { name: 'RUNS_DATABASE', value: store.location.database },
            ],
            resources: {
              limits: { cpu: '1', memory: '512Mi' },
              cpuIdle: true,
              startupCpuBoost: true,
            },
          },
        ],
      },
      traffic: [{ type: 'TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST', percent: 100 }],
      dependsOn: [access, ...store.dependencies],
      lifecycle: { ignoreChanges: ['scaling', 'client', 'client_version'] },
    });
  }
}
// endregion

/**
 * A request to a Cloud Run service of the same stack, sent until it is answered. The service has to do the work of one
 * Idempotency-Key once.
 *
 * npx cdktf synth --app 'tsx --tsconfig examples/tsconfig.json examples/proxies/http.ts'
 */
import { CloudRunV2Service } from '@cdktf/provider-google/lib/cloud-run-v2-service';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';

const region = 'europe-west1';
const image = 'europe-west1-docker.pkg.dev/acme-ledger/services/ledger:2.0';

class Ledger extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: 'acme-ledger', region });
    const ledger = new CloudRunV2Service(this, 'Service', {
      name: 'ledger',
      location: region,
      deletionProtection: false,
      template: { containers: [{ image }] },
    });
    new DedupedSchedulerJob(this, 'DailyInterest', {
      region,
      schedule: '0 3 * * *',
      logic: JobLogic.http({
        url: `${ledger.uri}/interest`,
        auth: 'oidc',
        audience: ledger.uri,
        body: JSON.stringify({ accounts: 'all' }),
        cloudRunService: { name: ledger.name, location: ledger.location },
      }),
    });
  }
}

const app = new App();
new Ledger(app, 'ledger');
app.synth();

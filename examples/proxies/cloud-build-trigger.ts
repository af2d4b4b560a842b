/**
 * A trigger of Cloud Build that publishes a site, run once per night. Trigger and account exist already.
 *
 * npx cdktf synth --app 'tsx --tsconfig examples/tsconfig.json examples/proxies/cloud-build-trigger.ts'
 */
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';

const region = 'europe-west1';

class Site extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: 'acme-site', region });
    new DedupedSchedulerJob(this, 'NightlySite', {
      region,
      schedule: '0 4 * * *',
      logic: JobLogic.cloudBuildTrigger({
        trigger: 'publish-site',
        location: region,
        source: { branchName: 'main' },
        substitutions: { _CHANNEL: 'public' },
        serviceAccount: 'site-builder@acme-site.iam.gserviceaccount.com',
      }),
    });
  }
}

const app = new App();
new Site(app, 'site');
app.synth();

/**
 * A Cloud Run job that builds a search index, executed once per hour; the run succeeds when the execution does.
 *
 * npx cdktf synth --app 'tsx --tsconfig examples/tsconfig.json examples/proxies/cloud-run-job.ts'
 */
import { CloudRunV2Job } from '@cdktf/provider-google/lib/cloud-run-v2-job';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, Duration, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';

const region = 'europe-west1';
const image = 'europe-west1-docker.pkg.dev/acme-search/jobs/reindex:1.4';

class Search extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: 'acme-search', region });
    const reindex = new CloudRunV2Job(this, 'Reindex', {
      name: 'reindex',
      location: region,
      template: { template: { containers: [{ image }] } },
      deletionProtection: false,
    });
    new DedupedSchedulerJob(this, 'HourlyReindex', {
      region,
      schedule: '20 * * * *',
      attemptDeadline: Duration.minutes(15),
      logic: JobLogic.cloudRunJob({
        job: reindex.name,
        location: reindex.location,
        overrides: { containerOverrides: [{ args: ['--since', '1h'] }], timeout: Duration.minutes(14) },
        waitForCompletion: true,
      }),
    });
  }
}

const app = new App();
new Search(app, 'search');
app.synth();

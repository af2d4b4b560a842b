/**
 * A message per working day to whoever wants to know that the markets have closed. Consumers drop the messages whose
 * token they have seen.
 *
 * npx cdktf synth --app 'tsx --tsconfig examples/tsconfig.json examples/proxies/pub-sub.ts'
 */
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { PubsubTopic } from '@cdktf/provider-google/lib/pubsub-topic';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';

const region = 'europe-west1';

class Markets extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: 'acme-markets', region });
    const closings = new PubsubTopic(this, 'Closings', { name: 'closings' });
    new DedupedSchedulerJob(this, 'MarketClose', {
      region,
      schedule: '35 17 * * MON-FRI',
      timeZone: 'Europe/Berlin',
      logic: JobLogic.pubSub({
        topic: closings.name,
        data: JSON.stringify({ market: 'xetra' }),
        attributes: { kind: 'close' },
      }),
    });
  }
}

const app = new App();
new Markets(app, 'markets');
app.synth();

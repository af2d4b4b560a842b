/**
 * A workflow that closes the books each night, started once per night; it may take hours.
 *
 * npx cdktf synth --app 'tsx --tsconfig examples/tsconfig.json examples/proxies/workflow.ts'
 */
// region stack
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { WorkflowsWorkflow } from '@cdktf/provider-google/lib/workflows-workflow';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';

const region = 'europe-west1';

/** `$${` is how Terraform writes `${`. */
const STEPS = `main:
  params: [args]
  steps:
    - close:
        call: http.post
        args:
          url: https://ledger.example.com/close
          headers: { Idempotency-Key: $\${args.idempotency_key} }
          body: { books: $\${args.books} }
`;

class Books extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: 'acme-books', region });
    const close = new WorkflowsWorkflow(this, 'Close', {
      name: 'close-books',
      region,
      sourceContents: STEPS,
      deletionProtection: false,
    });
    new DedupedSchedulerJob(this, 'CloseBooks', {
      region,
      schedule: '0 1 * * *',
      logic: JobLogic.workflowExecution({
        workflow: close.name,
        location: region,
        argument: { books: 'all' },
      }),
    });
  }
}

const app = new App();
new Books(app, 'books');
app.synth();
// endregion

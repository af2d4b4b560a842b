/**
 * A job that starts a workflow, whose steps check the run's token in Firestore and pass it on to a service behind the
 * guard: one stack, one token from the schedule down to the effect.
 *
 * npx cdktf synth --app 'npx tsx --tsconfig examples/tsconfig.json examples/workflow/main.ts'
 */
// region stack
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob, FirestoreStore, JobLogic } from 'cdktf-deduped-scheduler';
import type { Construct } from 'constructs';
import { InvoicesWorkflow } from './invoices-workflow';
import { LedgerService } from './ledger-service';
import { PROJECT, REGION } from './project';

class Billing extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new GoogleProvider(this, 'Google', { project: PROJECT, region: REGION });
    const store = new FirestoreStore(this, 'Runs', { project: PROJECT, location: REGION });
    const image = `${REGION}-docker.pkg.dev/${PROJECT}/services/ledger:1.0`;
    const { service } = new LedgerService(this, 'Ledger', { image, store });
    const { workflow } = new InvoicesWorkflow(this, 'Invoices', { ledger: service, store });
    new DedupedSchedulerJob(this, 'MonthlyInvoices', {
      project: PROJECT,
      region: REGION,
      schedule: '0 4 1 * *',
      store,
      logic: JobLogic.workflowExecution({
        workflow: workflow.name,
        location: REGION,
        argument: { books: 'all' },
      }),
    });
  }
}

const app = new App();
new Billing(app, 'billing');
app.synth();
// endregion

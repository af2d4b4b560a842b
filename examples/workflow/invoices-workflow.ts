import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { CloudRunV2Service } from '@cdktf/provider-google/lib/cloud-run-v2-service';
import { CloudRunV2ServiceIamMember } from '@cdktf/provider-google/lib/cloud-run-v2-service-iam-member';
import { FirestoreField } from '@cdktf/provider-google/lib/firestore-field';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import { WorkflowsWorkflow } from '@cdktf/provider-google/lib/workflows-workflow';
import type { IDedupStore } from 'cdktf-deduped-scheduler';
import { Construct } from 'constructs';
import { PROJECT, REGION } from './project';

/** Workflows takes a definition as YAML or as JSON. @see https://cloud.google.com/workflows/docs/reference/syntax */
const DEFINITION = readFileSync(path.join(__dirname, 'monthly-invoices.workflow.json'), 'utf8');

// region workflow
/** The workflow, and the account that it runs as: it may call the ledger and write to the one database. */
export class InvoicesWorkflow extends Construct {
  readonly workflow: WorkflowsWorkflow;

  constructor(
    scope: Construct,
    id: string,
    { ledger, store }: { ledger: CloudRunV2Service; store: IDedupStore },
  ) {
    super(scope, id);
    const { project, database } = store.location;
    const account = new ServiceAccount(this, 'Account', { project: PROJECT, accountId: 'monthly-invoices' });
    const invoker = new CloudRunV2ServiceIamMember(this, 'Invoker', {
      project: PROJECT,
      location: REGION,
      name: ledger.name,
      role: 'roles/run.invoker',
      member: account.member,
    });
    const access = store.grantReadWrite({ scope: this, member: account.member });
    const expiry = new FirestoreField(this, 'StepsExpiry', {
      project,
      database,
      collection: 'workflow_steps',
      field: 'expire_at',
      indexConfig: {},
      ttlConfig: {},
      timeouts: { create: '60m', update: '60m', delete: '60m' },
      dependsOn: [...store.dependencies],
    });
    this.workflow = new WorkflowsWorkflow(this, 'Workflow', {
      project: PROJECT,
      region: REGION,
      name: 'monthly-invoices',
      description: 'Charges and mails the invoices of a month, each step once',
      serviceAccount: account.id,
      // Terraform would read `${` as an expression of its own.
      sourceContents: DEFINITION.replaceAll('${', () => '$${'),
      userEnvVars: { DATABASE: `projects/${project}/databases/${database}`, LEDGER: ledger.uri },
      // Other levels need roles/logging.logWriter on the project.
      callLogLevel: 'LOG_NONE',
      deletionProtection: false,
      dependsOn: [invoker, access, expiry],
    });
  }
}
// endregion

import type {
  CloudBuildTriggerProxy,
  CloudRunJobProxy,
  HttpProxy,
  PubSubProxy,
  WorkflowExecutionProxy,
} from '../../src/contract/proxies';

/** Settings of each kind, with everything that has to be there. */
export const WORKFLOW: WorkflowExecutionProxy = {
  kind: 'workflow-execution',
  project: 'billing-prod',
  location: 'europe-west1',
  waits: false,
  workflow: 'close-books',
  argument: { month: '2026-10' },
  tokenField: 'idempotency_key',
};

export const RUN_JOB: CloudRunJobProxy = {
  kind: 'cloud-run-job',
  project: 'billing-prod',
  location: 'europe-west1',
  waits: false,
  job: 'export-ledger',
  overrides: {},
  tokenVariable: 'IDEMPOTENCY_KEY',
};

export const BUILD: CloudBuildTriggerProxy = {
  kind: 'cloud-build-trigger',
  project: 'billing-prod',
  location: 'europe-west1',
  waits: false,
  trigger: '1c3f0d5a-7a52-4a0e-9d3f-0a5d6f1b2c3d',
  substitutions: { _MONTH: '2026-10' },
  tokenSubstitution: '_IDEMPOTENCY_KEY',
};

export const HTTP: HttpProxy = {
  kind: 'http',
  url: 'https://ledger-1234567890.europe-west1.run.app/close',
  method: 'POST',
  headers: { 'x-team': 'billing' },
  auth: { kind: 'oidc', audience: 'https://ledger-1234567890.europe-west1.run.app' },
};

export const PUB_SUB: PubSubProxy = {
  kind: 'pub-sub',
  project: 'billing-prod',
  topic: 'month-ends',
  attributes: { month: '2026-10' },
  tokenAttribute: 'idempotency_key',
};

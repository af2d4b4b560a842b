import { TerraformVariable } from 'cdktf';
import type { HandlerProps } from '../../src/handler/handler-props';
import type { HandlerService } from '../../src/handler/handler-service';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

const PROJECT = 'acme-billing';
const FULL = {
  project: PROJECT,
  environment: { LEDGER_URL: 'https://ledger.example.com' },
  secrets: { LEDGER_KEY: { secret: 'ledger-key', version: '3' } },
  vpcConnector: 'internal',
  vpcEgress: 'ALL_TRAFFIC',
  labels: { team: 'billing' },
  memory: '1Gi',
  cpu: '2',
  minInstances: 1,
  maxInstances: 20,
  concurrency: 8,
  serviceAccount: 'runner@acme-billing.iam.gserviceaccount.com',
} as const;

function synthesize(make: typeof aFunction | typeof anImage, props: Partial<HandlerProps>): Synthesized {
  const stack = billingStack();
  nightlyJob(stack, { handler: make(stack, props) });
  return Synthesized.of(stack);
}

describe('the configuration of the job logic', () => {
  test('reaches a function', () => {
    const service = synthesize(aFunction, FULL).resource('google_cloudfunctions2_function') as Json;

    expect(service['labels']).toEqual({ team: 'billing' });
    expect(service['service_config']).toMatchObject({
      environment_variables: { LEDGER_URL: 'https://ledger.example.com', DSJ_JOBS: expect.any(String) },
      secret_environment_variables: [
        { key: 'LEDGER_KEY', project_id: PROJECT, secret: 'ledger-key', version: '3' },
      ],
      vpc_connector: 'projects/acme-billing/locations/europe-west1/connectors/internal',
      vpc_connector_egress_settings: 'ALL_TRAFFIC',
      available_memory: '1Gi',
      available_cpu: '2',
      min_instance_count: 1,
      max_instance_count: 20,
      max_instance_request_concurrency: 8,
      service_account_email: 'runner@acme-billing.iam.gserviceaccount.com',
    });
  });

  test('reaches an image', () => {
    const service = synthesize(anImage, FULL).resource('google_cloud_run_v2_service') as Json;

    expect(service['labels']).toEqual({ team: 'billing' });
    expect(service['template']).toMatchObject({
      service_account: 'runner@acme-billing.iam.gserviceaccount.com',
      max_instance_request_concurrency: 8,
      scaling: { min_instance_count: 1, max_instance_count: 20 },
      vpc_access: {
        connector: 'projects/acme-billing/locations/europe-west1/connectors/internal',
        egress: 'ALL_TRAFFIC',
      },
    });
    const [container] = service['template'].containers as Json[];
    expect(container?.['resources'].limits).toEqual({ cpu: '2', memory: '1Gi' });
    expect(container?.['env']).toEqual([
      { name: 'DSJ_JOBS', value: expect.any(String) },
      { name: 'DSJ_STORE', value: expect.any(String) },
      { name: 'LEDGER_KEY', value_source: { secret_key_ref: { secret: 'ledger-key', version: '3' } } },
      { name: 'LEDGER_URL', value: 'https://ledger.example.com' },
    ]);
  });

  describe.each([
    { case: 'a function', make: aFunction, type: 'google_cloudfunctions2_function' },
    { case: 'an image', make: anImage, type: 'google_cloud_run_v2_service' },
  ])('of $case', ({ make, type }) => {
    test('grants each secret once, on itself, before the service is made', () => {
      const secrets = {
        LEDGER_KEY: { secret: 'ledger-key', version: '3' },
        OLD_LEDGER_KEY: { secret: 'ledger-key', version: '2' },
        MAIL_KEY: { secret: 'mail-key', version: '1' },
      };

      const synthesized = synthesize(make, { ...FULL, secrets });

      const grants = synthesized.resources('google_secret_manager_secret_iam_member') as Record<string, Json>;
      expect(Object.values(grants)).toEqual([
        expect.objectContaining({ secret_id: 'ledger-key', project: PROJECT }),
        expect.objectContaining({ secret_id: 'mail-key', project: PROJECT }),
      ]);
      for (const grant of Object.values(grants)) {
        expect(grant).toMatchObject({
          role: 'roles/secretmanager.secretAccessor',
          member: 'serviceAccount:runner@acme-billing.iam.gserviceaccount.com',
        });
      }
      const waits = (synthesized.resource(type) as Json)['depends_on'] as string[];
      for (const id of Object.keys(grants)) {
        expect(waits).toContain(`google_secret_manager_secret_iam_member.${id}`);
      }
    });

    test('has no connector unless one is given', () => {
      const { text } = synthesize(make, { project: PROJECT });

      expect(text).not.toMatch(/vpc_connector|vpc_access/);
    });

    test('sends private ranges only through a connector, whose full id is taken as it is', () => {
      const vpcConnector = 'projects/acme-network/locations/europe-west1/connectors/shared';

      const { text } = synthesize(make, { project: PROJECT, vpcConnector });

      expect(text).toContain(`"${vpcConnector}"`);
      expect(text).toContain('"PRIVATE_RANGES_ONLY"');
    });

    test('takes tokens where a value may be one', () => {
      const stack = billingStack();
      const text = new TerraformVariable(stack, 'text', { type: 'string' }).stringValue;
      const number = new TerraformVariable(stack, 'number', { type: 'number' }).numberValue;
      const handler: HandlerService = make(stack, {
        project: PROJECT,
        environment: { LEDGER_URL: text },
        secrets: { LEDGER_KEY: { secret: text, version: text } },
        vpcConnector: text,
        labels: { team: text },
        memory: text,
        cpu: text,
        minInstances: number,
        maxInstances: number,
        concurrency: number,
        serviceAccount: text,
        invokerServiceAccount: text,
        deployerMember: text,
      });
      nightlyJob(stack, { handler });

      const synthesized = Synthesized.of(stack);

      expect(JSON.stringify(synthesized.resource(type))).toContain('"team":"${var.text}"');
      expect(synthesized.resource('google_secret_manager_secret_iam_member')).toMatchObject({
        secret_id: '${var.text}',
        member: 'serviceAccount:${var.text}',
      });
    });

    test.each<{ case: string; changes: object; problem: string }>([
      {
        case: 'a variable of the handler',
        changes: { environment: { DSJ_JOBS: '{}' } },
        problem:
          "environment.DSJ_JOBS must have another name (this one belongs to the handler), got 'DSJ_JOBS': write MY_DSJ_JOBS",
      },
      {
        case: 'a variable of the platform',
        changes: { environment: { PORT: '80' } },
        problem: 'environment.PORT must have another name (this one belongs to the platform)',
      },
      {
        case: 'a secret under the name of the handler',
        changes: { secrets: { DSJ_STORE: { secret: 'a', version: '1' } } },
        problem: 'secrets.DSJ_STORE must have another name',
      },
      {
        case: 'the emulator',
        changes: { environment: { FIRESTORE_EMULATOR_HOST: 'localhost:8080' } },
        problem: 'environment.FIRESTORE_EMULATOR_HOST must have another name',
      },
      {
        case: 'a name that no shell takes',
        changes: { environment: { 'LEDGER-URL': 'x' } },
        problem: 'environment.LEDGER-URL must be named with letters, digits and underscores, first no digit',
      },
      {
        case: 'a number',
        changes: { environment: { RETRIES: 3 } },
        problem: "environment.RETRIES must be a text, got 3: write it as '3'",
      },
      {
        case: 'a name given twice',
        changes: {
          environment: { KEY: 'x' },
          secrets: { KEY: { secret: 'key', version: '1' } },
        },
        problem: 'secrets.KEY must have a name that environment does not have',
      },
      {
        case: 'a secret without a version',
        changes: { secrets: { KEY: { secret: 'key' } } },
        problem: "secrets.KEY.version must be given, got nothing: write its number, as in '3'",
      },
      {
        case: 'a secret whose version moves',
        changes: { secrets: { KEY: { secret: 'key', version: 'latest' } } },
        problem: "secrets.KEY.version must be the number of a version, got 'latest'",
      },
      {
        case: 'a secret by its full name',
        changes: { secrets: { KEY: { secret: 'projects/p/secrets/key', version: '1' } } },
        problem: 'secrets.KEY.secret must be the short name of a secret',
      },
      {
        case: 'egress without a connector',
        changes: { vpcEgress: 'ALL_TRAFFIC' },
        problem: 'vpcEgress must not be given without vpcConnector',
      },
      {
        case: 'an egress that is none',
        changes: { vpcConnector: 'internal', vpcEgress: 'all-traffic' },
        problem: "vpcEgress must be 'PRIVATE_RANGES_ONLY' or 'ALL_TRAFFIC', got 'all-traffic'",
      },
      {
        case: 'a connector by its URL',
        changes: { vpcConnector: 'https://internal' },
        problem: 'vpcConnector must be the name of a connector',
      },
      {
        case: 'a label with a capital',
        changes: { labels: { Team: 'Billing' } },
        problem: 'labels.Team must be named with a lower-case letter and 62 more',
      },
      {
        case: 'a share of a CPU beside a concurrency',
        changes: { cpu: '0.5', concurrency: 2 },
        problem:
          "cpu must be at least 1 with a concurrency above 1 (Google refuses it at apply), got '0.5': raise it to '1', or lower concurrency to 1",
      },
      {
        case: 'more kept warm than there may be',
        changes: { minInstances: 5, maxInstances: 4 },
        problem: 'minInstances must be at most maxInstances (4), got 5: lower it to 4',
      },
      {
        case: 'an account without its domain',
        changes: { serviceAccount: 'runner' },
        problem: "serviceAccount must be the e-mail of a service account, got 'runner'",
      },
      ...['serviceAccount', 'invokerServiceAccount'].map((prop) => ({
        case: `${prop} with its project before it`,
        changes: { [prop]: 'projects/acme/serviceAccounts/r@acme-billing.iam.gserviceaccount.com' },
        problem: "': write 'r@acme-billing.iam.gserviceaccount.com'",
      })),
      {
        case: 'an invoker account of another project',
        changes: { invokerServiceAccount: 'caller@other-project.iam.gserviceaccount.com' },
        problem:
          "invokerServiceAccount must be an account of the jobs' project (acme-billing), the only ones that Cloud Scheduler takes, got 'caller@other-project.iam.gserviceaccount.com': give one of acme-billing",
      },
      {
        case: 'a deployer without its kind',
        changes: { deployerMember: 'someone@acme.example' },
        problem: 'deployerMember must be a member as IAM writes it',
      },
      {
        case: 'a service name with a capital',
        changes: { serviceName: 'Handler' },
        problem: 'serviceName must be 4 to 49 lower-case letters, digits and hyphens',
      },
    ])('refuses $case', ({ changes, problem }) => {
      expect(messageOf(() => make(billingStack(), { project: PROJECT, ...changes }))).toContain(problem);
    });
  });

  test.each<{ prop: keyof HandlerProps; taken: readonly unknown[]; refused: readonly unknown[] }>([
    { prop: 'memory', taken: ['128Mi', '128M', '4Gi'], refused: ['127Mi', '127M', '33Gi', '512', '512mb'] },
    {
      prop: 'cpu',
      taken: ['0.08', '0.999', '1', '2'],
      refused: ['0.07', '0.0801', '0.9999', '0', '1.5', '3', '9'],
    },
    { prop: 'minInstances', taken: [0, 1000], refused: [-1, 1001, 0.5] },
    { prop: 'maxInstances', taken: [1, 1000], refused: [0, 1001] },
    { prop: 'concurrency', taken: [1, 1000], refused: [0, 1001] },
    { prop: 'labels', taken: [labels(64)], refused: [labels(65)] },
    { prop: 'serviceName', taken: ['jobs', 'j'.repeat(49)], refused: ['job', 'j'.repeat(50)] },
  ])('keeps $prop within its limits', ({ prop, taken, refused }) => {
    const make = (value: unknown) => anImage(billingStack(), { project: PROJECT, [prop]: value });

    for (const value of taken) expect(make(value).project).toBe(PROJECT);
    for (const value of refused) expect(messageOf(() => make(value))).toContain(`${prop} must be`);
  });
});

function labels(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`label-${index}`, 'x']));
}

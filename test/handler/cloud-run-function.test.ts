import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

describe('CloudRunFunction', () => {
  const stack = billingStack();
  const job = nightlyJob(stack, { project: 'acme-billing' });
  const synthesized = Synthesized.of(stack);
  const resource = (type: string) => synthesized.resource(type) as Json;
  const accounts = synthesized.resources('google_service_account') as Record<string, Json>;
  const accountId = (part: string) => Object.keys(accounts).find((id) => id.includes(part)) as string;

  test('builds from the archive and writes out what has a default', () => {
    const {
      build_config: build,
      service_config: service,
      ...rest
    } = resource('google_cloudfunctions2_function');

    expect(build).toEqual({
      runtime: 'nodejs24',
      entry_point: 'handler',
      service_account: `\${google_service_account.${accountId('DedupBuild')}.name}`,
      source: {
        storage_source: {
          bucket: expect.stringMatching(/^\$\{google_storage_bucket_object\.\w+\.bucket\}$/),
          object: expect.stringMatching(/^\$\{google_storage_bucket_object\.\w+\.name\}$/),
        },
      },
    });
    expect(service).toEqual({
      service_account_email: `\${google_service_account.${accountId('RuntimeAccount')}.email}`,
      timeout_seconds: 180,
      available_memory: '512M',
      available_cpu: '1',
      max_instance_request_concurrency: 1,
      min_instance_count: 0,
      max_instance_count: 4,
      ingress_settings: 'ALLOW_ALL',
      all_traffic_on_latest_revision: true,
      environment_variables: {
        DSJ_JOBS: expect.any(String),
        DSJ_STORE: expect.any(String),
        LOG_EXECUTION_ID: 'true',
      },
    });
    expect(rest).toMatchObject({ location: 'europe-west1', project: 'acme-billing' });
    expect(rest['name'].length).toBeLessThan(50);
  });

  test('waits for the grants and for the last field, which waits for all others', () => {
    const waited = resource('google_cloudfunctions2_function')['depends_on'] as string[];

    expect(waited).toEqual([
      expect.stringMatching(/^google_project_iam_member\..*RunBuilder/),
      expect.stringMatching(/^google_project_iam_member\..*StoreAccess/),
      expect.stringMatching(/^google_firestore_field\..*Field-payload_hash/),
    ]);
  });

  test('grants nothing but the records, the build and the invocation of its own service', () => {
    const project = Object.values(synthesized.resources('google_project_iam_member')) as Json[];
    const types = Object.keys(synthesized.counts()).filter((type) => /_iam_/.test(type));

    expect(types.sort()).toEqual(['google_cloud_run_v2_service_iam_member', 'google_project_iam_member']);
    expect(project.map(({ role, member }) => [role, member]).sort()).toEqual([
      ['roles/datastore.user', `\${google_service_account.${accountId('RuntimeAccount')}.member}`],
      ['roles/run.builder', `\${google_service_account.${accountId('DedupBuild')}.member}`],
    ]);
    expect(project.find(({ role }) => role === 'roles/datastore.user')?.['condition'].expression).toBe(
      `resource.name == "projects/acme-billing/databases/${(job.store as FirestoreStore).database.nameInput}"`,
    );
    expect(resource('google_cloud_run_v2_service_iam_member')).toMatchObject({
      role: 'roles/run.invoker',
      name: expect.stringMatching(/service_config\[0\]\.service\}$/),
      member: `\${google_service_account.${accountId('InvokerAccount')}.member}`,
    });
    expect(synthesized.text).not.toContain('allUsers');
  });

  test('closes the bucket, and deletes nothing in it by age', () => {
    expect(resource('google_storage_bucket')).toEqual({
      name: expect.stringMatching(/^acme-billing-dedup-source-europe-wes?-?[0-9a-f]{8}$/),
      project: 'acme-billing',
      location: 'europe-west1',
      uniform_bucket_level_access: true,
      public_access_prevention: 'enforced',
      force_destroy: true,
    });
  });

  test('names the archive by its content and makes the next before the last goes', () => {
    expect(resource('google_storage_bucket_object')).toMatchObject({
      name: expect.stringMatching(/^nightly-invoices-handler-[0-9a-f]{8}\/[0-9a-f]{64}\.zip$/),
      content_type: 'application/zip',
      lifecycle: { create_before_destroy: true },
    });
  });

  test('has account ids that IAM takes', () => {
    const ids = Object.values(accounts).map((account) => account['account_id'] as string);

    expect(ids).toHaveLength(3);
    for (const id of ids) expect(id).toMatch(/^[a-z][-a-z0-9]{4,28}[a-z0-9]$/);
    expect(new Set(ids).size).toBe(3);
  });

  test.each<{ case: string; changes: object; problem: string }>([
    { case: 'no region', changes: { region: undefined }, problem: 'region must be given' },
    {
      case: 'no logic',
      changes: { logic: undefined },
      problem: 'logic must be a JobLogic, or several by name, got nothing',
    },
    { case: 'no store', changes: { store: undefined }, problem: 'store must be a dedup store, got nothing' },
    {
      case: 'a path for the logic',
      changes: { logic: '/job.ts' },
      problem: "logic must be a JobLogic, or several by name, got '/job.ts'",
    },
  ])('refuses $case', ({ changes, problem }) => {
    const other = billingStack();
    const store = new FirestoreStore(other, 'Store', { location: 'eur3' });
    const props = { region: 'europe-west1', logic: EMPTY_LOGIC, store, ...changes };

    expect(messageOf(() => new CloudRunFunction(other, 'Handler', props))).toContain(problem);
  });

  test('is refused at synth when no job calls it', () => {
    const other = billingStack();
    const store = new FirestoreStore(other, 'Store', { location: 'eur3' });
    new CloudRunFunction(other, 'Handler', { region: 'europe-west1', logic: EMPTY_LOGIC, store });

    expect(() => Synthesized.of(other)).toThrow('handler must be given to at least one job');
  });
});

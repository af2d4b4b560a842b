import { Duration } from '../../src/duration';
import { CloudRunImage, type CloudRunImageProps } from '../../src/handler/cloud-run-image';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { anImage, IMAGE } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

function serviceOf(changes: Partial<CloudRunImageProps> = {}): Json {
  const stack = billingStack();
  const handler = anImage(stack, { project: 'acme-billing', ...changes });
  nightlyJob(stack, { handler, jobName: 'invoices', attemptDeadline: Duration.minutes(5) });
  return Synthesized.of(stack).resource('google_cloud_run_v2_service');
}

describe('CloudRunImage', () => {
  test('makes a service that writes out what would come back as a change', () => {
    expect(serviceOf()).toEqual({
      name: 'handler-aca36681',
      project: 'acme-billing',
      location: 'europe-west1',
      description: 'Runs scheduled jobs once per scheduled time',
      ingress: 'INGRESS_TRAFFIC_ALL',
      deletion_protection: false,
      template: {
        service_account: expect.stringMatching(
          /^\$\{google_service_account\.Handler_RuntimeAccount_\w+\.email\}$/,
        ),
        timeout: '300s',
        max_instance_request_concurrency: 1,
        scaling: { min_instance_count: 0, max_instance_count: 4 },
        containers: [
          {
            image: IMAGE,
            ports: { container_port: 8080 },
            env: [
              { name: 'DSJ_JOBS', value: expect.stringContaining('"invoices":{"timeoutSeconds":290,') },
              { name: 'DSJ_STORE', value: expect.stringContaining('"database":"runs"') },
            ],
            resources: {
              limits: { cpu: '1', memory: '512Mi' },
              cpu_idle: true,
              startup_cpu_boost: true,
            },
          },
        ],
      },
      traffic: [{ type: 'TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST', percent: 100 }],
      depends_on: [
        expect.stringMatching(/^google_project_iam_member\.Handler_StoreAccess_/),
        expect.stringMatching(/^google_firestore_field\.Store_Field-payload_hash_/),
      ],
      lifecycle: { ignore_changes: ['scaling', 'client', 'client_version'] },
    });
  });

  test('builds and uploads nothing', () => {
    const stack = billingStack();
    nightlyJob(stack, { handler: anImage(stack) });

    expect(Synthesized.of(stack).counts()).toEqual({
      google_cloud_run_v2_service: 1,
      google_cloud_run_v2_service_iam_member: 1,
      google_cloud_scheduler_job: 1,
      google_firestore_database: 1,
      google_firestore_field: 18,
      google_project_iam_member: 1,
      google_service_account: 2,
    });
  });

  test('is called by its jobs at its own URI, as its invoker account', () => {
    const stack = billingStack();
    nightlyJob(stack, { handler: anImage(stack), jobName: 'invoices' });

    const synthesized = Synthesized.of(stack);

    const [id] = Object.keys(synthesized.resources('google_cloud_run_v2_service'));
    expect(synthesized.resource('google_cloud_scheduler_job')).toMatchObject({
      http_target: {
        uri: `\${google_cloud_run_v2_service.${id}.uri}/jobs/invoices`,
        oidc_token: { audience: `\${google_cloud_run_v2_service.${id}.uri}` },
      },
      depends_on: [
        `google_cloud_run_v2_service.${id}`,
        expect.stringMatching(/^google_cloud_run_v2_service_iam_member\.Handler_Invoker_/),
      ],
    });
    expect(synthesized.text).not.toContain('allUsers');
  });

  test('is protected from deletion when that is asked for', () => {
    expect(serviceOf({ deletionProtection: true })).toMatchObject({ deletion_protection: true });
  });

  test('is closed to the outside when that is asked for', () => {
    expect(serviceOf({ ingress: 'internal' })).toMatchObject({ ingress: 'INGRESS_TRAFFIC_INTERNAL_ONLY' });
  });

  test('gives each job the logic that it names', () => {
    const stack = billingStack();
    const handler = anImage(stack, { project: 'acme-billing', logicNames: ['invoices', 'reports'] });
    nightlyJob(stack, { handler, jobName: 'nightly', logicName: 'reports' });

    const [container] = (Synthesized.of(stack).resource('google_cloud_run_v2_service') as Json)['template']
      .containers;

    expect(container.env[0].value).toContain('"nightly":{"logic":"reports"');
  });

  test.each([
    { case: 'a tag', image: 'europe-west1-docker.pkg.dev/acme-billing/jobs/handler:1.0' },
    { case: 'a digest', image: `gcr.io/acme-billing/handler@sha256:${'0'.repeat(64)}` },
    { case: 'a registry with a port', image: 'localhost:5000/handler' },
  ])('takes an image with $case', ({ image }) => {
    expect(serviceOf({ image })['template'].containers[0].image).toBe(image);
  });

  test.each<{ case: string; changes: object; problem: string }>([
    { case: 'no image', changes: { image: undefined }, problem: 'image must be given, got nothing' },
    {
      case: 'a URL for the image',
      changes: { image: 'https://gcr.io/acme/handler' },
      problem: 'image must be the name of a container image',
    },
    {
      case: 'a digest that is cut',
      changes: { image: 'gcr.io/acme/handler@sha256:0123' },
      problem: 'image must be the name of a container image',
    },
    {
      case: 'an ingress of the API',
      changes: { ingress: 'INGRESS_TRAFFIC_ALL' },
      problem: "ingress must be 'all' or 'internal', got 'INGRESS_TRAFFIC_ALL'",
    },
    {
      case: 'no logic at all',
      changes: { logicNames: [] },
      problem: "logicNames must be at least one name, got an array: write it as in ['invoices']",
    },
    {
      case: 'a logic, which is in the image',
      changes: { logic: {} },
      problem: 'logic must be a prop of this construct',
    },
  ])('refuses $case', ({ changes, problem }) => {
    expect(messageOf(() => anImage(billingStack(), changes))).toContain(problem);
  });

  test('refuses props that are missing altogether', () => {
    const act = () => new CloudRunImage(billingStack(), 'Handler', undefined as never);

    expect(messageOf(act)).toBe(
      'billing/Handler has 1 configuration problem\n' +
        '  - props must be an object, got undefined: give region, image and store',
    );
  });

  test('is refused at synth when no job calls it', () => {
    const stack = billingStack();
    anImage(stack);

    expect(() => Synthesized.of(stack)).toThrow('handler must be given to at least one job');
  });
});

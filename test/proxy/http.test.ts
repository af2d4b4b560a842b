import { CloudRunV2Service } from '@cdktf/provider-google/lib/cloud-run-v2-service';
import { decodeProxies } from '../../src/contract/decode-proxies';
import type { HttpProxy } from '../../src/contract/proxies';
import { JobLogic } from '../../src/handler/job-logic';
import type { HttpProps } from '../../src/proxy/http';
import { messageOf } from '../support/billing-stack';
import { proxyStack, RUNTIME_MEMBER, useStubBundles } from './proxy-stack';

useStubBundles();

const CLOSE: HttpProps = { url: 'https://ledger.example.com/close' };
const RUN_URL = 'https://ledger-123456789.europe-west1.run.app/close?month=10';

function problemsOf(changes: object): string {
  return messageOf(() => JobLogic.http({ ...CLOSE, ...changes }));
}

function settingsOf(changes: object): HttpProxy {
  const { settingsText } = proxyStack(() => JobLogic.http({ ...CLOSE, ...changes }));
  return decodeProxies(settingsText).value?.['default'] as HttpProxy;
}

describe('JobLogic.http', () => {
  test('writes settings that the handler takes, with every default', () => {
    expect(settingsOf({})).toEqual({
      kind: 'http',
      url: 'https://ledger.example.com/close',
      method: 'POST',
      headers: {},
      auth: { kind: 'none' },
    });
  });

  test.each([
    { case: 'JSON', body: '{"month":10}', type: 'application/json' },
    { case: 'text', body: 'month 10', type: 'text/plain; charset=utf-8' },
  ])('says that a body is $case where no header does', ({ body, type }) => {
    expect(settingsOf({ body })).toMatchObject({ body, headers: { 'Content-Type': type } });
  });

  test('leaves a type that is given as it is', () => {
    const headers = { 'content-type': 'application/x-ndjson' };

    expect(settingsOf({ body: '{}', headers }).headers).toEqual(headers);
  });

  test.each([
    {
      case: 'an ID token for the service to Cloud Run',
      changes: { url: RUN_URL },
      auth: { kind: 'oidc', audience: 'https://ledger-123456789.europe-west1.run.app' },
    },
    {
      case: 'an ID token for the function to Cloud Functions',
      changes: { url: 'https://europe-west1-acme.cloudfunctions.net/close/all' },
      auth: { kind: 'oidc', audience: 'https://europe-west1-acme.cloudfunctions.net/close' },
    },
    {
      case: 'an access token to Google APIs',
      changes: { url: 'https://storage.googleapis.com/storage/v1/b/x', method: 'GET' },
      auth: { kind: 'oauth', scope: 'https://www.googleapis.com/auth/cloud-platform' },
    },
    {
      case: 'an ID token where an audience is given',
      changes: { audience: 'ledger' },
      auth: { kind: 'oidc', audience: 'ledger' },
    },
    { case: 'nothing to others', changes: {}, auth: { kind: 'none' } },
    {
      case: 'nothing to a host that only ends like Cloud Run',
      changes: { url: 'https://evilrun.app/' },
      auth: { kind: 'none' },
    },
    { case: 'nothing where that is said', changes: { url: RUN_URL, auth: 'none' }, auth: { kind: 'none' } },
  ])('sends $case', ({ changes, auth }) => {
    expect(settingsOf(changes).auth).toEqual(auth);
  });

  test.each([
    { project: undefined, on: 'the Cloud Run service ledger in europe-west1' },
    { project: 'acme-books', on: 'the Cloud Run service ledger in europe-west1 of project acme-books' },
  ])('says that it needs a grant on $on', ({ project, on }) => {
    const cloudRunService = { name: 'ledger', location: 'europe-west1', project };
    const { handler } = proxyStack(() => JobLogic.http({ url: RUN_URL, cloudRunService }));

    expect(handler.requiredGrants.map((grant) => grant.on)).toContain(on);
  });

  test('tells the handler the Cloud Run service behind it', () => {
    const cloudRunService = { name: 'ledger', location: 'europe-west1', project: 'acme-books' };

    expect(settingsOf({ url: RUN_URL, cloudRunService })).toMatchObject({
      cloudRunService: 'ledger in europe-west1 of project acme-books',
    });
  });

  test.each([
    {
      case: 'an audience',
      url: 'https://ledger-1234567890.europe-west1.run.app./close',
      settings: {
        url: 'https://ledger-1234567890.europe-west1.run.app/close',
        auth: { kind: 'oidc', audience: 'https://ledger-1234567890.europe-west1.run.app' },
      },
    },
    {
      case: 'another host',
      url: 'https://ledger.example.com./close?month=1',
      settings: { url: 'https://ledger.example.com/close?month=1', auth: { kind: 'none' } },
    },
  ])('drops the dot behind the host, for $case', ({ url, settings }) => {
    expect(settingsOf({ url })).toMatchObject(settings);
  });

  test('is granted to invoke the Cloud Run service behind it, and nothing where none is named', () => {
    const { synthesized, settingsText } = proxyStack((stack) => {
      const image = 'europe-docker.pkg.dev/acme-billing/ledger/ledger:1';
      const ledger = new CloudRunV2Service(stack, 'Ledger', {
        name: 'ledger',
        location: 'europe-west1',
        template: { containers: [{ image }] },
      });
      return JobLogic.http({
        url: `${ledger.uri}/close`,
        auth: 'oidc',
        audience: ledger.uri,
        cloudRunService: { name: ledger.name, location: ledger.location },
      });
    });
    const without = proxyStack(() => JobLogic.http(CLOSE));

    expect(Object.values(synthesized.resources('google_cloud_run_v2_service_iam_member'))).toContainEqual({
      project: 'acme-billing',
      location: '${google_cloud_run_v2_service.Ledger.location}',
      name: '${google_cloud_run_v2_service.Ledger.name}',
      role: 'roles/run.invoker',
      member: RUNTIME_MEMBER,
    });
    expect(settingsText).toContain(
      '"url":${jsonencode(join("", [google_cloud_run_v2_service.Ledger.uri, "/close"]))}',
    );
    expect(Object.keys(without.synthesized.resources('google_cloud_run_v2_service_iam_member'))).toHaveLength(
      1,
    );
  });

  test.each([
    { case: 'http on loopback', changes: { url: 'http://127.0.0.1:8080/' } },
    { case: 'a GET without a body', changes: { method: 'GET' } },
    {
      case: 'a read of an API that starts things',
      changes: { url: 'https://run.googleapis.com/v2/x', method: 'GET' },
    },
  ])('takes $case', ({ changes }) => {
    expect(JobLogic.http({ ...CLOSE, ...changes } as HttpProps).source.kind).toBe('proxy');
  });

  test.each([
    { case: 'no URL', changes: { url: undefined }, told: 'url must be given, got nothing' },
    { case: 'what is no URL', changes: { url: 'ledger' }, told: "url must be a URL, got 'ledger'" },
    {
      case: 'plain http',
      changes: { url: 'http://ledger.example.com/' },
      told: "url must be https (http only for loopback), got 'http://ledger.example.com/': write https://ledger.example.com",
    },
    {
      case: 'another protocol',
      changes: { url: 'ftp://ledger.example.com/' },
      told: 'url must be https, got',
    },
    {
      case: 'a password',
      changes: { url: 'https://me:secret@example.com/' },
      told: 'url must hold no user or password',
    },
    {
      case: 'a fragment',
      changes: { url: 'https://example.com/#top' },
      told: 'url must have no fragment, which is never sent',
    },
    {
      case: 'a start of a workflow',
      changes: {
        url: 'https://workflowexecutions.googleapis.com/v1/projects/p/locations/l/workflows/w/executions',
      },
      told: 'use JobLogic.workflowExecution',
    },
    {
      case: 'a start of a Cloud Run job',
      changes: { url: 'https://run.googleapis.com/v2/x:run' },
      told: "url must not start anything at run.googleapis.com, which takes no Idempotency-Key: each retry would start another, got 'https://run.googleapis.com/v2/x:run': use JobLogic.cloudRunJob",
    },
    {
      case: 'a start at a host with a dot behind it',
      changes: { url: 'https://run.googleapis.com./v2/x:run' },
      told: 'url must not start anything at run.googleapis.com, which takes no Idempotency-Key',
    },
    {
      case: 'a start at a regional host',
      changes: { url: 'https://europe-west1-run.googleapis.com/apis/run.googleapis.com/v1/x:run' },
      told: 'use JobLogic.cloudRunJob',
    },
    ...[
      'https://run-acme.p.googleapis.com/v2/x:run',
      'https://run.europe-west1.rep.googleapis.com/v2/x:run',
      'https://run.europe-west1.p.rep.googleapis.com/v2/x:run',
      'https://run.mtls.googleapis.com/v2/x:run',
    ].map((url) => ({ case: `a start at ${url}`, changes: { url }, told: 'use JobLogic.cloudRunJob' })),
    {
      case: 'a start of a build',
      changes: { url: 'https://cloudbuild.googleapis.com/v1/x:run' },
      told: 'use JobLogic.cloudBuildTrigger',
    },
    {
      case: 'an ID token for a Google API',
      changes: { url: 'https://storage.googleapis.com/x', auth: 'oidc' },
      told: "auth must be 'oauth' for storage.googleapis.com: Google APIs take access tokens, no ID tokens, got 'oidc': leave it out, or write 'oauth'",
    },
    {
      case: 'an access token for Cloud Run',
      changes: { url: RUN_URL, auth: 'oauth' },
      told: "auth must be 'oidc' or 'none' for ledger-123456789.europe-west1.run.app",
    },
    {
      case: 'an access token for anybody else',
      changes: { auth: 'oauth' },
      told: "auth must be 'oidc' or 'none' for ledger.example.com",
    },
    {
      case: 'an ID token without an audience',
      changes: { auth: 'oidc' },
      told: 'audience must be given for ledger.example.com, which tells none, got nothing',
    },
    {
      case: 'an audience for nobody',
      changes: { auth: 'none', audience: 'x' },
      told: "audience must not be given unless auth is 'oidc'",
    },
    {
      case: 'an unknown auth',
      changes: { auth: 'basic' },
      told: "auth must be 'none' or 'oidc' or 'oauth', got 'basic'",
    },
    { case: 'an unknown method', changes: { method: 'FETCH' }, told: "method must be 'POST'" },
    {
      case: 'a body with GET',
      changes: { method: 'GET', body: 'x' },
      told: "body must not be given with GET, got 'x'",
    },
    {
      case: 'a body that is no text',
      changes: { body: {} },
      told: 'body must be a text, got an object: pass it through JSON.stringify',
    },
    {
      case: 'the header of the token',
      changes: { headers: { 'idempotency-key': 'x' } },
      told: "headers.idempotency-key must not be set (the run's token is sent in it)",
    },
    ...['Authorization', 'X-Serverless-Authorization', 'Host', 'Content-Length', 'Transfer-Encoding'].map(
      (name) => ({
        case: `the header ${name}`,
        changes: { headers: { [name]: 'x' } },
        told: `headers.${name} must not be set`,
      }),
    ),
    {
      case: 'a header with a line break',
      changes: { headers: { 'X-Team': 'a\nb' } },
      told: 'headers.X-Team must be printable ASCII',
    },
    {
      case: 'one header twice',
      changes: { headers: { 'X-Team': 'a', 'x-team': 'b' } },
      told: 'headers.x-team must differ from headers.X-Team',
    },
    {
      case: 'a Cloud Run service that is shown no ID token',
      changes: { cloudRunService: { name: 'ledger', location: 'europe-west1' } },
      told: "cloudRunService must not be given unless auth is 'oidc'",
    },
    {
      case: 'a Cloud Run service without a region',
      changes: { url: RUN_URL, cloudRunService: { name: 'ledger' } },
      told: 'cloudRunService.location must be given',
    },
  ])('refuses $case', ({ changes, told }) => {
    expect(problemsOf(changes)).toContain(told);
  });

  test.each([
    { case: 'no auth', props: {}, told: 'auth must be given where the url is known only at deploy time' },
    {
      case: 'no audience',
      props: { auth: 'oidc' },
      told: 'audience must be given where the url is known only at deploy time',
    },
  ] as const)('refuses a URL of the deployment with $case', ({ props, told }) => {
    expect(() =>
      proxyStack((stack) => {
        const image = 'europe-docker.pkg.dev/acme-billing/ledger/ledger:1';
        const { uri } = new CloudRunV2Service(stack, 'Ledger', {
          name: 'ledger',
          location: 'europe-west1',
          template: { containers: [{ image }] },
        });
        return JobLogic.http({ url: uri, ...props });
      }),
    ).toThrow(told);
  });
});

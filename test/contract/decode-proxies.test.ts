import { decodeProxies } from '../../src/contract/decode-proxies';
import { BUILD, HTTP, PUB_SUB, RUN_JOB, WORKFLOW } from '../support/proxies';

function problemsOf(proxy: object): readonly string[] | undefined {
  return decodeProxies(JSON.stringify({ close: proxy })).problems;
}

describe('decodeProxies', () => {
  test('reads settings of every kind', () => {
    const proxies = { a: WORKFLOW, b: RUN_JOB, c: BUILD, d: HTTP, e: PUB_SUB };

    expect(decodeProxies(JSON.stringify(proxies))).toEqual({ value: proxies });
  });

  test('reads settings with everything that may be left out', () => {
    const overrides = {
      containerOverrides: [
        { name: 'main', args: ['', '-v'], clearArgs: false, env: [{ name: 'A', value: '' }] },
      ],
      taskCount: 3,
      timeout: '3.5s',
    };
    const proxies = {
      a: { ...WORKFLOW, endpoint: 'https://workflowexecutions-acme.p.googleapis.com' },
      b: { ...RUN_JOB, waits: true, overrides, endpoint: 'http://127.0.0.1:8080' },
      c: { ...BUILD, source: { branchName: 'main' } },
      d: {
        ...HTTP,
        url: 'https://drive.googleapis.com/drive/v3/files',
        body: '{}',
        auth: { kind: 'oauth', scope: 'https://www.googleapis.com/auth/drive' },
      },
      e: { ...PUB_SUB, data: '', orderingKey: 'ledger' },
      f: { ...HTTP, method: 'GET', url: 'http://intranet/', auth: { kind: 'none' } },
      g: { ...HTTP, url: 'http://localhost:8080/' },
    };

    expect(decodeProxies(JSON.stringify(proxies))).toEqual({ value: proxies });
  });

  test.each([
    { case: 'not set', text: undefined },
    { case: 'empty', text: '' },
  ])('finds none in a variable that is $case', ({ text }) => {
    expect(decodeProxies(text)).toEqual({ value: {} });
  });

  test.each([
    { case: 'no JSON', text: '{', problem: 'DSJ_PROXIES must be JSON, got "{"' },
    { case: 'a list', text: '[]', problem: 'DSJ_PROXIES must be a JSON object, got []' },
    {
      case: 'settings that are no object',
      text: '{"close":7}',
      problem:
        'DSJ_PROXIES.close must be of the kind workflow-execution, cloud-run-job, cloud-build-trigger, http, pub-sub, got 7',
    },
    {
      case: 'an unknown kind',
      text: '{"close":{"kind":"dataflow"}}',
      problem:
        'DSJ_PROXIES.close must be of the kind workflow-execution, cloud-run-job, cloud-build-trigger, http, pub-sub, got "dataflow"',
    },
  ])('refuses $case', ({ text, problem }) => {
    expect(decodeProxies(text)).toEqual({ problems: [problem] });
  });

  test.each([
    { case: 'a field', proxy: { ...WORKFLOW, region: 'x' }, field: 'region' },
    { case: 'a field of another kind', proxy: { ...WORKFLOW, topic: 'x' }, field: 'topic' },
    { case: 'an override', proxy: { ...RUN_JOB, overrides: { env: [] } }, field: 'overrides.env' },
    {
      case: 'a field of a container',
      proxy: { ...RUN_JOB, overrides: { containerOverrides: [{ image: 'x' }] } },
      field: 'overrides.containerOverrides[0].image',
    },
    {
      case: 'a field of the source',
      proxy: { ...BUILD, source: { tagName: 'v1', dir: 'x' } },
      field: 'source.dir',
    },
    {
      case: 'a field of the authentication',
      proxy: { ...HTTP, auth: { kind: 'none', audience: 'x' } },
      field: 'auth.audience',
    },
  ])('refuses $case that it does not know', ({ proxy, field }) => {
    expect(problemsOf(proxy)).toContain(`DSJ_PROXIES.close.${field} is not a setting of this version`);
  });

  test.each([
    { proxy: { ...WORKFLOW, workflow: '' }, problem: 'workflow must be a text, got ""' },
    { proxy: { ...WORKFLOW, project: undefined }, problem: 'project must be a text, got nothing' },
    { proxy: { ...WORKFLOW, argument: [1] }, problem: 'argument must be a JSON object, got [1]' },
    { proxy: { ...WORKFLOW, waits: 'yes' }, problem: 'waits must be true or false, got "yes"' },
    { proxy: { ...RUN_JOB, overrides: 1 }, problem: 'overrides must be an object, got 1' },
    {
      proxy: { ...RUN_JOB, overrides: { taskCount: 0 } },
      problem: 'overrides.taskCount must be a whole number of at least 1, got 0',
    },
    {
      proxy: { ...RUN_JOB, overrides: { timeout: '1m' } },
      problem: 'overrides.timeout must be seconds with an s, got "1m"',
    },
    {
      proxy: { ...RUN_JOB, overrides: { containerOverrides: {} } },
      problem: 'overrides.containerOverrides must be a list, got {}',
    },
    {
      proxy: { ...BUILD, source: { branchName: 'main', tagName: 'v1' } },
      problem:
        'source must have one of branchName, tagName and commitSha, got {"branchName":"main","tagName":"v1"}',
    },
    {
      proxy: { ...BUILD, source: {} },
      problem: 'source must have one of branchName, tagName and commitSha, got {}',
    },
    {
      proxy: { ...BUILD, substitutions: { _A: 1 } },
      problem: 'substitutions._A must be a text, got a value of type number',
    },
    { proxy: { ...PUB_SUB, attributes: [] }, problem: 'attributes must be texts by their names, got a list' },
    {
      proxy: { ...HTTP, headers: 'x-key: hidden' },
      problem: 'headers must be texts by their names, got a value of type string',
    },
    {
      proxy: { ...HTTP, url: 'ftp://x/' },
      problem: 'url must be an http:// or https:// URL, got "ftp://x/"',
    },
    { proxy: { ...HTTP, url: 'ledger' }, problem: 'url must be an http:// or https:// URL, got "ledger"' },
    {
      proxy: { ...HTTP, url: 'http://ledger/' },
      problem: 'url must be an https:// URL where a token is sent, got "http://ledger/"',
    },
    {
      proxy: { ...HTTP, url: 'https://ledger.example.com/x', auth: { kind: 'oauth', scope: 's' } },
      problem:
        'url must be of googleapis.com where an access token is sent, which is good for every Google API, got "https://ledger.example.com/x"',
    },
    {
      proxy: { ...HTTP, method: 'post' },
      problem: 'method must be POST, PUT, PATCH, DELETE, GET, got "post"',
    },
    { proxy: { ...HTTP, method: 'GET', body: '' }, problem: 'body must be left out with GET' },
    { proxy: { ...HTTP, auth: { kind: 'oidc' } }, problem: 'auth.audience must be a text, got nothing' },
    {
      proxy: { ...HTTP, auth: { kind: 'basic' } },
      problem: 'auth must be of the kind none, oidc or oauth, got {"kind":"basic"}',
    },
  ])('says that $problem', ({ proxy, problem }) => {
    expect(problemsOf(proxy)).toEqual([`DSJ_PROXIES.close.${problem}`]);
  });

  test.each([
    'http://run.googleapis.com',
    'https://run.googleapis.com/',
    'https://run.googleapis.com/v2',
    'http://10.0.0.1:8080',
    'http://localhost.example.com',
    'run.googleapis.com',
    'https://run.example.com',
    'https://googleapis.com.example.com',
  ])('refuses the endpoint %s', (endpoint) => {
    expect(problemsOf({ ...RUN_JOB, endpoint })).toEqual([
      `DSJ_PROXIES.close.endpoint must be https:// and a host below googleapis.com, or http:// on the loopback interface, without a path, got "${endpoint}"`,
    ]);
  });

  test('names all problems of all settings at once', () => {
    const text = JSON.stringify({ a: { ...WORKFLOW, workflow: 1, region: 'x' }, b: { kind: 'none' } });

    expect(decodeProxies(text).problems).toHaveLength(3);
  });
});

import { WorkflowsWorkflow } from '@cdktf/provider-google/lib/workflows-workflow';
import { decodeProxies } from '../../src/contract/decode-proxies';
import { JobLogic } from '../../src/handler/job-logic';
import type { WorkflowExecutionProps } from '../../src/proxy/workflow-execution';
import { grantsOf } from '../../src/testing/grants-of';
import { messageOf } from '../support/billing-stack';
import { proxyStack, RUNTIME_MEMBER, useStubBundles } from './proxy-stack';

useStubBundles();

const CLOSE: WorkflowExecutionProps = { workflow: 'close-books', location: 'europe-west1' };

function problemsOf(changes: object): string {
  return messageOf(() => JobLogic.workflowExecution({ ...CLOSE, ...changes }));
}

describe('JobLogic.workflowExecution', () => {
  test('writes settings that the handler takes, with every default', () => {
    const { settingsText } = proxyStack(() => JobLogic.workflowExecution(CLOSE));

    expect(decodeProxies(settingsText)).toEqual({
      value: {
        default: {
          kind: 'workflow-execution',
          project: 'acme-billing',
          location: 'europe-west1',
          waits: false,
          workflow: 'close-books',
          argument: {},
          tokenField: 'idempotency_key',
        },
      },
    });
  });

  test('writes what is given', () => {
    const { settingsText } = proxyStack(() =>
      JobLogic.workflowExecution({
        ...CLOSE,
        project: 'acme-ledger',
        endpoint: 'https://workflowexecutions-acme.p.googleapis.com',
        waitForCompletion: true,
        argument: { books: ['all'], strict: true, limit: null },
        tokenField: 'run_token',
      }),
    );

    expect(decodeProxies(settingsText).value).toMatchObject({
      default: {
        project: 'acme-ledger',
        endpoint: 'https://workflowexecutions-acme.p.googleapis.com',
        waits: true,
        argument: { books: ['all'], strict: true, limit: null },
        tokenField: 'run_token',
      },
    });
  });

  test('has Terraform encode what only the deployment tells', () => {
    const { settingsText } = proxyStack((stack) => {
      const { name, region } = new WorkflowsWorkflow(stack, 'Close', {
        name: 'close',
        region: 'europe-west1',
      });
      return JobLogic.workflowExecution({
        workflow: name,
        location: region,
        argument: { of: `the ${name}` },
      });
    });

    expect(settingsText).toBe(
      '{"default":{"kind":"workflow-execution","project":"acme-billing",' +
        '"location":${jsonencode(google_workflows_workflow.Close.region)},"waits":false,' +
        '"workflow":${jsonencode(google_workflows_workflow.Close.name)},' +
        '"argument":{"of":${jsonencode(join("", ["the ", google_workflows_workflow.Close.name]))}},' +
        '"tokenField":"idempotency_key"}}',
    );
  });

  test('is granted the invoker role on the project, which is the narrowest there is', () => {
    const { handler, stack } = proxyStack(() => JobLogic.workflowExecution(CLOSE));

    expect(handler.requiredGrants).toContainEqual({
      role: 'roles/workflows.invoker',
      member: handler.runtimeAccount.member,
      on: 'project acme-billing',
    });
    expect(grantsOf(stack)).toContainEqual({
      type: 'google_project_iam_member',
      role: 'roles/workflows.invoker',
      member: RUNTIME_MEMBER,
      on: { project: 'acme-billing' },
    });
  });

  test.each([
    { case: 'an object', argument: { month: '2026-10' }, read: { month: '2026-10' } },
    { case: 'the text of an object', argument: '{"month":"2026-10"}', read: { month: '2026-10' } },
    { case: 'fields that are undefined, which it leaves out', argument: { month: undefined }, read: {} },
  ])('takes $case as the argument', ({ argument, read }) => {
    const { settingsText } = proxyStack(() => JobLogic.workflowExecution({ ...CLOSE, argument }));

    expect(decodeProxies(settingsText).value).toMatchObject({ default: { argument: read } });
  });

  test.each([
    { case: 'a name of one character', workflow: 'a' },
    { case: 'a name of 64 characters', workflow: `a${'_'.repeat(62)}9` },
  ])('takes $case', ({ workflow }) => {
    expect(JobLogic.workflowExecution({ ...CLOSE, workflow }).source.kind).toBe('proxy');
  });

  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  test.each([
    {
      case: 'a name with its project',
      changes: { workflow: 'projects/p/locations/l/workflows/close' },
      told: "workflow must be the short name of a workflow: 1 to 64 letters, digits, hyphens and underscores, first a letter, got 'projects/p/locations/l/workflows/close': write the name without project and location",
    },
    {
      case: 'a name of 65 characters',
      changes: { workflow: 'a'.repeat(65) },
      told: 'workflow must be the short',
    },
    {
      case: 'a name that ends with a hyphen',
      changes: { workflow: 'close-' },
      told: 'workflow must be the short',
    },
    {
      case: 'no name',
      changes: { workflow: undefined },
      told: 'workflow must be given, got nothing: write the short name of the workflow',
    },
    {
      case: 'no location',
      changes: { location: undefined },
      told: "location must be given, got nothing: write location: 'europe-west1' or the region of the workflow",
    },
    {
      case: 'a zone',
      changes: { location: 'europe-west1-b' },
      told: 'location must be a region of Google Cloud',
    },
    {
      case: 'text that is no JSON',
      changes: { argument: '{month: 10}' },
      told: "argument must be a JSON object, got '{month: 10}': write an object, as in { customer: 'acme' }",
    },
    {
      case: 'JSON that is no object',
      changes: { argument: '[1]' },
      told: "argument must be a JSON object, got '[1]'",
    },
    { case: 'an array', changes: { argument: [1] }, told: 'argument must be a JSON object, got an array' },
    {
      case: 'a number that JSON does not have',
      changes: { argument: { rates: [1, Number.NaN] } },
      told: 'argument.rates[1] must be a finite number, since JSON has no others, got NaN',
    },
    {
      case: 'a Date',
      changes: { argument: { on: new Date(0) } },
      told: 'argument.on must be a plain object, got a Date: write it as a text, with toISOString',
    },
    {
      case: 'a bigint',
      changes: { argument: { cents: 1n } },
      told: 'argument.cents must be a value that JSON has, got 1: write it as a text',
    },
    {
      case: 'a circle',
      changes: { argument: circle },
      told: 'argument.self must not hold itself, got an object',
    },
    {
      case: 'a token field that the argument has',
      changes: { argument: { idempotency_key: 'mine' } },
      told: "tokenField must differ from what argument holds, got 'idempotency_key': remove it there, or choose another tokenField",
    },
    {
      case: 'a token field that no workflow could name',
      changes: { tokenField: 'run-token' },
      told: "tokenField must be 1 to 63 letters, digits and underscores, first no digit, known at synth, got 'run-token'",
    },
    {
      case: 'a prop that there is not',
      changes: { region: 'x' },
      told: 'region must be a prop of this construct, got region: remove it (props: workflow, location, argument, tokenField, waitForCompletion, project, endpoint)',
    },
    {
      case: 'a wait that is no boolean',
      changes: { waitForCompletion: 'yes' },
      told: "waitForCompletion must be true or false, got 'yes'",
    },
    {
      case: 'an endpoint with a path',
      changes: { endpoint: 'https://workflowexecutions.googleapis.com/v1' },
      told: 'endpoint must be https and a host below googleapis.com, which alone may have the access token, without a path or a slash at its end (http only for loopback)',
    },
    {
      case: 'an endpoint of somebody else',
      changes: { endpoint: 'https://workflowexecutions.example.com' },
      told: 'endpoint must be https and a host below googleapis.com',
    },
    {
      case: 'an endpoint over plain http',
      changes: { endpoint: 'http://example.com' },
      told: 'endpoint must be https',
    },
  ])('refuses $case', ({ changes, told }) => {
    expect(problemsOf(changes)).toContain(told);
  });

  test('takes an argument of 32 KiB with the token, and no more', () => {
    // {"a":"…","idempotency_key":"t + 40 hex digits"}
    const room = 32 * 1024 - '{"a":"","idempotency_key":""}'.length - 41;
    const argument = (length: number) => ({ a: 'x'.repeat(length) });

    expect(JobLogic.workflowExecution({ ...CLOSE, argument: argument(room) }).source.kind).toBe('proxy');
    expect(problemsOf({ argument: argument(room + 1) })).toContain(
      'argument must be at most 32768 bytes of JSON, the token included, got 32769 bytes: ' +
        'put the data where the workflow can read it, and give its address',
    );
  });

  test('takes plain http for a server on this machine', () => {
    const { settingsText } = proxyStack(() =>
      JobLogic.workflowExecution({ ...CLOSE, endpoint: 'http://127.0.0.1:8085' }),
    );

    expect(decodeProxies(settingsText).value).toMatchObject({
      default: { endpoint: 'http://127.0.0.1:8085' },
    });
  });

  test('tells every problem at once', () => {
    expect(problemsOf({ workflow: '-', location: 'here', tokenField: '' })).toMatch(
      /^JobLogic\.workflowExecution has 3 configuration problems\n {2}- workflow .*\n {2}- location .*\n {2}- tokenField .*$/,
    );
  });
});

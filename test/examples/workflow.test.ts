import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { accepts, freePort } from '../support/free-port';
import { printedPlan } from '../support/printed-plan';
import { runCommand } from '../support/run-command';
import { send } from '../support/scheduler-request';
import { readStacks } from '../support/synthesized-stacks';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';
import { until } from '../support/until';
import { WorkflowError, WorkflowPlayer, type WorkflowWorld } from '../support/workflow-player';

const ROOT = resolve(__dirname, '../..');
const EXAMPLE = join(ROOT, 'examples/workflow');
const PROJECT = 'demo-workflow';
const DATABASE = `projects/${PROJECT}/databases/workflow`;
const STEPS = ['/charges', '/mails'];

/** What every job makes, as the snapshot of the basic example shows it. */
const OF_EVERY_JOB = /^google_(?:storage|cloudfunctions2|cloud_scheduler)/;

let files: TemporaryProject;
let stack: any;
let bank: Server;
let ledger: ChildProcess;
let ledgerUrl: string;
let tokens = 0;

/** What the bank was asked for, by the token's requests. */
const asked: { readonly path: string; readonly key: unknown; readonly body: any }[] = [];
/** The statuses that the bank answers next with. */
let bankAnswers: number[] = [];

beforeAll(async () => {
  files = temporaryProject();
  await runCommand('npx', ['tsx', '--tsconfig', 'examples/tsconfig.json', join(EXAMPLE, 'main.ts')], {
    cwd: ROOT,
    env: { CDKTF_OUTDIR: files.directory },
  });
  stack = readStacks(files.directory)['billing']?.json;
  bank = createServer(async (request, response) => {
    const key = request.headers['idempotency-key'];
    asked.push({ path: request.url ?? '', key, body: JSON.parse(await text(request)) });
    response.writeHead(bankAnswers.shift() ?? 200).end(JSON.stringify({ number: asked.length }));
  });
  await new Promise<void>((listening) => bank.listen(0, '127.0.0.1', listening));
  const port = await freePort();
  ledgerUrl = `http://127.0.0.1:${port}`;
  ledger = spawn(process.execPath, ['--import', 'tsx', join(EXAMPLE, 'ledger/main.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      TSX_TSCONFIG_PATH: join(ROOT, 'examples/tsconfig.json'),
      FIRESTORE_EMULATOR_HOST: firestoreUnderTest().host,
      BANK_URL: `http://127.0.0.1:${(bank.address() as AddressInfo).port}`,
      RUNS_PROJECT: PROJECT,
      RUNS_DATABASE: 'workflow',
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until('the ledger listens', () => accepts(port));
});

afterAll(async () => {
  ledger?.kill('SIGKILL');
  if (ledger !== undefined) await once(ledger, 'close');
  bank?.close();
  files?.remove();
});

beforeEach(() => {
  asked.length = 0;
  bankAnswers = [];
});

/** A token as a run has it, which no other test has. */
function token(): string {
  return `t${String(tokens++).padStart(40, '0')}`;
}

/** Something that happens to a call of an execution. */
type Fault = (name: string, args: any) => 'killed before' | 'killed after' | 'unanswered' | undefined;

/** The execution is gone: nothing in it hears of that. */
class Killed extends Error {}

/** Plays the example's definition against Firestore and the ledger, with a fault for its calls. */
function execution(runToken: string, fault: Fault = () => undefined) {
  const keys: string[] = [];
  const waits: number[] = [];
  const world: WorkflowWorld = {
    env: { DATABASE, LEDGER: ledgerUrl },
    sleep: async (seconds) => void waits.push(seconds),
    async call(name, args) {
      const happens = fault(name, args);
      if (happens === 'killed before') throw new Killed();
      if (name === 'http.post') keys.push(args.headers['Idempotency-Key']);
      const result = await called(name, args);
      if (happens === 'killed after') throw new Killed();
      if (happens === 'unanswered') throw new WorkflowError({ tags: ['ConnectionError'] });
      return result;
    },
  };
  const definition = readFileSync(join(EXAMPLE, 'monthly-invoices.workflow.json'), 'utf8');
  const player = new WorkflowPlayer(JSON.parse(definition), world);
  const result = player.execute({ idempotency_key: runToken, books: 'all' });
  return { result, keys, waits };
}

async function called(name: string, args: any): Promise<unknown> {
  const documents = `http://${firestoreUnderTest().host}/v1/`;
  switch (name) {
    case 'googleapis.firestore.v1.projects.databases.documents.createDocument': {
      const { parent, collectionId, query, body } = args;
      return requested('POST', `${documents}${parent}/${collectionId}?documentId=${query.documentId}`, body);
    }
    case 'googleapis.firestore.v1.projects.databases.documents.get':
      return requested('GET', `${documents}${args.name}`);
    case 'googleapis.firestore.v1.projects.databases.documents.patch':
      return requested('PATCH', `${documents}${args.name}`, args.body);
    case 'http.post': {
      const { url, headers, body } = args;
      const json = { ...headers, 'Content-Type': 'application/json' };
      const answer = await send(url, { headers: json, body: JSON.stringify(body) });
      if (answer.status === 'no answer') throw new WorkflowError({ tags: ['ConnectionError'] });
      if (answer.status >= 400) throw new WorkflowError({ tags: ['HttpError'], code: answer.status });
      return { body: answer.body, code: answer.status };
    }
    case 'http.default_retry_predicate': {
      const { tags, code } = args.exception;
      return tags[0] === 'HttpError' ? [429, 502, 503, 504].includes(code) : true;
    }
    default:
      throw new Error(`a call that is not played here: ${name}`);
  }
}

async function requested(method: string, url: string, body?: unknown): Promise<unknown> {
  const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
  const answer = await fetch(url, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok)
    throw new WorkflowError({ tags: ['HttpError'], code: answer.status, body: await answer.text() });
  return answer.json();
}

const isPost = (path: string) => (name: string, args: any) => name === 'http.post' && args.url.endsWith(path);

describe('the stack of the workflow example', () => {
  test('is this one', () => {
    const own = Object.entries(stack.resource).filter(([type]) => !OF_EVERY_JOB.test(type));
    const fields = Object.entries(stack.resource.google_firestore_field).filter(([id]) =>
      id.includes('Steps'),
    );

    expect(
      printedPlan({ ...Object.fromEntries(own), google_firestore_field: Object.fromEntries(fields) }),
    ).toMatchSnapshot();
  });

  test('deploys the definition as it is in its file', () => {
    const [{ source_contents: deployed }] = Object.values(stack.resource.google_workflows_workflow) as any[];

    // What Terraform makes of its own escape.
    const read = deployed.replaceAll('$${', () => '${');
    expect(deployed).not.toMatch(/(?<!\$)\$\{/);
    expect(JSON.parse(read)).toEqual(
      JSON.parse(readFileSync(join(EXAMPLE, 'monthly-invoices.workflow.json'), 'utf8')),
    );
  });

  test('lets workflow and service write to the one database, the workflow call the service, and nothing else', () => {
    const grants = Object.values(stack.resource.google_project_iam_member) as any[];
    const onDatabase = grants.filter(({ role }) => role === 'roles/datastore.user');
    const [invoker] = (Object.values(stack.resource.google_cloud_run_v2_service_iam_member) as any[]).filter(
      ({ member }) => member.includes('Invoices'),
    );

    expect(onDatabase.map(({ condition }) => condition.expression)).toEqual(
      Array(3).fill(expect.stringContaining('resource.name ==')),
    );
    expect(invoker).toMatchObject({ role: 'roles/run.invoker', name: expect.stringContaining('Ledger') });
    expect(grants.map(({ role }) => role).sort()).toEqual([
      'roles/datastore.user',
      'roles/datastore.user',
      'roles/datastore.user',
      'roles/run.builder',
      'roles/workflows.invoker',
    ]);
  });
});

describe('the workflow of the example, with its ledger', () => {
  test('sends the token of the run with each step, and has each done once', async () => {
    const runToken = token();

    const { result, keys, waits } = execution(runToken);

    expect(await result).toEqual({ charged: { number: 1 }, mailed: { number: 2 } });
    expect(keys).toEqual([`${runToken}-charge`, `${runToken}-mail`]);
    expect(waits).toEqual([]);
    expect(asked).toEqual([
      { path: '/charges', key: `${runToken}-charge`, body: { books: 'all' } },
      { path: '/mails', key: `${runToken}-mail`, body: { charged: { number: 1 } } },
    ]);
  });

  test('answers a second execution under the token from the record of its steps', async () => {
    const runToken = token();
    const first = await execution(runToken).result;

    const second = execution(runToken);

    expect(await second.result).toEqual(first);
    expect(second.keys).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  test('has each step done once by two executions at the same time', async () => {
    const runToken = token();

    const results = await Promise.all([execution(runToken).result, execution(runToken).result]);

    expect(results[1]).toEqual(results[0]);
    expect(asked.map(({ path }) => path)).toEqual(STEPS);
  });

  test.each(
    STEPS.flatMap((path) => [
      { case: `before ${path}`, fault: 'killed before' as const, at: isPost(path) },
      { case: `after ${path}`, fault: 'killed after' as const, at: isPost(path) },
      { case: `after the check of ${path}`, fault: 'killed after' as const, at: isCheck(path) },
    ]),
  )(
    'has each step done once where an execution is killed $case and another goes on',
    async ({ fault, at }) => {
      const runToken = token();
      const killed = execution(runToken, (name, args) => (at(name, args) ? fault : undefined));
      await expect(killed.result).rejects.toBeInstanceOf(Killed);

      await execution(runToken).result;

      expect(asked.map(({ path }) => path)).toEqual(STEPS);
    },
  );

  test('sends a step again under the same key where its answer is lost', async () => {
    const runToken = token();
    let lost = 0;

    const { result, keys, waits } = execution(runToken, (name, args) =>
      isPost('/charges')(name, args) && lost++ === 0 ? 'unanswered' : undefined,
    );

    await result;
    expect(keys.slice(0, 2)).toEqual(Array(2).fill(`${runToken}-charge`));
    expect(waits).toEqual([5]);
    expect(asked.map(({ path }) => path)).toEqual(STEPS);
  });

  test("tries for longer than a lease of the guard's that a killed ledger leaves", async () => {
    const { result, waits } = execution(token(), (name, args) =>
      isPost('/charges')(name, args) ? 'unanswered' : undefined,
    );

    await expect(result).rejects.toBeInstanceOf(WorkflowError);
    expect(waits.reduce((sum, seconds) => sum + seconds)).toBeGreaterThan(310);
    expect(asked).toHaveLength(1);
  });

  test('has a step tried again that the bank has refused for now', async () => {
    bankAnswers = [503];
    const runToken = token();

    const { result, waits } = execution(runToken);

    expect(await result).toEqual({ charged: { number: 2 }, mailed: { number: 3 } });
    expect(waits).toEqual([5]);
    expect(asked.map(({ key }) => key)).toEqual([
      `${runToken}-charge`,
      `${runToken}-charge`,
      `${runToken}-mail`,
    ]);
  });
});

/** Whether a call is the check of the token before a step. */
function isCheck(path: string) {
  const step = path === '/charges' ? '-charge' : '-mail';
  return (name: string, args: any) => name.endsWith('createDocument') && args.query.documentId.endsWith(step);
}

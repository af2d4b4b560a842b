import { join, resolve } from 'node:path';
import { printedPlan } from '../support/printed-plan';
import { runCommand } from '../support/run-command';
import { readStacks, type SynthesizedStack } from '../support/synthesized-stacks';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';

const ROOT = resolve(__dirname, '../..');
const STACKS = ['platform', 'billing', 'analytics'] as const;

jest.setTimeout(60_000);

let files: TemporaryProject;
let stacks: Record<string, SynthesizedStack>;

beforeAll(async () => {
  files = temporaryProject();
  const app = join(ROOT, 'examples/composed/main.ts');
  await runCommand('npx', ['--no-install', 'tsx', '--tsconfig', 'examples/tsconfig.json', app], {
    cwd: ROOT,
    env: { CDKTF_OUTDIR: files.directory },
  });
  stacks = readStacks(files.directory);
});

afterAll(() => files?.remove());

describe('the composed example', () => {
  test.each(STACKS)('makes the stack %s', (name) => {
    expect(printedPlan(planOf(name))).toMatchSnapshot();
  });

  test('deploys the platform first and destroys it last', () => {
    const order = Object.fromEntries(STACKS.map((name) => [name, stackOf(name).dependencies]));

    expect(order).toEqual({ platform: [], billing: ['platform'], analytics: ['platform'] });
  });

  test('shares nothing through the state but the handler’s URI and its invoker account', () => {
    expect(Object.keys(stackOf('platform').json['output'])).toEqual([
      expect.stringMatching(/service_config0uri$/),
      expect.stringMatching(/InvokerAccount_\w+email$/),
    ]);
  });
});

function stackOf(name: string): SynthesizedStack {
  const stack = stacks[name];
  if (stack === undefined) throw new Error(`the app has no stack ${name}`);
  return stack;
}

/** Without the places of the state files, which are paths of the machine. */
function planOf(name: string): unknown {
  const { terraform, data, ...rest } = stackOf(name).json;
  const { backend: _, ...versions } = terraform;
  const states = Object.keys(data?.terraform_remote_state ?? {});
  return { ...rest, terraform: versions, ...(states.length > 0 ? { 'states that are read': states } : {}) };
}

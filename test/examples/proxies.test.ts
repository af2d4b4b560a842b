import { resolve } from 'node:path';
import { decodeProxies } from '../../src/contract/decode-proxies';
import { printedPlan } from '../support/printed-plan';
import { runCommand } from '../support/run-command';
import { readStacks } from '../support/synthesized-stacks';
import { temporaryProject } from '../support/temporary-project';

const ROOT = resolve(__dirname, '../..');

/** What every job makes, as the snapshot of the basic example shows it. */
const OF_EVERY_JOB = /^google_(?:firestore|storage|service_account$|cloud_scheduler)/;

jest.setTimeout(60_000);

const files = temporaryProject();

afterAll(() => files.remove());

/** Synthesizes an example in a process of its own. */
async function synthesize(example: string): Promise<any> {
  const directory = files.path(example);
  const app = `examples/proxies/${example}.ts`;
  await runCommand('npx', ['--no-install', 'tsx', '--tsconfig', 'examples/tsconfig.json', app], {
    cwd: ROOT,
    env: { CDKTF_OUTDIR: directory },
  });
  const [stack] = Object.values(readStacks(directory));
  return stack?.json;
}

describe('the examples of proxies', () => {
  test.each([
    { case: 'workflow', kind: 'workflow-execution' },
    { case: 'cloud-run-job', kind: 'cloud-run-job' },
    { case: 'cloud-build-trigger', kind: 'cloud-build-trigger' },
    { case: 'http', kind: 'http' },
    { case: 'pub-sub', kind: 'pub-sub' },
  ])('make the stack of $case', async ({ case: example, kind }) => {
    const { resource } = await synthesize(example);
    const [handler] = Object.values(resource.google_cloudfunctions2_function) as any[];
    const { DSJ_PROXIES: text } = handler.service_config.environment_variables;
    const own = Object.entries(resource).filter(([type]) => !OF_EVERY_JOB.test(type));

    // With a text in the place of each expression, as Terraform puts it there; it may be the url of a service.
    expect(
      decodeProxies(text.replace(/\$\{jsonencode\((?:[^()]|\([^()]*\))*\)\}/g, '"https://a.example"')),
    ).toMatchObject({
      value: { default: { kind } },
    });
    expect(printedPlan(Object.fromEntries(own))).toMatchSnapshot();
  });
});

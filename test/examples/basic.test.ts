import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printedPlan } from '../support/printed-plan';
import { runCommand } from '../support/run-command';
import { SynthesizedApp } from '../support/synthesized-app';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';

const ROOT = resolve(__dirname, '../..');

jest.setTimeout(60_000);

let files: TemporaryProject;
let app: SynthesizedApp;

beforeAll(async () => {
  files = temporaryProject();
  const { app: command } = JSON.parse(readFileSync(join(ROOT, 'cdktf.json'), 'utf8'));
  const hook = join(ROOT, 'test/support/loaded-modules.cjs');
  await runCommand('sh', ['-c', command], {
    cwd: ROOT,
    env: {
      CDKTF_OUTDIR: files.path('app'),
      NODE_OPTIONS: `--require ${JSON.stringify(hook)}`,
      LOADED_MODULES_FILE: files.path('loaded-modules'),
    },
  });
  app = SynthesizedApp.read(files.path('app'));
});

afterAll(() => files?.remove());

describe('the basic example', () => {
  test('makes this stack', () => {
    expect(printedPlan(app.plan)).toMatchSnapshot();
  });

  test('makes the same stack through cdktf synth', async () => {
    await runCommand('npx', ['--no-install', 'cdktf', 'synth', '--output', files.path('cli')], {
      cwd: ROOT,
      // The command line writes its settings to the home directory, and asks for updates unless told not to.
      env: { CHECKPOINT_DISABLE: '1', HOME: files.directory },
    });

    expect(SynthesizedApp.read(files.path('cli')).plan).toEqual(app.plan);
  });

  test('loads the resources that it uses and never all of the provider', () => {
    const loaded = readFileSync(files.path('loaded-modules'), 'utf8').split('\n');

    const provider = loaded.flatMap((path) => path.split('provider-google/lib/')[1] ?? []);
    expect(provider).toContain('cloud-scheduler-job/index.js');
    expect(provider.filter((path) => path === 'index.js')).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from '../support/run-command';
import { SynthesizedApp } from '../support/synthesized-app';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';

const ROOT = resolve(__dirname, '../..');
const WIDTH = 110;

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
    expect(printed(app)).toMatchSnapshot();
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

/** The plan without the hashes that change with every line of the handler. */
function printed({ plan }: SynthesizedApp): string {
  return folded(plan)
    .replace(/\b[0-9a-f]{64}\b/g, '<sha256 of the archive>')
    .replace(/\b[0-9a-f]{32}\b/g, '<asset hash>');
}

/** Puts each value on one line if it fits: a whole stack is to be reviewed on a few pages. */
function folded(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const rows = Array.isArray(value)
    ? value.map((item) => folded(item, deeper))
    : Object.entries(value).map(([name, item]) => `${name}: ${folded(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const line = rows.length === 0 ? open + close : `${open} ${rows.join(', ')} ${close}`;
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line;
  return [open, ...rows.map((row) => deeper + row), indent + close].join('\n');
}

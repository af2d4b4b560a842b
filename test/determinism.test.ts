import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { checkout } from './support/checkout';
import { runCommand } from './support/run-command';
import { SynthesizedApp } from './support/synthesized-app';
import { type TemporaryProject, temporaryProject } from './support/temporary-project';

const LATER = join(__dirname, 'support/half-a-year-later.cjs');

jest.setTimeout(60_000);

let files: TemporaryProject;

beforeAll(() => {
  files = temporaryProject();
});

afterAll(() => files.remove());

interface Circumstances {
  readonly place: string;
  readonly cwd: string;
  readonly timeZone: string;
  readonly nodeFlags: readonly string[];
}

/** Synthesizes the basic example from a checkout of its own. */
async function synthesize({ place, cwd, timeZone, nodeFlags }: Circumstances) {
  const directory = files.path(place);
  checkout(directory);
  const out = files.path(`out of ${place.replaceAll('/', ' ')}`);
  const tsx = join(directory, 'node_modules/tsx/dist/cli.mjs');
  const config = join(directory, 'examples/tsconfig.json');
  const main = join(directory, 'examples/basic/main.ts');
  await runCommand(process.execPath, [tsx, '--tsconfig', config, ...nodeFlags, main], {
    cwd: join(directory, cwd),
    env: { CDKTF_OUTDIR: out, TZ: timeZone, TSX_DISABLE_CACHE: '1' },
  });
  const { plan, archive } = SynthesizedApp.read(out);
  return {
    json: JSON.stringify(plan, undefined, 2),
    sha256: createHash('sha256').update(archive).digest('hex'),
  };
}

describe('synth', () => {
  test('writes the same archive and the same Terraform wherever and whenever it runs', async () => {
    const first = await synthesize({ place: 'here', cwd: '.', timeZone: 'Asia/Tokyo', nodeFlags: [] });
    const second = await synthesize({
      place: 'some/where else/entirely',
      cwd: 'examples/basic/jobs',
      timeZone: 'America/New_York',
      nodeFlags: ['--require', LATER],
    });

    expect(first.json).toContain(first.sha256);
    expect(second).toEqual(first);
  });
});

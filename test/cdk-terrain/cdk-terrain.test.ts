import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/handler/package-root';
import { installCdkTerrain } from './install';

interface Synthesis {
  readonly toolkit: string;
  readonly stacks: Readonly<Record<string, unknown>>;
}

/** Synthesizes in a process of its own, with the toolkit that a tsconfig names. */
async function synthesize(tsconfig: string): Promise<Synthesis> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['-r', require.resolve('tsx/cjs'), join(__dirname, 'synthesize.ts')],
    { env: { ...process.env, TSX_TSCONFIG_PATH: tsconfig }, maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout) as Synthesis;
}

describe('CDK Terrain in the place of cdktf', () => {
  test('synthesizes the same JSON of every construct', async () => {
    await installCdkTerrain();

    const terrain = await synthesize(join(__dirname, 'tsconfig.json'));
    const cdktf = await synthesize(join(packageRoot(), 'tsconfig.json'));

    expect([terrain.toolkit, cdktf.toolkit]).toEqual(['cdktn 0.24.0', 'cdktf 0.21.0']);
    expect(Object.keys(terrain.stacks)).toEqual(['billing', 'composed', 'elsewhere', 'proxies']);
    expect(terrain.stacks).toEqual(cdktf.stacks);
  }, 180_000);
});

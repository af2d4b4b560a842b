import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { byTurns } from '../by-turns';
import type { Measure } from '../measure';

const ROUNDS = { full: 25, quick: 7, smoke: 1 };
const SCRIPT = join(__dirname, '../time-requires.cjs');

/** What every command of a CDKTF app pays, whether it makes a job or not. */
export const libraryImport: Measure = {
  name: 'import',
  what: 'import of the library',
  peer: 'its resources and CDKTF, by path',
  unit: 'ms',
  target: { kind: 'at most', ratio: 1.15 },
  async run(bench) {
    const { main: library } = await bench.compiled();
    const loaded = (await requireAll('list', [library])).split('\n');
    const resources = loaded.filter((file) => /provider-google[\\/]lib[\\/][\w-]+[\\/]index\.js$/.test(file));
    const packages = ['constructs', 'cdktf'].map((name) => require.resolve(name));
    const take = async (modules: readonly string[]) => Number(await requireAll('time', modules));
    return byTurns(bench, ROUNDS[bench.scale], {
      product: () => take([library]),
      peer: () => take([...packages, ...resources]),
    });
  },
};

/** Requires modules in a process of its own. */
async function requireAll(mode: 'time' | 'list', modules: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, mode, ...modules]);
  return stdout;
}

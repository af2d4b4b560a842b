import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byTurns } from '../by-turns';
import type { Measure } from '../measure';
import { deployedSides, GUIDE } from './deployed-sides';

/** What lies on the disk of an instance: the archive and the packages that it names. */
export const installedSize: Measure = {
  name: 'installed-size',
  what: 'installed size of what is deployed',
  peer: GUIDE,
  unit: 'MB',
  target: { kind: 'at most', ratio: 0.35 },
  async run(bench) {
    const { product, peer } = await deployedSides(
      bench,
      async ({ directory }) => bytesBelow(directory) / 1e6,
    );
    return byTurns(bench, 1, { product, peer });
  },
};

/** Sum of the sizes of all files below a directory. */
function bytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(directory, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

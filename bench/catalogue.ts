import type { Measure } from './measure';
import { bundling } from './measures/bundling';
import { coldStart, coldStartPlain } from './measures/cold-start';
import { duplicateRequests, slowestDuplicate } from './measures/duplicates';
import { herd } from './measures/herd';
import { installedSize } from './measures/installed-size';
import { latency } from './measures/latency';
import { libraryImport } from './measures/library-import';
import { memory } from './measures/memory';
import { proof } from './measures/proof';
import { duplicate, firstDelivery } from './measures/round-trips';
import { soakHandles, soakMemory } from './measures/soak';
import { synth, synthGrowth } from './measures/synth';
import type { Options } from './options';

/** Every row, in the order of the table. */
export const MEASURES: readonly Measure[] = [
  coldStart,
  coldStartPlain,
  memory,
  installedSize,
  firstDelivery,
  duplicate,
  latency,
  herd,
  duplicateRequests,
  slowestDuplicate,
  libraryImport,
  synth,
  synthGrowth,
  proof,
  bundling,
  soakMemory,
  soakHandles,
];

/** The rows that were asked for. */
export function wantedMeasures({ rows, soak, scale }: Options): readonly Measure[] {
  if (rows.length > 0) return MEASURES.filter(({ name }) => rows.includes(name));
  return MEASURES.filter(({ isLong }) => isLong !== true || soak || scale === 'smoke');
}

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

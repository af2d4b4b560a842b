import type { Measure } from './measure';
import { coldStart, coldStartPlain } from './measures/cold-start';
import { duplicateRequests, slowestDuplicate } from './measures/duplicates';
import { herd } from './measures/herd';
import { installedSize } from './measures/installed-size';
import { latency } from './measures/latency';
import { memory } from './measures/memory';
import { duplicate, firstDelivery } from './measures/round-trips';

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
];

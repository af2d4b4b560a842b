import { type Compiled, compile } from './compiled';
import { deployGuide } from './deployed/deploy-guide';
import { deployGuideInPython } from './deployed/deploy-guide-in-python';
import { deployProduct } from './deployed/deploy-product';
import type { Deployment } from './deployed/deployment';
import { type Emulator, startEmulator } from './emulator';
import { type Once, once } from './once';
import type { Progress } from './progress';

/** How much is measured: all of it, enough for a look, or hardly anything, to see that it runs. */
export type Scale = 'full' | 'quick' | 'smoke';

/** What the measures share: the store, what is deployed, and the progress display. */
export interface Bench {
  readonly scale: Scale;
  readonly progress: Progress;
  /** The Firestore emulator. */
  readonly emulator: Once<Emulator>;
  /** What is measured: a handler's archive with its packages. */
  readonly product: Once<Deployment>;
  /** The pattern of Google's guide in Node. */
  readonly guide: Once<Deployment>;
  /** The same in Python; `undefined` where its packages cannot be had. */
  readonly guideInPython: Once<Deployment | undefined>;
  /** The package as it is published. */
  readonly compiled: Once<Compiled>;
}

/** Prepares a benchmark: nothing is started or installed before a measure asks for it. */
export function createBench(scale: Scale, progress: Progress): Bench {
  return {
    scale,
    progress,
    emulator: once(startEmulator),
    product: once(deployProduct),
    guide: once(deployGuide),
    guideInPython: once(() => deployGuideInPython(progress)),
    compiled: once(compile),
  };
}

/** Ends what was started. */
export async function stopBench(bench: Bench): Promise<void> {
  const emulator = await bench.emulator.made()?.catch(() => undefined);
  await emulator?.stop();
}

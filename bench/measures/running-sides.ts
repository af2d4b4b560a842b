import type { Bench } from '../bench';
import type { Sides } from '../by-turns';
import { type Instance, startInstance } from '../deployed/instance';

/** One instance of each side, all running. */
export interface RunningSides {
  readonly all: readonly Instance[];
  /** The sides, each with a figure taken of its instance. */
  take(figure: (instance: Instance) => Promise<number>): Sides;
}

/** Starts an instance of each side under functions-framework, and ends them when the figures are taken. */
export async function withRunningSides<T>(
  bench: Bench,
  use: (sides: RunningSides) => Promise<T>,
): Promise<T> {
  const { host: firestoreHost } = await bench.emulator();
  const python = await bench.guideInPython();
  const all: Instance[] = [];
  const start = async (deployment: Awaited<ReturnType<Bench['product']>>) => {
    const instance = await startInstance({ deployment, host: 'functions-framework', firestoreHost });
    all.push(instance);
    return instance;
  };
  try {
    const product = await start(await bench.product());
    const peer = await start(await bench.guide());
    const other = python === undefined ? [] : [{ label: python.label, instance: await start(python) }];
    return await use({
      all,
      take: (figure) => ({
        product: () => figure(product),
        peer: () => figure(peer),
        others: other.map(({ label, instance }) => ({ peer: label, take: () => figure(instance) })),
      }),
    });
  } finally {
    for (const instance of all) await instance.stop();
  }
}

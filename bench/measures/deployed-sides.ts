import type { Bench } from '../bench';
import type { Sides } from '../by-turns';
import type { Deployment, Host } from '../deployed/deployment';
import { type Instance, startInstance } from '../deployed/instance';

/** The words for the peer of most rows. */
export const GUIDE = "guide's pattern";

/** Takes a figure of a deployment. */
export type OfDeployment = (deployment: Deployment) => Promise<number>;

/** The three sides, each with the same figure taken of its deployment. */
export async function deployedSides(bench: Bench, take: OfDeployment): Promise<Sides> {
  const [product, guide] = [await bench.product(), await bench.guide()];
  const python = await bench.guideInPython();
  return {
    product: () => take(product),
    peer: () => take(guide),
    others: python === undefined ? [] : [{ peer: python.label, take: () => take(python) }],
  };
}

/** Takes a figure of an instance that was started for it. */
export async function withInstance<T>(
  bench: Bench,
  { deployment, host }: { readonly deployment: Deployment; readonly host: Host },
  take: (instance: Instance) => Promise<T> | T,
): Promise<T> {
  const { host: firestoreHost } = await bench.emulator();
  const instance = await startInstance({ deployment, host, firestoreHost });
  try {
    return await take(instance);
  } finally {
    await instance.stop();
  }
}

import type { Bench } from '../bench';
import { byTurns } from '../by-turns';
import { deliver, scheduledRun } from '../deployed/deliveries';
import { type Instance, startInstance } from '../deployed/instance';
import type { Figures, Measure } from '../measure';
import { type CountingProxy, countGrpcCalls, countHttpRequests } from '../wire/counting-proxy';
import { GUIDE } from './deployed-sides';

const ROUNDS = { full: 5, quick: 3, smoke: 1 };

/** What a run costs at the store, counted on the wire. */
export const firstDelivery: Measure = {
  name: 'round-trips',
  what: 'store round trips of a first delivery',
  peer: GUIDE,
  unit: 'requests',
  target: { kind: 'at most', ratio: 0.5 },
  run: (bench) => countDeliveries(bench, 0),
};

/** What a second delivery of a completed run costs. */
export const duplicate: Measure = {
  name: 'round-trips-duplicate',
  what: 'store round trips of a duplicate of a completed run',
  peer: GUIDE,
  unit: 'requests',
  target: { kind: 'at most', ratio: 1 },
  run: (bench) => countDeliveries(bench, 1),
};

/** An instance whose requests to the store are counted. */
export interface CountedInstance extends Instance {
  readonly store: CountingProxy;
}

/** Starts both sides behind counting proxies, and gives them to whoever counts. */
export async function withCountedInstances<T>(
  bench: Bench,
  count: (sides: { readonly product: CountedInstance; readonly peer: CountedInstance }) => Promise<T>,
): Promise<T> {
  const { host } = await bench.emulator();
  const ends: (() => Promise<void>)[] = [];
  const start = async (deployment: Awaited<ReturnType<Bench['product']>>, store: CountingProxy) => {
    ends.unshift(() => store.stop());
    const options = { deployment, host: 'functions-framework', firestoreHost: store.host } as const;
    const instance = await startInstance(options);
    ends.unshift(() => instance.stop());
    return { ...instance, store };
  };
  try {
    const product = await start(await bench.product(), await countHttpRequests(host));
    const peer = await start(await bench.guide(), await countGrpcCalls(host));
    return await count({ product, peer });
  } finally {
    for (const end of ends) await end();
  }
}

/** The requests of the delivery of a run that was delivered a number of times before. */
function countDeliveries(bench: Bench, before: number): Promise<Figures> {
  const requestsOf = async ({ url, store }: CountedInstance) => {
    const headers = scheduledRun();
    let atFirst = store.count();
    for (let delivery = 0; delivery <= before; delivery += 1) {
      atFirst = store.count();
      const answer = await deliver({ url, headers });
      if (answer !== 200) throw new Error(`a delivery was answered ${answer}`);
    }
    return store.count() - atFirst;
  };
  return withCountedInstances(bench, ({ product, peer }) =>
    byTurns(bench, ROUNDS[bench.scale], {
      product: () => requestsOf(product),
      peer: () => requestsOf(peer),
    }),
  );
}

import type { Bench } from './bench';
import type { Figures } from './measure';

/** What takes one figure of one side. */
export type TakeFigure = () => Promise<number>;

/** The sides of a comparison. */
export interface Sides {
  readonly product: TakeFigure;
  readonly peer: TakeFigure;
  readonly others?: readonly { readonly peer: string; readonly take: TakeFigure }[];
}

/** Takes figures of the sides by turns, so that what else the machine does meets them all alike. */
export async function byTurns({ progress }: Bench, rounds: number, sides: Sides): Promise<Figures> {
  const product: number[] = [];
  const peer: number[] = [];
  const others = (sides.others ?? []).map(({ peer, take }) => ({ peer, take, figures: [] as number[] }));
  for (let round = 1; round <= rounds; round += 1) {
    progress.live(`round ${round} of ${rounds}`);
    product.push(await sides.product());
    peer.push(await sides.peer());
    for (const { take, figures } of others) figures.push(await take());
  }
  return { product, peer, others: others.map(({ peer, figures }) => ({ peer, figures })) };
}

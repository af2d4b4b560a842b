import type { Figures, Target } from './measure';

/** What the figures of a row come to. */
export interface Summary {
  /** Medians. */
  readonly product: number;
  readonly peer: number;
  readonly others: readonly { readonly peer: string; readonly median: number }[];
  /** Median of the product by median of the peer. */
  readonly ratio: number;
  /** The lowest and the highest ratio of two figures that were taken one after the other. */
  readonly spread: { readonly from: number; readonly to: number };
  /** How many figures there are of each side. */
  readonly rounds: number;
}

/** The middle one of some figures, or the mean of the two in the middle; `NaN` of none. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + above) / 2 : above;
}

/** Sums up the figures of a row. */
export function summarize({ product, peer, others = [] }: Figures): Summary {
  const ratios = product.map((figure, round) => figure / (peer[round] ?? Number.NaN));
  const medians = { product: median(product), peer: median(peer) };
  return {
    ...medians,
    others: others.map(({ peer, figures }) => ({ peer, median: median(figures) })),
    ratio: medians.product / medians.peer,
    spread: { from: Math.min(...ratios), to: Math.max(...ratios) },
    rounds: product.length,
  };
}

/** Whether a ratio is what was aimed at. */
export function meets(ratio: number, target: Target): boolean {
  return target.kind === 'at most' ? ratio <= target.ratio : ratio >= target.ratio;
}

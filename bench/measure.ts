import type { Bench } from './bench';
import type { Plot } from './plot/line-plot';

/** What a figure counts, as it is printed after it. */
export type Unit = 'ms' | 'MB' | 'requests' | 'runs/s' | 'handles';

/** What the ratio of a row is to be: product by peer. */
export type Target =
  | { readonly kind: 'at most'; readonly ratio: number }
  | { readonly kind: 'at least'; readonly ratio: number };

/** One row of the table. */
export interface Measure {
  /** For `--row`: lower-case words with dashes. */
  readonly name: string;
  /** What is measured. */
  readonly what: string;
  /** What it is compared with. */
  readonly peer: string;
  readonly unit: Unit;
  readonly target: Target;
  /** Takes minutes, so it is left out unless it is asked for, and of the README's table in any case. */
  readonly isLong?: boolean;
  /** Takes the figures; throws {@link CannotBeMeasured} where this machine lacks what it takes. */
  run(bench: Bench): Promise<Figures>;
}

/** Figures of both sides that were taken by turns: those at the same place belong together. */
export interface Figures {
  readonly product: readonly number[];
  readonly peer: readonly number[];
  /** Further peers, where they can be had. */
  readonly others?: readonly { readonly peer: string; readonly figures: readonly number[] }[];
  /** A picture, where growth is the point. */
  readonly plot?: Plot;
}

/** This machine lacks something that a row needs. */
export class CannotBeMeasured extends Error {
  override readonly name = 'CannotBeMeasured';
}

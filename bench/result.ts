import type { Figures, Measure } from './measure';
import type { Summary } from './statistics';

/** A row with what was found, or why nothing was. */
export type Result = { readonly measure: Measure } & (
  | { readonly kind: 'measured'; readonly figures: Figures; readonly summary: Summary }
  | { readonly kind: 'not measured'; readonly reason: string }
);

/** What the figures were taken on. */
export interface Machine {
  /** Of the handlers. */
  readonly handlerNode: string;
  /** Of the synthesis. */
  readonly synthNode: string;
  readonly processors: string;
  readonly system: string;
}

import type { RunView } from './run-view';

/** What must hold of every history, and how to find what breaks it: a sentence for each. */
export interface Property {
  readonly name: string;
  problems(view: RunView): readonly string[];
}

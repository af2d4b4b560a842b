import type { Problem } from '../problem';

/** What became of one rule. */
export interface RuleResult {
  /** `I1` to `I6`, or `values` and `schedule`, which have no number. */
  readonly rule: string;
  /** The rule as a sentence. */
  readonly text: string;
  /** `warns`: the job may be meant so. `skipped`: a value is known only at deploy time, or unusable. */
  readonly state: 'holds' | 'fails' | 'warns' | 'skipped';
  /** Why it is skipped, or what to think about. */
  readonly note?: string;
  /** In the words of the job's user; none unless the rule fails. */
  readonly problems: readonly Problem[];
}

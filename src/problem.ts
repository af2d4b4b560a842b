/** Something that is wrong with what the user gave. Pure modules return problems and never throw for input. */
export interface Problem {
  /** The prop as the user typed it, such as `retryConfig.retryCount`. */
  readonly prop: string;
  /** The rule, with its unit and both ends: `be between 0 and 5`. */
  readonly must: string;
  /** The value as the user would recognise it. */
  readonly got: string;
  /** The smallest change that satisfies the rule, with its number. */
  readonly fix?: string;
}

/** `retryConfig.retryCount must be between 0 and 5, got 9: lower it to 5`. */
export function describeProblem(problem: Problem): string {
  const fix = problem.fix === undefined ? '' : `: ${problem.fix}`;
  return `${problem.prop} must ${problem.must}, got ${problem.got}${fix}`;
}

import { describeProblem, type Problem } from './problem';

const BRAND = Symbol.for('cdktf-deduped-scheduler.ConfigurationError');

/**
 * Thrown at synth with every configuration problem of a construct at once, before any child exists.
 *
 * The simulator throws it for a search that it cannot carry out, before anything runs.
 *
 * @example
 * billing/NightlyInvoices has 2 configuration problems
 *   - retryConfig.retryCount must be between 0 and 5, got 9: lower it to 5
 *   - lease must be at least attemptDeadline + margin (180 s + 10 s = 190 s), got 120 s: raise it to 190 s
 */
export class ConfigurationError extends Error {
  readonly problems: readonly Problem[];

  /** @param path the construct's path; a value class has none, and names only the problems */
  constructor(problems: readonly Problem[], path?: string) {
    super(path === undefined ? problems.map(describeProblem).join('\n') : list(problems, path));
    this.name = 'ConfigurationError';
    this.problems = problems;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Recognises instances of every copy of this class. */
  static is(value: unknown): value is ConfigurationError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

/** Throws the one error of a construct, if there is any problem. */
export function throwProblems(problems: readonly Problem[], path: string): void {
  if (problems.length > 0) throw new ConfigurationError(problems, path);
}

function list(problems: readonly Problem[], path: string): string {
  const count =
    problems.length === 1 ? '1 configuration problem' : `${problems.length} configuration problems`;
  return [`${path} has ${count}`, ...problems.map((problem) => `  - ${describeProblem(problem)}`)].join('\n');
}

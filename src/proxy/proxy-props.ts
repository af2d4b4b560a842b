import { literalBooleanProblems, objectProblems, projectProblems, shown, unknownProps } from '../checks';
import { ConfigurationError } from '../configuration-error';
import type { Problem } from '../problem';
import { endpointProblems } from './endpoint-problems';

/** What every proxy of a Google API takes. */
export interface GoogleApiProps {
  /**
   * The project of what is called.
   *
   * @default - the handler's project
   */
  readonly project?: string;
  /**
   * Where the API is asked, `https://HOST` below `googleapis.com` without a path: for private endpoints; for tests,
   * `http://` on loopback.
   *
   * @default - the API's public endpoint
   */
  readonly endpoint?: string;
}

/** What every proxy takes that starts something. */
export interface StartingProps extends GoogleApiProps {
  /**
   * Whether an attempt waits for the end of what it started and reports that as its own outcome. It waits no longer
   * than its deadline, at most 30 minutes; the next attempt waits on. The six attempts of a default job wait 16.5
   * minutes in all, in about 20; then the run has failed, and what was started goes on. `false` reports the start: what
   * is started may then take as long as its own API allows.
   *
   * @default false
   */
  readonly waitForCompletion?: boolean;
}

const GOOGLE_API_PROPS = ['project', 'endpoint'];

/** Every problem of the props that proxies of Google APIs share. */
export function googleApiProblems(props: GoogleApiProps, own: readonly string[]): Problem[] {
  return [
    ...unknownProps(props, [...own, ...GOOGLE_API_PROPS]),
    ...projectProblems('project', props.project),
    ...endpointProblems(props.endpoint),
  ];
}

/** Every problem of the props that proxies share that start something. */
export function startingProblems(props: StartingProps, own: readonly string[]): Problem[] {
  return [
    ...googleApiProblems(props, [...own, 'waitForCompletion']),
    ...literalBooleanProblems('waitForCompletion', props.waitForCompletion),
  ];
}

/**
 * Checks the props of built-in job logic, which no construct is there for yet.
 *
 * @param factory as the user typed it
 * @throws ConfigurationError with every problem at once
 */
export function checkProps<P extends object>(
  factory: string,
  props: P,
  problemsOf: (props: P) => Problem[],
): void {
  const missing = objectProblems('props', props);
  const problems = missing.length > 0 ? missing : problemsOf(props);
  if (problems.length > 0) throw new ConfigurationError(problems, factory);
}

/** A name that is compared with other names at synth. */
export function literalNameProblems(
  prop: string,
  name: unknown,
  rule: { readonly pattern: RegExp; readonly must: string; readonly fix?: string },
): Problem[] {
  if (name === undefined || (typeof name === 'string' && rule.pattern.test(name))) return [];
  return [{ prop, must: rule.must, got: shown(name), fix: rule.fix }];
}

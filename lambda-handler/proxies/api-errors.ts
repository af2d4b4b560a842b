import type { ProxyKind } from '../../src/contract/proxies';
import { PROXY_ACCESS } from '../../src/contract/proxy-permissions';
import { PermanentFailure } from '../permanent-failure';
import type { Fault } from './google-api';

/** What a call was about, for people. */
export interface Target {
  readonly kind: Exclude<ProxyKind, 'http'>;
  /** Such as `the workflow europe-west1/close-books`. */
  readonly name: string;
  readonly project: string;
  /** What else has to be granted, as in `iam.serviceAccounts.actAs on …`. */
  readonly alsoNeeds?: string;
}

/** Statuses that say that the same request never succeeds. */
const FINAL: ReadonlySet<string> = new Set([
  'FAILED_PRECONDITION',
  'INVALID_ARGUMENT',
  'NOT_FOUND',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
]);

/**
 * Statuses that say that the request was turned away before it had an effect, and may succeed later.
 *
 * `ABORTED` and `ALREADY_EXISTS` are both HTTP 409, and three of the final ones are 400: the status tells, not the code.
 */
const NOT_DONE: ReadonlySet<string> = new Set([
  // A conflict with another request of the same moment: the transaction that would have started something was undone.
  'ABORTED',
  // What it would have made bears a name that is taken, so it was not made.
  'ALREADY_EXISTS',
  // Who asks, and whether they may, is decided before anything is done.
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
  // A quota is taken from before the work.
  'RESOURCE_EXHAUSTED',
]);

/**
 * What job logic throws for a fault after which nothing was done: final, or for the next attempt to try again.
 *
 * `undefined` where that is open: there was no answer, or the error says that the request may have had its effect, as
 * `UNAVAILABLE`, `INTERNAL`, `DEADLINE_EXCEEDED`, `UNKNOWN` and every status that is not known here do.
 *
 * @see https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
 */
export function definiteError(doing: string, fault: Fault, target: Target): Error | undefined {
  switch (fault.kind) {
    case 'unanswered':
      return undefined;
    case 'unsent':
      return new Error(`${doing} was not asked for of ${target.name}: there is no access token`, {
        cause: fault.cause,
      });
    case 'refused': {
      const { status, message } = fault.error;
      const text = `${doing} was refused for ${target.name} (${status}: ${message})`;
      if (FINAL.has(status)) return new PermanentFailure(text);
      if (status === 'PERMISSION_DENIED') return new Error(`${text}: ${grantAdvice(target)}`);
      return NOT_DONE.has(status) ? new Error(text) : undefined;
    }
  }
}

/** What a person does after `PERMISSION_DENIED`. A grant takes minutes to spread, so the attempt may be tried again. */
export function grantAdvice({ kind, name, project, alsoNeeds }: Target): string {
  const { role, permissions, on } = PROXY_ACCESS[kind];
  const what = role ?? `a role with ${permissions.join(', ')}`;
  const where = on === 'project' ? `the project ${project}` : name;
  const also = alsoNeeds === undefined ? '' : ` and ${alsoNeeds}`;
  return `grant ${what} on ${where}${also} to the account that the handler runs as; grants take minutes to spread`;
}

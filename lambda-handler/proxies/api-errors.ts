import type { ProxyKind } from '../../src/contract/proxies';
import { PROXY_ACCESS } from '../../src/contract/proxy-permissions';
import { PermanentFailure } from '../permanent-failure';
import type { ApiError } from '../stores/store-errors';

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
 * Two of them are HTTP 409, and two HTTP codes are both 400 and 409 among all: only the status tells them apart.
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
 * Whether an error leaves open if the request had its effect: `UNAVAILABLE`, `INTERNAL`, `DEADLINE_EXCEEDED`,
 * `UNKNOWN`, and each status that is not known here.
 *
 * @see https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
 */
export function isAmbiguous({ status }: ApiError): boolean {
  return !FINAL.has(status) && !NOT_DONE.has(status);
}

/** What job logic throws for an error that is not ambiguous: final, or for the next attempt to try again. */
export function refusal(doing: string, error: ApiError, target: Target): Error {
  const { status, message } = error;
  const text = `${doing} was refused for ${target.name} (${status}: ${message})`;
  if (FINAL.has(status)) return new PermanentFailure(text);
  if (status === 'PERMISSION_DENIED') return new Error(`${text}: ${advice(target)}`);
  return new Error(text);
}

/** A grant takes minutes to spread, which is why the attempt may be tried again. */
function advice({ kind, name, project, alsoNeeds }: Target): string {
  const { role, permissions, on } = PROXY_ACCESS[kind];
  const what = role ?? `a role with ${permissions.join(', ')}`;
  const where = on === 'project' ? `the project ${project}` : name;
  const also = alsoNeeds === undefined ? '' : ` and ${alsoNeeds}`;
  return `grant ${what} on ${where}${also} to the account that the handler runs as; grants take minutes to spread`;
}

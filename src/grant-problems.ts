import { objectProblems, providerProblems, requiredProblems } from './checks';
import { requiredMemberProblems } from './member';
import type { Problem } from './problem';

/** What every grant is given. */
interface GivenGrant {
  readonly scope: unknown;
  readonly member: unknown;
  readonly provider?: unknown;
}

/** Every problem of who is granted the records. */
export function granteeProblems(grantee: GivenGrant): Problem[] {
  const missing = objectProblems('grantee', grantee, 'give scope and member');
  return missing.length > 0 ? missing : givenProblems(grantee);
}

/** Every problem of who is granted the invocation. */
export function invokerProblems(invoker: GivenGrant & { readonly id: unknown }): Problem[] {
  const missing = objectProblems('invoker', invoker, 'give scope, id and member');
  if (missing.length > 0) return missing;
  const fix = "write id: 'DeployerInvokes' or what the grant is for";
  return [...requiredProblems('id', invoker.id, fix), ...givenProblems(invoker)];
}

function givenProblems({ scope, member, provider }: GivenGrant): Problem[] {
  return [
    ...requiredProblems('scope', scope, 'give the construct that the grant is to be in'),
    ...requiredMemberProblems('member', member),
    ...providerProblems(provider),
  ];
}

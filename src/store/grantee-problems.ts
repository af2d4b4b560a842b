import { objectProblems, providerProblems, requiredProblems } from '../checks';
import { throwProblems } from '../configuration-error';
import { requiredMemberProblems } from '../member';
import type { Grantee } from './dedup-store';

/**
 * Checks who is granted access.
 *
 * @param path of the store
 * @throws ConfigurationError with every problem at once
 */
export function checkGrantee(grantee: Grantee, path: string): void {
  const missing = objectProblems('grantee', grantee, 'give scope and member');
  const problems =
    missing.length > 0
      ? missing
      : [
          ...requiredProblems('scope', grantee.scope, 'give the construct that the grant is to be in'),
          ...requiredMemberProblems('member', grantee.member),
          ...providerProblems(grantee.provider),
        ];
  throwProblems(problems, `${path}.grantReadWrite`);
}

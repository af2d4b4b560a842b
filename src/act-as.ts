import { ServiceAccountIamMember } from '@cdktf/provider-google/lib/service-account-iam-member';
import type { TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import type { Account } from './account';
import type { RequiredGrant } from './grants';

const ROLE = 'roles/iam.serviceAccountUser';

/** Who may act as which account: whoever deploys has to, for each account that a resource runs as. */
export interface ActAs {
  readonly account: Account;
  /** As IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  readonly provider: TerraformProvider | undefined;
}

/** What {@link makeActAs} grants. */
export function actAsGrant({ account, member }: Pick<ActAs, 'account' | 'member'>): RequiredGrant {
  return { role: ROLE, member, on: `the service account ${account.label}` };
}

/** Grants it on the account alone. */
export function makeActAs(
  scope: Construct,
  id: string,
  { account, member, provider }: ActAs,
): ServiceAccountIamMember {
  return new ServiceAccountIamMember(scope, id, {
    provider,
    serviceAccountId: account.name,
    role: ROLE,
    member,
  });
}

import { SecretManagerSecretIamMember } from '@cdktf/provider-google/lib/secret-manager-secret-iam-member';
import { type ITerraformDependable, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { Grants } from '../grants';
import type { HandlerProps } from './handler-props';

const ROLE = 'roles/secretmanager.secretAccessor';

/** Who reads the secrets, and where the grants are made. */
export interface SecretReader {
  readonly scope: Construct;
  /** As IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  readonly grants: Grants;
}

/** Grants access to each secret of a handler once, however many variables hold it. */
export function grantSecrets(
  { scope, member, grants }: SecretReader,
  { secrets, project, provider }: HandlerProps,
): ITerraformDependable[] {
  const names = [...new Set(Object.values(secrets ?? {}).map(({ secret }) => secret))];
  return names.flatMap((secretId, index) => {
    const id = `SecretAccess-${Token.isUnresolved(secretId) ? index : secretId}`;
    const grant = { role: ROLE, member, on: `the secret ${secretId}` };
    return grants.need(
      grant,
      () => new SecretManagerSecretIamMember(scope, id, { provider, project, secretId, role: ROLE, member }),
    );
  });
}

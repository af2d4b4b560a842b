import { createHash } from 'node:crypto';
import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import type { ServiceAccountIamMember } from '@cdktf/provider-google/lib/service-account-iam-member';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import { type Account, newAccount } from '../account';
import { makeActAs } from '../act-as';
import { type GrantMode, Grants, type RequiredGrant } from '../grants';
import { providerPart, stackSingleton } from '../stack-singleton';

/** Whose the account is, and who grants it its role. */
export interface BuildAccountProps {
  /** The project as given, if it was. */
  readonly project?: string;
  readonly provider?: TerraformProvider;
  /** @default 'managed' */
  readonly grants?: GrantMode;
  /** What must exist before the account. */
  readonly dependsOn?: ITerraformDependable[];
}

/**
 * The account under which Cloud Build builds a stack's handlers, once per stack.
 *
 * Its role is on the project: a build reads the service's own copy of the archive and writes to the
 * repository that the service makes, and neither exists before the first build.
 *
 * @see https://cloud.google.com/functions/docs/securing/build-custom-sa
 */
export class BuildAccount extends Construct {
  static forStack(scope: Construct, props: BuildAccountProps): BuildAccount {
    const { project, provider, grants } = props;
    const apart = [project, providerPart(provider), grants === 'none' ? 'ungranted' : undefined];
    return stackSingleton(scope, 'DedupBuild', apart, (stack, id) => new BuildAccount(stack, id, props));
  }

  readonly account: Account;
  /** The project id; a token of the account where none was given. */
  readonly project: string;
  readonly requiredGrants: readonly RequiredGrant[];
  readonly dependencies: readonly ITerraformDependable[];

  private readonly props: BuildAccountProps;

  private constructor(scope: Construct, id: string, props: BuildAccountProps) {
    super(scope, id);
    const { project, provider, dependsOn } = props;
    this.account = newAccount(this, 'Account', {
      project,
      provider,
      dependsOn,
      displayName: 'Builds the handlers of scheduled jobs',
    });
    this.project = project ?? (this.account.project as string);
    const grants = new Grants(props.grants ?? 'managed');
    const grant = buildGrant(this.account, this.project);
    this.dependencies = grants.need(
      grant,
      () =>
        new ProjectIamMember(this, 'RunBuilder', {
          provider,
          project: this.project,
          role: grant.role,
          member: grant.member,
        }),
    );
    this.requiredGrants = grants.required;
    this.props = props;
  }

  /** Allows somebody to act as the account: once, however many handlers ask for it. */
  letActAs(member: string): ITerraformDependable {
    const id = `ActAs-${createHash('sha256').update(member).digest('hex').slice(0, 8)}`;
    const made = this.node.tryFindChild(id) as ServiceAccountIamMember | undefined;
    return made ?? makeActAs(this, id, { account: this.account, member, provider: this.props.provider });
  }
}

/** What an account needs to build handlers, one that was given too. */
export function buildGrant(account: Account, project: string): RequiredGrant {
  return { role: 'roles/run.builder', member: account.member, on: `project ${project}` };
}

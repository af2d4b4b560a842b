import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import { resourceName } from '../resource-name';
import { MAX_ACCOUNT_ID_LENGTH } from '../service-account-id';
import { stackSingleton } from '../stack-singleton';

/** Whose the account is. */
export interface BuildAccountProps {
  /** The project as given, if it was. */
  readonly project?: string;
  readonly provider?: TerraformProvider;
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
    return stackSingleton(
      scope,
      'DedupBuild',
      [props.project],
      (stack, id) => new BuildAccount(stack, id, props),
    );
  }

  readonly account: ServiceAccount;
  readonly dependencies: readonly ITerraformDependable[];

  private constructor(scope: Construct, id: string, props: BuildAccountProps) {
    super(scope, id);
    this.account = new ServiceAccount(this, 'Account', {
      provider: props.provider,
      project: props.project,
      accountId: resourceName(this, { maxLength: MAX_ACCOUNT_ID_LENGTH }),
      displayName: 'Builds the handlers of scheduled jobs',
    });
    const grant = new ProjectIamMember(this, 'RunBuilder', {
      provider: props.provider,
      project: props.project ?? this.account.project,
      role: 'roles/run.builder',
      member: this.account.member,
    });
    this.dependencies = [grant];
  }
}

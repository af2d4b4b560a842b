import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { StoreLocation } from '../contract/environment';
import type { RequiredGrant } from '../grants';

/**
 * Who is granted access.
 *
 * The grant is made in the grantee's scope, so that stacks do not depend on each other in a circle.
 */
export interface Grantee {
  readonly scope: IConstruct;
  /**
   * The id of the grant in that scope, where it holds several.
   *
   * @default 'StoreAccess'
   */
  readonly id?: string;
  /** The member as IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  /**
   * The project id that a resource of the grantee's tells, where its project was left to the provider.
   *
   * @default - none: the project is taken from the store
   */
  readonly providersProject?: string;
  /** @default - the provider of the grantee's stack */
  readonly provider?: TerraformProvider;
}

/** Where the runs of one or many jobs are recorded. */
export interface IDedupStore extends IConstruct {
  /** Where the handler finds the records. */
  readonly location: StoreLocation;
  /** The project as given, if it was. */
  readonly givenProject: string | undefined;
  /** What must exist before a handler uses the store. */
  readonly dependencies: readonly ITerraformDependable[];
  /** What an account needs to read and write the records, and nothing else of the project. */
  requiredGrant(grantee: Grantee): RequiredGrant;
  /**
   * Makes that grant.
   *
   * @throws ConfigurationError where the member is everybody, or none that IAM knows
   */
  grantReadWrite(grantee: Grantee): ITerraformDependable;
}

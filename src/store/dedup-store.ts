import type { ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { StoreLocation } from '../contract/environment';

/** Who is granted access: the grant is made in the grantee's scope, so that stacks do not depend in a circle. */
export interface Grantee {
  readonly scope: IConstruct;
  /** The member as IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  /** The project id of the account; a token where none was given. */
  readonly project: string;
  /** Whether the grantee's project was given, or is its provider's default. */
  readonly projectIsGiven: boolean;
}

/** Where the runs of one or many jobs are recorded. */
export interface IDedupStore extends IConstruct {
  /** Where the handler finds the records. */
  readonly location: StoreLocation;
  /** What must exist before a handler uses the store. */
  readonly dependencies: readonly ITerraformDependable[];
  /** Lets an account read and write the records, and nothing else of the project. */
  grantReadWrite(grantee: Grantee): ITerraformDependable;
}

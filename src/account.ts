import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { dependsOn } from './depends-on';
import { resourceName } from './resource-name';

/** @see https://cloud.google.com/iam/docs/service-accounts-create */
const MAX_ID_LENGTH = 30;

/** A service account, made here or given by its e-mail. */
export interface Account {
  readonly email: string;
  /** What a person knows it by: its e-mail, or its id where the rest is known only at deploy time. */
  readonly label: string;
  /** As IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  /** Its id among all resources: `projects/P/serviceAccounts/E-MAIL`. */
  readonly name: string;
  /** The project id that the account's resource tells; `undefined` where the account was given. */
  readonly project: string | undefined;
  /** The Terraform resource, where the account was made here. */
  readonly resource: ServiceAccount | undefined;
}

/** How an account is made. */
export interface NewAccount {
  readonly project: string | undefined;
  readonly provider: TerraformProvider | undefined;
  /** Tells the accounts of one construct apart in their names. */
  readonly role?: string;
  readonly displayName: string;
  readonly dependsOn?: ITerraformDependable[];
}

/** Makes an account that is named after a construct. */
export function newAccount(scope: Construct, id: string, props: NewAccount): Account {
  const resource = new ServiceAccount(scope, id, {
    provider: props.provider,
    project: props.project,
    accountId: resourceName(scope, { maxLength: MAX_ID_LENGTH, role: props.role }),
    displayName: props.displayName.slice(0, 100),
    dependsOn: dependsOn(scope, props.dependsOn ?? []),
  });
  const { email, member, name, project } = resource;
  return { email, label: resource.accountIdInput as string, member, name, project, resource };
}

/** An account that exists. `-` stands for its project, which its e-mail tells. */
export function givenAccount(email: string): Account {
  return {
    email,
    label: email,
    member: `serviceAccount:${email}`,
    name: `projects/-/serviceAccounts/${email}`,
    project: undefined,
    resource: undefined,
  };
}

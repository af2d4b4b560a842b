import type { ProjectIamCustomRole } from '@cdktf/provider-google/lib/project-iam-custom-role';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { makeProjectRole, roleIdOf } from '../project-role';

/** How much of a database a handler may use. */
export type RecordAccess = 'datastore-user' | 'custom-role';

export const RECORD_ACCESS: readonly RecordAccess[] = ['datastore-user', 'custom-role'];

/**
 * What the handler does to records, and nothing else: `delete` takes back a claim that turned out to belong
 * to a forced run or to be too old.
 *
 * @see https://cloud.google.com/firestore/docs/security/iam
 */
const PERMISSIONS = [
  'datastore.entities.create',
  'datastore.entities.delete',
  'datastore.entities.get',
  'datastore.entities.update',
];

/** How the role is made. */
export interface NewRecordAccessRole {
  readonly project: string | undefined;
  readonly provider: TerraformProvider | undefined;
  readonly name: string;
  readonly dependsOn: readonly ITerraformDependable[];
}

/** A role of the project with just these permissions. */
export function makeRecordAccessRole(scope: Construct, props: NewRecordAccessRole): ProjectIamCustomRole {
  const { project, provider, name } = props;
  return makeProjectRole(scope, 'RecordAccess', {
    project,
    provider,
    roleId: roleIdOf(name),
    title: 'Records of scheduled runs',
    description: 'Claims and finishes scheduled runs in Firestore',
    permissions: PERMISSIONS,
    dependsOn: props.dependsOn,
  });
}

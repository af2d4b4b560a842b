import type { ProjectIamCustomRole } from '@cdktf/provider-google/lib/project-iam-custom-role';
import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import type { ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import { dependsOn } from '../depends-on';
import type { RequiredGrant } from '../grants';
import type { Grantee } from './dedup-store';

/** The database that is granted. */
export interface GrantedDatabase {
  readonly project: string;
  readonly database: string;
  /** A role other than the predefined one. */
  readonly role?: ProjectIamCustomRole;
}

const PREDEFINED_ROLE = 'roles/datastore.user';

/** Fixed for ever: a condition is replaced as a whole when a word of it changes. */
const TITLE = 'Records of scheduled runs';
const DESCRIPTION = 'Only the database that holds the records of scheduled runs';

/**
 * Access to one database. A database has no policy of its own, so the grant is on its project, on the
 * condition that the request is for this database.
 */
export function databaseGrant(grantee: Grantee, { project, database, role }: GrantedDatabase): RequiredGrant {
  return {
    role: role === undefined ? PREDEFINED_ROLE : roleName(role),
    member: grantee.member,
    on: `project ${project}`,
    condition: `resource.name == "projects/${project}/databases/${database}"`,
  };
}

/** Makes the grant in the grantee's scope. */
export function makeDatabaseGrant(grantee: Grantee, granted: GrantedDatabase): ITerraformDependable {
  const { role, member, condition } = databaseGrant(grantee, granted);
  const scope = grantee.scope as Construct;
  return new ProjectIamMember(scope, grantee.id ?? 'StoreAccess', {
    provider: grantee.provider,
    project: granted.project,
    role,
    member,
    condition: { title: TITLE, description: DESCRIPTION, expression: condition as string },
    dependsOn: dependsOn(scope, granted.role === undefined ? [] : [granted.role]),
  });
}

/** As IAM writes it, out of what was given: another stack can read that without the state of the role's. */
function roleName(role: ProjectIamCustomRole): string {
  return `projects/${role.projectInput ?? role.project}/roles/${role.roleIdInput}`;
}

import type { ProjectIamCustomRole } from '@cdktf/provider-google/lib/project-iam-custom-role';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { PROXY_ACCESS } from '../contract/proxy-permissions';
import type { Grants } from '../grants';
import { makeProjectRole, roleIdOf } from '../project-role';
import { resourceName } from '../resource-name';

/** Who is granted access, and where the grants are made. */
export interface AccessGrantee {
  readonly scope: Construct;
  /** As IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  /** The handler's project id, that of what is called unless it is given. */
  readonly project: string;
  readonly provider: TerraformProvider | undefined;
  readonly grants: Grants;
  /** What must exist before a role. */
  readonly dependsOn: readonly ITerraformDependable[];
}

/** The kinds that no predefined role fits. */
type RoleKind = 'cloud-run-job' | 'cloud-build-trigger';

/** A role of a project that holds just what a kind of built-in job logic does. */
export interface AccessRole {
  /** The id of its construct. */
  readonly id: string;
  readonly kind: RoleKind;
  readonly project: string;
  readonly roleId: string;
  /** As IAM writes it. */
  readonly name: string;
  readonly permissions: readonly string[];
}

const ROLES: Readonly<Record<RoleKind, { id: string; part: string; title: string; description: string }>> = {
  'cloud-run-job': {
    id: 'RunJobRole',
    part: 'run-job',
    title: 'Cloud Run jobs of scheduled runs',
    description: 'Starts a job with overrides and finds its executions',
  },
  'cloud-build-trigger': {
    id: 'RunTriggerRole',
    part: 'run-trigger',
    title: 'Cloud Build triggers of scheduled runs',
    description: 'Runs a trigger and finds its builds',
  },
};

/** The ids of roles have at most 64 characters. */
const MAX_ID_LENGTH = 64;

/**
 * The role of a kind, named after the grantee.
 *
 * @param elsewhere what tells a project other than the grantee's, which may turn out to be the same one: a token and
 * a literal are not known to be alike, and no project has two roles of one id
 */
export function accessRole(
  { scope }: AccessGrantee,
  kind: RoleKind,
  project: string,
  elsewhere: string,
): AccessRole {
  const { id, part } = ROLES[kind];
  const role = `${part}${elsewhere.replace(/[^A-Za-z0-9]+/g, '-')}`;
  const roleId = roleIdOf(resourceName(scope, { maxLength: MAX_ID_LENGTH, role }));
  const { permissions } = PROXY_ACCESS[kind];
  const name = `projects/${project}/roles/${roleId}`;
  return { id: `${id}${elsewhere}`, kind, project, roleId, name, permissions };
}

/** Makes the role, once for its project. */
export function makeAccessRole(
  { scope, provider, dependsOn: prerequisites }: AccessGrantee,
  { id, kind, project, roleId, permissions }: AccessRole,
): ProjectIamCustomRole {
  const { title, description } = ROLES[kind];
  const made = scope.node.tryFindChild(id) as ProjectIamCustomRole | undefined;
  return (
    made ??
    makeProjectRole(scope, id, {
      provider,
      project,
      roleId,
      title,
      description,
      permissions,
      dependsOn: prerequisites,
    })
  );
}

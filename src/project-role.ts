import { ProjectIamCustomRole } from '@cdktf/provider-google/lib/project-iam-custom-role';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { dependsOn } from './depends-on';

/** A role of a project that holds just the permissions that are used. */
export interface NewProjectRole {
  readonly project: string | undefined;
  readonly provider: TerraformProvider | undefined;
  readonly roleId: string;
  readonly title: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly dependsOn: readonly ITerraformDependable[];
}

/** The id of a role with this name: ids take letters, digits and underscores. */
export function roleIdOf(name: string): string {
  return name.replace(/-/g, '_');
}

/** Makes the role. */
export function makeProjectRole(scope: Construct, id: string, role: NewProjectRole): ProjectIamCustomRole {
  return new ProjectIamCustomRole(scope, id, {
    ...role,
    permissions: [...role.permissions],
    stage: 'GA',
    dependsOn: dependsOn(scope, role.dependsOn),
  });
}

import { TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { resourcesOf, type SynthesizedResource } from './resource-of';

/** A grant as the synthesized stack makes it. */
export interface SynthesizedGrant {
  /** The resource that makes it, such as `google_project_iam_member`. */
  readonly type: string;
  readonly role: string;
  /** As IAM writes it; an expression where the account is made in the stack. */
  readonly member: string;
  /** What the role is granted on: the attributes that say so, such as `{ project: 'acme-billing' }`. */
  readonly on: Readonly<Record<string, unknown>>;
  /** The condition in the Common Expression Language, where there is one. */
  readonly condition?: string;
}

const ADDITIVE_GRANT = /_iam_member$/;

/**
 * Every `_iam_member` below a construct, such as a job or a stack, in the order of their making.
 *
 * The accounts of what a job shares with others, such as the build account, are granted outside of the job.
 *
 * @example
 * expect(grantsOf(stack).map((grant) => grant.role)).not.toContain('roles/owner');
 */
export function grantsOf(scope: IConstruct): SynthesizedGrant[] {
  const read = resourcesOf(TerraformStack.of(scope));
  return scope.node
    .findAll()
    .filter((construct) => TerraformResource.isTerraformResource(construct))
    .filter(({ terraformResourceType }) => ADDITIVE_GRANT.test(terraformResourceType))
    .map((resource) => grantOf(resource.terraformResourceType, read(resource)));
}

function grantOf(type: string, resource: SynthesizedResource): SynthesizedGrant {
  const { role, member, condition, depends_on: _order, provider: _provider, ...on } = resource;
  return {
    type,
    role: role as string,
    member: member as string,
    on,
    ...(condition === undefined ? {} : { condition: (condition as { expression: string }).expression }),
  };
}

import type { ITerraformDependable } from 'cdktf';

/** Who makes the grants: this construct, or somebody who is told which are needed. */
export type GrantMode = 'managed' | 'none';

export const GRANT_MODES: readonly GrantMode[] = ['managed', 'none'];

/** A role that somebody needs on something, whether this app grants it or not. */
export interface RequiredGrant {
  readonly role: string;
  /** What the role holds, where it is one of the project's own. */
  readonly permissions?: readonly string[];
  /** As IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  /** What the role is granted on, such as `project acme-billing`. */
  readonly on: string;
  /** The condition in the Common Expression Language, where there is one. */
  readonly condition?: string;
}

/** Makes the grants of one construct, or only notes them. */
export class Grants {
  private readonly noted: RequiredGrant[] = [];

  constructor(readonly mode: GrantMode) {}

  /** What is needed, in the order in which it was asked for. */
  get required(): readonly RequiredGrant[] {
    return [...this.noted];
  }

  /** Notes a grant that is made elsewhere. */
  note(grant: RequiredGrant): void {
    this.noted.push(grant);
  }

  /** @returns what has to exist before the grant is used: nothing where somebody else makes it */
  need(grant: RequiredGrant, make: () => ITerraformDependable): ITerraformDependable[] {
    this.note(grant);
    return this.mode === 'managed' ? [make()] : [];
  }
}

/** `roles/run.builder for serviceAccount:… on project acme-billing` */
export function describeGrant({ role, permissions, member, on, condition }: RequiredGrant): string {
  const held = permissions === undefined ? '' : ` (${permissions.join(', ')})`;
  return `${role}${held} for ${member} on ${on}${condition === undefined ? '' : `, on condition ${condition}`}`;
}

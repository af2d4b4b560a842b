import { createHash } from 'node:crypto';
import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** The limits of a service's names, in characters. */
export interface NameLimits {
  readonly maxLength: number;
  /** Tells the names of several resources of one construct apart, such as `runtime`. */
  readonly role?: string;
}

const HASH_LENGTH = 8;

/**
 * The name of a construct's resource when the user gives none: a slug of the construct's address inside
 * its stack, the role, and a hash of its whole address: `nightly-invoices-1a2b3c4d`.
 *
 * Public contract: most names force a replacement when they change. It depends on nothing but the
 * construct's place in the tree, so it is stable over deploys and differs between two stacks. Lower-case
 * letters, digits and hyphens only, first a letter, at least 10 characters.
 */
export function resourceName(construct: IConstruct, limits: NameLimits): string {
  const hash = createHash('sha256').update(construct.node.path).digest('hex').slice(0, HASH_LENGTH);
  const role = limits.role === undefined ? '' : `-${limits.role}`;
  const room = limits.maxLength - role.length - HASH_LENGTH - 1;
  const slug = slugOf(addressInStack(construct)).slice(0, room).replace(/-+$/, '');
  return `${slug}${role}-${hash}`;
}

function addressInStack(construct: IConstruct): string[] {
  const stackDepth = TerraformStack.of(construct).node.scopes.length;
  return construct.node.scopes.slice(stackDepth).map((scope) => scope.node.id);
}

function slugOf(ids: readonly string[]): string {
  const slug = ids
    .join('-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()
    .replace(/^[^a-z]+|-+$/g, '');
  return slug === '' ? 'job' : slug;
}

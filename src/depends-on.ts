import type { ITerraformDependable } from 'cdktf';

/** What a resource waits for; nothing at all is written where it waits for nothing. */
export function dependsOn(dependencies: readonly ITerraformDependable[]): ITerraformDependable[] | undefined {
  return dependencies.length === 0 ? undefined : [...dependencies];
}

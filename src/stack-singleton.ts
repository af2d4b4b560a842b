import { type TerraformProvider, TerraformStack } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { idPart } from './id-part';

/**
 * Finds what a stack has once, or makes it: under a fixed id, so that a second job changes nothing of the
 * first.
 *
 * @param id the fixed part of the id, such as `DedupStore`
 * @param apart what tells two of them apart, such as the location; parts that were not given are left out
 */
export function stackSingleton<T extends IConstruct>(
  scope: Construct,
  id: string,
  apart: readonly (string | undefined)[],
  make: (stack: TerraformStack, id: string) => T,
): T {
  const stack = TerraformStack.of(scope);
  const parts = apart.filter((part) => part !== undefined).map((part) => idPart(stack, part));
  const fullId = [id, ...parts].join('-');
  return (stack.node.tryFindChild(fullId) as T | undefined) ?? make(stack, fullId);
}

/** What a provider adds to what tells two apart: its alias. The stack's own provider has none. */
export function providerPart(provider: TerraformProvider | undefined): string | undefined {
  return provider?.alias;
}

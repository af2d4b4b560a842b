import { type ITerraformDependable, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';

/**
 * What a resource waits for, for its `depends_on`; nothing at all is written where it waits for nothing.
 *
 * Terraform orders the resources of one stack. What is in another stack makes that whole stack a dependency:
 * it is deployed before and destroyed after.
 */
export function dependsOn(
  scope: Construct,
  dependencies: readonly ITerraformDependable[],
): ITerraformDependable[] | undefined {
  const stack = TerraformStack.of(scope);
  const ofStack = dependencies.filter((dependency) => {
    const other = Construct.isConstruct(dependency) ? TerraformStack.of(dependency) : stack;
    if (other !== stack) stack.addDependency(other);
    return other === stack;
  });
  return ofStack.length === 0 ? undefined : ofStack;
}

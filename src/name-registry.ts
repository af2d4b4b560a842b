import { type TerraformProvider, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { expressionOf } from './expression-of';
import type { Problem } from './problem';
import { providerPart } from './stack-singleton';

/** Something that Google tells apart by its name. */
export interface NamedResource {
  /** What it is: names of two kinds do not collide. */
  readonly kind: string;
  /** The prop that gives the name. */
  readonly prop: string;
  readonly name: string;
  /** The project as given; constructs that leave it open share their stack's. */
  readonly project: string | undefined;
  /** Two providers of a stack may be of two projects. */
  readonly provider: TerraformProvider | undefined;
  /** Where names of this kind are unique: none where it is the whole project. */
  readonly location?: string;
  /** @default - leave the name out */
  readonly fix?: string;
}

const namesOfApp = new WeakMap<IConstruct, Map<string, IConstruct>>();

/**
 * Enters a name into its app's register, or says which construct has it already.
 *
 * Two jobs of one name would claim the same runs, and each would take the other's for its own; of other
 * resources the second would fail to be made.
 */
export function registerName(construct: IConstruct, named: NamedResource): Problem[] {
  const names = namesOfApp.get(construct.node.root) ?? new Map<string, IConstruct>();
  namesOfApp.set(construct.node.root, names);
  const key = keyOf(construct, named);
  const other = names.get(key);
  // A construct that was refused has made nothing, and does not keep its name.
  if (other === undefined || other.node.children.length === 0) {
    names.set(key, construct);
    return [];
  }
  const place = named.location === undefined ? 'project' : 'project and region';
  return [
    {
      prop: named.prop,
      must: `differ from that of ${other.node.path}, which is in the same ${place}`,
      got: `'${named.name}'`,
      fix: named.fix ?? 'leave it out for a name from the place of the construct',
    },
  ];
}

function keyOf(construct: IConstruct, { kind, project, provider, location, name }: NamedResource): string {
  const stack = TerraformStack.of(construct);
  const scope = project ?? `the provider ${providerPart(provider) ?? ''} of ${stack.node.path}`;
  const parts = [kind, scope, location ?? '', name].map((part) =>
    Token.isUnresolved(part) ? `${stack.node.path} ${expressionOf(stack, part)}` : part,
  );
  return JSON.stringify(parts);
}

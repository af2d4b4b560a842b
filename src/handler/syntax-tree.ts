import type { AnyNode, Node } from 'acorn';

/** Whether any node of the tree satisfies the condition. */
export function someNode(root: Node, condition: (node: AnyNode) => boolean): boolean {
  if (condition(root as AnyNode)) return true;
  return childrenOf(root).some((child) => someNode(child, condition));
}

/** Whether a variable of this name is assigned after its declaration, in whatever scope. */
export function assigns(root: Node, name: string): boolean {
  return someNode(root, (node) => {
    if (node.type !== 'AssignmentExpression' || node.left.type === 'MemberExpression') return false;
    return someNode(node.left, (target) => target.type === 'Identifier' && target.name === name);
  });
}

/** The name of a property that is written out: `key`, `'key'` or `['key']`. */
export function propertyName(key: AnyNode, computed: boolean): string | undefined {
  if (key.type === 'Identifier' && !computed) return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

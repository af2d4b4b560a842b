import type { AnyNode, Expression, Program } from 'acorn';
import { notCallable } from './default-export';
import { propertyName, someNode } from './syntax-tree';

/** What a module exports by default, as far as its text says. */
export type CommonJsDefault =
  | { readonly kind: 'none' }
  | { readonly kind: 'not-callable'; readonly noun: string }
  | { readonly kind: 'possible' };

/**
 * Looks for the default export of a CommonJS module: `module.exports = …`, `exports.default = …`, or a helper
 * of a compiler that is handed `exports` and the name `default`.
 *
 * @param program the module's own text, without what it requires
 */
export function commonJsDefault(program: Program): CommonJsDefault {
  const nouns: (string | undefined)[] = [];
  let isHandedOver = false;
  someNode(program, (node) => {
    if (node.type === 'AssignmentExpression' && isDefaultTarget(node.left)) {
      nouns.push(notCallableValue(node.right, program));
    }
    isHandedOver ||= handsOverDefault(node);
    return false;
  });
  if (isHandedOver || nouns.includes(undefined)) return { kind: 'possible' };
  const noun = nouns.at(-1);
  return noun === undefined ? { kind: 'none' } : { kind: 'not-callable', noun };
}

function notCallableValue(value: Expression, program: Program): string | undefined {
  const mayHoldDefault =
    value.type === 'ObjectExpression' &&
    value.properties.some(
      (entry) => entry.type === 'SpreadElement' || propertyName(entry.key, entry.computed) === 'default',
    );
  return mayHoldDefault ? undefined : notCallable(value, program);
}

function isDefaultTarget(target: AnyNode): boolean {
  if (isModuleExports(target)) return true;
  return (
    target.type === 'MemberExpression' &&
    isExports(target.object) &&
    propertyName(target.property, target.computed) === 'default'
  );
}

function handsOverDefault(node: AnyNode): boolean {
  if (node.type !== 'CallExpression' || !node.arguments.some(isExports)) return false;
  return node.arguments.some((argument) => someNode(argument, isNamedDefault));
}

function isNamedDefault(node: AnyNode): boolean {
  return (node.type === 'Literal' && node.value === 'default') || isIdentifier(node, 'default');
}

function isExports(node: AnyNode): boolean {
  return isIdentifier(node, 'exports') || isModuleExports(node);
}

function isModuleExports(node: AnyNode): boolean {
  return (
    node.type === 'MemberExpression' &&
    isIdentifier(node.object, 'module') &&
    propertyName(node.property, node.computed) === 'exports'
  );
}

function isIdentifier(node: AnyNode, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

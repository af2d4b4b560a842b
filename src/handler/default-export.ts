import type { Expression, ModuleDeclaration, Program, Statement } from 'acorn';
import { assigns } from './syntax-tree';

type Declaration = Statement | ModuleDeclaration;

/**
 * What a module's default export certainly is instead of a function, or `undefined` where it may be one.
 *
 * Code is read, never run: a call, an import or a variable that is assigned twice may hold a function, and
 * the handler looks again when it starts.
 *
 * @param program an ES module that esbuild printed: its default is always in an `export { name as default }`
 * @returns a noun with its article, such as `an object`
 */
export function notCallableDefault(program: Program): string | undefined {
  const local = localNameOfDefault(program);
  return local === undefined ? undefined : notCallableVariable(local, program, []);
}

/**
 * What the value of an expression certainly is instead of a function, or `undefined` where it may be one.
 *
 * @param program where the variables are declared that the expression names
 * @param followed the variables that led here, so that a circle of them ends
 */
export function notCallable(
  value: Expression,
  program: Program,
  followed: readonly string[] = [],
): string | undefined {
  switch (value.type) {
    case 'Literal':
      return nounOfLiteral(value.value, value.raw);
    case 'TemplateLiteral':
      return 'a string';
    case 'ArrayExpression':
      return 'an array';
    case 'ObjectExpression':
      return 'an object';
    case 'ClassExpression':
      return 'a class';
    case 'FunctionExpression':
      return value.generator ? 'a generator function' : undefined;
    case 'UnaryExpression':
      return value.operator === 'void' ? 'undefined' : 'the result of an operator';
    case 'BinaryExpression':
    case 'UpdateExpression':
      return 'the result of an operator';
    case 'Identifier':
      return value.name === 'undefined' ? 'undefined' : notCallableVariable(value.name, program, followed);
    default:
      return undefined;
  }
}

function nounOfLiteral(value: unknown, raw: string | undefined): string {
  if (raw === 'null') return 'null';
  return typeof value === 'object' ? 'a regular expression' : `a ${typeof value}`;
}

function localNameOfDefault(program: Program): string | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) continue;
    for (const { exported, local } of statement.specifiers) {
      if (exported.type === 'Identifier' && exported.name === 'default' && local.type === 'Identifier') {
        return local.name;
      }
    }
  }
  return undefined;
}

function notCallableVariable(
  name: string,
  program: Program,
  followed: readonly string[],
): string | undefined {
  const value = program.body.flatMap(declaredValues).find((declared) => declared.name === name)?.value;
  if (value === undefined || followed.includes(name) || assigns(program, name)) return undefined;
  if (value.type === 'ClassDeclaration') return 'a class';
  if (value.type === 'FunctionDeclaration') return value.generator ? 'a generator function' : undefined;
  return notCallable(value as Expression, program, [...followed, name]);
}

interface DeclaredValue {
  readonly name: string;
  readonly value: Declaration | Expression;
}

function declaredValues(statement: Declaration): DeclaredValue[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    return [{ name: statement.id.name, value: statement }];
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [{ name: id.name, value: init }] : [],
  );
}

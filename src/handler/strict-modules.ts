import { type AnyNode, parse, type VariableDeclarator } from 'acorn';

/** Text that takes the place of what stands from `start` to `end`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Has the ES modules of a bundle run in strict mode, as they are meant to, and leaves CommonJS modules as they are.
 *
 * esbuild puts both into one sloppy file: `this` is then the global object in a plain call, and a write to the
 * frozen run is ignored without a word. Here all of it goes into one strict function, but for the bodies of the
 * CommonJS modules. Those see the file's variables, so these are declared outside, too.
 *
 * @param bundle CommonJS by esbuild, with minified identifiers
 */
export function withStrictModules(bundle: string): string {
  const { body } = parse(bundle, { ecmaVersion: 'latest', sourceType: 'script' });
  const variables: string[] = [];
  const modules: string[] = [];
  const edits: Edit[] = [];
  let wrapper: string | undefined;
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue;
    const named = statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    // A pattern declares variables of ES modules; CommonJS sees only namespaces and functions of esbuild's.
    if (named.length < statement.declarations.length) continue;
    variables.push(...named);
    edits.push({ start: statement.start, end: statement.declarations[0]?.start ?? statement.end, text: '' });
    for (const declarator of statement.declarations) {
      if (wrapper === undefined && isCommonJsWrapper(declarator, bundle)) wrapper = named[0];
      const module = commonJsBody(declarator, wrapper);
      if (module === undefined) continue;
      const { start, end } = module;
      const name = `__commonJs${modules.length}`;
      modules.push(`var ${name}=${bundle.slice(start, end)};\n`);
      edits.push({ start, end, text: name });
    }
  }
  const outside = variables.length === 0 ? '' : `var ${variables.join()};\n${modules.join('')}`;
  return `${outside}(()=>{"use strict";\n${edited(bundle, edits)}})();\n`;
}

/** esbuild's own function that makes a module of its body: `(r,e)=>()=>{… r((e={exports:{}}).exports,e) …}`. */
function isCommonJsWrapper({ init }: VariableDeclarator, bundle: string): boolean {
  if (init?.type !== 'ArrowFunctionExpression' || init.params.length !== 2) return false;
  const text = bundle.slice(init.start, init.end).replace(/\s/g, '');
  return /\(\([\w$]+=\{exports:\{\}\}\)\.exports,[\w$]+\)/.test(text);
}

function commonJsBody({ init }: VariableDeclarator, wrapper: string | undefined): AnyNode | undefined {
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return undefined;
  return wrapper !== undefined && init.callee.name === wrapper ? init.arguments[0] : undefined;
}

function edited(text: string, edits: readonly Edit[]): string {
  let end = 0;
  let result = '';
  for (const edit of edits) {
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}

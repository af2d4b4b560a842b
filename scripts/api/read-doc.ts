import ts from 'typescript';
import type { Doc } from './api-model';

/** The docstring of a declaration; of several, such as overloads, the last one before it. */
export function readDoc(declaration: ts.Declaration): Doc {
  const documented = documentedNode(declaration);
  const comment = ts.getJSDocCommentsAndTags(documented).filter(ts.isJSDoc).at(-1);
  const tags = (comment?.tags ?? []).map((tag) => [tag.tagName.text, textOfTag(tag)]);
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? '';
  // The first of several stands for them.
  return { text: plain(text), tags: Object.fromEntries(tags.reverse()) };
}

/** The docstring of `export const x` is at the statement. */
function documentedNode(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

/** As it was written: the compiler takes addresses after `@see` apart. */
function textOfTag(tag: ts.JSDocTag): string {
  const lines = tag.getText().split('\n');
  const text = lines.map((line) => line.replace(/^\s*\*? ?/, '')).join('\n');
  return plain(
    text
      .replace(/^@\w+\s*/, '')
      .replace(/\s*\*\/?\s*$/, '')
      .trim(),
  );
}

function plain(text: string): string {
  return text.replace(/\{@link (\w+)\}/g, '`$1`');
}

import { Fn, Token, Tokenization } from 'cdktf';

/**
 * A value as JSON, where texts, numbers and lists may be known only at deploy time.
 *
 * What is known now is written as it is. Terraform encodes each token by itself (`jsonencode`), since the quotes and
 * backslashes of what it stands for would break the text; it takes nothing in a literal for an expression.
 */
export function jsonText(value: unknown): string {
  if (Token.isUnresolved(value)) return encodedAtDeploy(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (typeof value !== 'object' || value === null) return withoutExpressions(JSON.stringify(value));
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${jsonText(name)}:${jsonText(field)}`);
  return `{${fields.join()}}`;
}

function encodedAtDeploy(value: unknown): string {
  if (typeof value !== 'string') return Fn.jsonencode(value);
  const parts = partsOf(value).map((part) => (Token.isUnresolved(part) ? part : literal(part)));
  return Fn.jsonencode(parts.length === 1 ? parts[0] : Fn.join('', parts));
}

/** The tokens and literals that a text is made of, in their order. */
function partsOf(text: string): string[] {
  const joined = Tokenization.reverseString(text).join({
    join: (left: unknown, right: unknown) => [left, right].flat(),
  });
  return [joined].flat();
}

/** cdktf escapes quotes, newlines and `${` of a raw string, and leaves backslashes and `%{` to its caller. */
function literal(text: string): string {
  return Token.asString(Fn.rawString(text.replace(/\\/g, '\\\\').replace(/%\{/g, '%%{')));
}

/** Terraform reads `${` and `%{` in every text of a plan as the start of an expression. */
function withoutExpressions(text: string): string {
  return text.replace(/\$\{/g, '$$$${').replace(/%\{/g, '%%{');
}

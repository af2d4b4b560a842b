import { Tokenization } from 'cdktf';

/** What a token is counted as: nothing that a handler is told at deploy time is longer than a project id. */
const TOKEN_BYTES = 30;

/** The length of a text in bytes; each token in it counts as a project id of full length. */
export function textLength(text: string): number {
  const fragments = Tokenization.reverseString(text);
  const literal = fragments.literals.reduce<number>((sum, part) => sum + Buffer.byteLength(String(part)), 0);
  return literal + fragments.tokens.length * TOKEN_BYTES;
}

/** Longest `error` and `result` that a record keeps, in characters. */
export const LONGEST_TEXT = 10_000;

/**
 * What job logic threw, as text of at most 10,000 characters. Reads hostile values without being harmed.
 *
 * Halves of a character that a cut or the job logic left are replaced: the store refuses them.
 */
export function failureText(thrown: unknown): string {
  let text: string;
  try {
    text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : valueText(thrown);
  } catch {
    text = 'a value that cannot be read was thrown';
  }
  return text.slice(0, LONGEST_TEXT).replace(/\p{Surrogate}/gu, '\u{FFFD}');
}

function valueText(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  return (
    (typeof thrown === 'object' && thrown !== null ? JSON.stringify(thrown) : undefined) ?? String(thrown)
  );
}

/** A returned value as JSON text, or why there is none. */
export type ResultText = { readonly text: string | undefined } | { readonly problem: string };

/** What job logic returned, as JSON text of at most 10,000 characters; nothing returned is no text. */
export function resultText(returned: unknown): ResultText {
  if (returned === undefined) return { text: undefined };
  try {
    const text = JSON.stringify(returned);
    if (text === undefined) return { problem: `a ${typeof returned} has no JSON form` };
    if (text.length > LONGEST_TEXT) return { problem: `its JSON has ${text.length} characters` };
    return { text };
  } catch (error) {
    return { problem: failureText(error) };
  }
}

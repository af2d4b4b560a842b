const LONGEST_QUOTED = 80;

/** A text of the user in quotes, at most its first 80 characters. */
export function quotedText(text: string): string {
  return text.length > LONGEST_QUOTED ? `'${text.slice(0, LONGEST_QUOTED)}…'` : `'${text}'`;
}

/** A space between words, but not the one before a unit: `180 s` stays together. */
const BREAK = / (?!(?:s|min|h|d)\b)/;

/** Breaks a text between words into lines that fit; a word that is too long has a line of its own. */
export function wrapWords(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(BREAK)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && !fits(longer)) {
      lines.push(line.trimEnd());
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

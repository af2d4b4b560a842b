/** Values of an element's attributes; numbers are written with at most two decimals. */
export type Attributes = Readonly<Record<string, string | number>>;

/** One SVG element; its content is markup already. */
export function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? rounded(value) : value)}"`)
    .join('');
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** A text with what XML would take for markup written out. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

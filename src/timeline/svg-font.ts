import { element, escapeXml } from './svg-element';
import { wrapWords } from './wrap-words';

/** The kinds of text in a picture; sizes in pixels, none below 11. */
export const FONTS = {
  title: { size: 17, isBold: true },
  heading: { size: 14, isBold: true },
  'heading lost': { size: 14, isBold: true },
  story: { size: 13, isBold: false },
  mark: { size: 12, isBold: false },
  instant: { size: 11, isBold: false },
} as const satisfies Readonly<Record<string, { size: number; isBold: boolean }>>;

export type Font = keyof typeof FONTS;

/** Mean width of a character as a share of the font size, on the wide side: no font is measured here. */
const REGULAR_WIDTH = 0.6;
const BOLD_WIDTH = 0.66;

/** The width of a text in pixels, rather too much than too little. */
export function textWidth(text: string, font: Font): number {
  const { size, isBold } = FONTS[font];
  return text.length * size * (isBold ? BOLD_WIDTH : REGULAR_WIDTH);
}

/** One line of text; `y` is its baseline. */
export function textElement(
  text: { readonly x: number; readonly y: number; readonly font: Font; readonly anchor?: 'start' | 'middle' },
  content: string,
): string {
  const { x, y, font, anchor = 'start' } = text;
  return element(
    'text',
    { class: font, x, y, 'font-size': FONTS[font].size, 'text-anchor': anchor },
    escapeXml(content),
  );
}

/** Lines of text under each other, and the height that they take. */
export function paragraph(
  text: { readonly x: number; readonly y: number; readonly font: Font; readonly width: number },
  content: string,
): { readonly elements: readonly string[]; readonly height: number } {
  const { x, y, font, width } = text;
  const lineHeight = FONTS[font].size * 1.4;
  const lines = wrapWords(content, (line) => textWidth(line, font) <= width);
  return {
    elements: lines.map((line, index) => textElement({ x, y: y + lineHeight * (index + 0.75), font }, line)),
    height: lines.length * lineHeight,
  };
}

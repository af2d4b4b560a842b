import fc from 'fast-check';
import { timelineOf } from '../../src/timeline/timeline';
import { timelineSvg } from '../../src/timeline/timeline-svg';
import { arbitraryJob } from './arbitrary-job';
import { PICTURED_JOBS, YEARLY_JOB } from './jobs';

const TITLE = { title: 'nightly invoices', subtitle: '0 2 * * * in Europe/Berlin, smallest gap 82800 s' };

interface Box {
  readonly text: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Generous for a sans-serif font, in which a bold digit takes 0.58 of the size and most letters less. */
const CHARACTER_WIDTH = 0.58;

function textBoxes(svg: string): Box[] {
  const pattern =
    /<text class="[^"]+" x="([\d.]+)" y="([\d.]+)" font-size="(\d+)" text-anchor="(\w+)">([^<]+)</g;
  return [...svg.matchAll(pattern)].map(([, x, y, fontSize, anchor, text = '']) => {
    const size = Number(fontSize);
    const width = text.length * size * CHARACTER_WIDTH;
    const left = anchor === 'middle' ? Number(x) - width / 2 : Number(x);
    const baseline = Number(y);
    return {
      text,
      size,
      left,
      right: left + width,
      top: baseline - size * 0.8,
      bottom: baseline + size * 0.22,
    };
  });
}

function overlaps(boxes: readonly Box[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.left < other.right && other.left < one.right)
      .filter((other) => one.top < other.bottom && other.top < one.bottom)
      .map((other) => `${one.text} / ${other.text}`),
  );
}

/** Leaders of the axis that run through a text. */
function crossedTexts(svg: string, boxes: readonly Box[]): string[] {
  const pattern = /<line class="leader" x1="([\d.]+)" y1="([\d.]+)" x2="[\d.]+" y2="([\d.]+)"/g;
  return [...svg.matchAll(pattern)].flatMap(([, x, top, bottom]) =>
    boxes
      .filter(({ left, right }) => left < Number(x) && Number(x) < right)
      .filter((box) => Number(top) < box.bottom && box.top < Number(bottom))
      .map(({ text }) => text),
  );
}

describe('timelineSvg', () => {
  test.each(PICTURED_JOBS)('lets no two texts overlap for $case', ({ job }) => {
    const svg = timelineSvg(timelineOf(job), TITLE);
    const boxes = textBoxes(svg);

    expect(boxes).toHaveLength(svg.match(/<text /g)?.length ?? 0);
    expect(overlaps(boxes)).toEqual([]);
    expect(crossedTexts(svg, boxes)).toEqual([]);
  });

  test('lets no two texts overlap, and none leave the picture, for any job', () => {
    fc.assert(
      fc.property(arbitraryJob, (job) => {
        const svg = timelineSvg(timelineOf(job), TITLE);
        const boxes = textBoxes(svg);

        expect(overlaps(boxes)).toEqual([]);
        expect(crossedTexts(svg, boxes)).toEqual([]);
        expect(boxes.filter(({ left, right }) => left < 0 || right > 960)).toEqual([]);
      }),
    );
  });

  test('has no text below 11 pixels', () => {
    const sizes = textBoxes(timelineSvg(timelineOf(YEARLY_JOB), TITLE)).map(({ size }) => size);

    expect(Math.min(...sizes)).toBe(11);
  });

  test('writes the texts of its user out of markup', () => {
    const svg = timelineSvg(timelineOf(YEARLY_JOB), { title: '<b> & "c"', subtitle: '' });

    expect(svg).toContain('>&lt;b&gt; &amp; &quot;c&quot;</text>');
  });

  test('is self-contained and follows the colour scheme of its reader', () => {
    const svg = timelineSvg(timelineOf(YEARLY_JOB), TITLE);

    expect(svg).toContain('@media (prefers-color-scheme:dark)');
    expect(svg.match(/https?:[^"]+/g)).toEqual(['http://www.w3.org/2000/svg']);
  });
});

import { linePlot } from '../../bench/plot/line-plot';
import { niceTicks } from '../../bench/plot/nice-ticks';

describe('niceTicks', () => {
  test.each([
    { most: 1_000, ticks: [0, 200, 400, 600, 800, 1_000] },
    { most: 1_001, ticks: [0, 200, 400, 600, 800, 1_000, 1_200] },
    { most: 100_000, ticks: [0, 20_000, 40_000, 60_000, 80_000, 100_000] },
    { most: 0.3, ticks: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3] },
    { most: 5, ticks: [0, 1, 2, 3, 4, 5] },
  ])('reaches $most in round steps', ({ most, ticks }) => {
    expect(niceTicks(most)).toEqual(ticks);
  });
});

describe('linePlot', () => {
  const svg = linePlot({
    name: 'growth',
    title: 'Jobs & time',
    xLabel: 'jobs',
    yLabel: 'ms',
    series: [
      {
        label: 'this',
        points: [
          { x: 0, y: 0 },
          { x: 500, y: 40 },
          { x: 1_000, y: 100 },
        ],
      },
      { label: 'by hand', points: [{ x: 1_000, y: 50 }] },
    ],
  });

  test('connects the points of each series over axes that start at zero', () => {
    const lines = [...svg.matchAll(/<polyline [^>]*points="([^"]+)"/g)].map(([, points]) => points);

    expect(lines).toEqual(['64.0,308.0 340.0,215.2 616.0,76.0', '616.0,192.0']);
  });

  test('has its title read out', () => {
    expect(svg).toMatch(/^<svg [^>]*role="img">\n<title>Jobs &amp; time<\/title>/);
  });

  test('writes the title, the axes and the series', () => {
    const texts = [...svg.matchAll(/<text [^>]*>([^<]+)<\/text>/g)].map(([, text]) => text);

    expect(texts).toEqual(
      expect.arrayContaining(['Jobs &amp; time', 'jobs', 'ms', 'this', 'by hand', '1,000']),
    );
  });
});

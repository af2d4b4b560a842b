import fc from 'fast-check';
import { marksOf } from '../../src/timeline/marks';
import { timeScaleOf } from '../../src/timeline/time-scale';
import { timelineOf } from '../../src/timeline/timeline';
import { arbitraryJob } from './arbitrary-job';
import { MINUTE_JOB, YEARLY_JOB } from './jobs';

function scaleOf(job: typeof YEARLY_JOB) {
  const timeline = timelineOf(job);
  return timeScaleOf(
    timeline,
    marksOf(timeline).map(({ atSeconds }) => atSeconds),
  );
}

describe('timeScaleOf', () => {
  test('draws what decides about a crash to scale', () => {
    const { position } = scaleOf(YEARLY_JOB);

    expect(position(200) / position(100)).toBeCloseTo(2, 9);
    expect(position(400) / position(100)).toBeCloseTo(4, 9);
  });

  test('breaks the axis before each mark that lies far beyond', () => {
    expect(scaleOf(YEARLY_JOB).breaks).toHaveLength(3);
    expect(scaleOf(MINUTE_JOB).breaks).toHaveLength(2);
  });

  test('gives each mark far beyond a step of its own, whatever its distance', () => {
    const { position } = scaleOf(YEARLY_JOB);
    const steps = [1297, 86_400, 31_536_000].map(position);

    expect(steps[2]).toBe(1);
    expect(steps.map((step) => Math.round((1 - step) * 100))).toEqual([28, 14, 0]);
  });

  test('keeps the order of time within the axis', () => {
    const instant = fc.integer({ min: 0, max: 400 * 86_400 });
    fc.assert(
      fc.property(arbitraryJob, instant, instant, (job, one, other) => {
        const { position } = scaleOf(job);
        const [earlier, later] = one < other ? [one, other] : [other, one];

        expect(position(0)).toBe(0);
        expect(position(earlier)).toBeLessThanOrEqual(position(later));
        expect(position(later)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

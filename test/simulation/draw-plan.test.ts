import { listedDraw, seededDraw } from '../../lambda-handler/simulation/draw';
import { drawPlan } from '../../lambda-handler/simulation/draw-plan';
import { FAULT_KINDS } from '../../lambda-handler/simulation/fault-kinds';
import { JOB } from './simulated-job';

const options = { job: JOB, runs: 40 };

describe('drawPlan', () => {
  test('draws a world without faults from nothing but zeros', () => {
    const { runs, ...rest } = drawPlan(listedDraw([]), { job: JOB, runs: 1 });

    expect(runs).toEqual([{ lateMs: 0, deliveries: [], duplicates: [], pressedBeforeMs: [] }]);
    expect(rest).toMatchObject({ backoff: 'api', nextRun: 'ends-retries', storeAheadMs: 0 });
  });

  test('draws the same plan from the same seed', () => {
    expect(drawPlan(seededDraw(3), options)).toEqual(drawPlan(seededDraw(3), options));
    expect(drawPlan(seededDraw(3), options)).not.toEqual(drawPlan(seededDraw(4), options));
  });

  test('draws every kind of fault', () => {
    const text = JSON.stringify(drawPlan(seededDraw(1), options));

    for (const kind of [
      'crash',
      'freeze',
      'suspend',
      'stop-signal',
      'answer-lost',
      'lands-late',
      'done-unheard',
    ]) {
      expect(text).toContain(`"${kind}"`);
    }
  });

  test.each(FAULT_KINDS.map((kind) => ({ case: kind })))('draws no $case when it is left out', (row) => {
    const faults = FAULT_KINDS.filter((kind) => kind !== row.case);
    const { runs, storeAheadMs, otherSettings } = drawPlan(seededDraw(1), { ...options, faults });
    const deliveries = runs.flatMap((run) => [
      ...run.deliveries,
      ...run.duplicates.map((duplicate) => duplicate.faults),
    ]);
    const kinds = {
      crash: deliveries.filter(({ instance }) => instance.some(({ kind }) => kind === 'crash')),
      freeze: deliveries.filter(({ instance }) =>
        instance.some(({ kind }) => kind === 'freeze' || kind === 'suspend'),
      ),
      'stop-signal': deliveries.filter(({ instance }) => instance.some(({ kind }) => kind === 'stop-signal')),
      store: deliveries.filter(({ store }) => store.some(({ kind }) => kind !== 'none')),
      outside: deliveries.filter(({ outside }) => outside.some((fault) => fault !== 'none')),
      'answer-lost': deliveries.filter(({ answerLost }) => answerLost),
      late: runs.filter(({ lateMs }) => lateMs > 0),
      duplicate: runs.filter(({ duplicates }) => duplicates.length > 0),
      forced: runs.filter(({ pressedBeforeMs }) => pressedBeforeMs.length > 0),
      clock: deliveries.filter(({ clockAheadMs }) => clockAheadMs !== 0 || storeAheadMs !== 0),
      deploy: deliveries.filter(({ otherRevision }) => otherRevision || 'leaseSeconds' in otherSettings),
    };

    expect(kinds[row.case]).toEqual([]);
    const others = Object.entries(kinds).filter(([kind]) => kind !== row.case);
    expect(others.filter(([, found]) => found.length === 0)).toEqual([]);
  });
});

import fc from 'fast-check';
import { FAULT_CASES, play } from './fault-case';
import { PROPERTIES } from './properties';
import { RECOVERY, RECOVERY_CASES, recoveryProblems } from './recovery-case';
import { RunView } from './run-view';

/** `npm run test:faults` tries many more, and others each time. */
const SAMPLE = { numRuns: 300, seed: 1 };

describe('the claim protocol under random fault plans', () => {
  const views: RunView[] = [];

  beforeAll(async () => {
    for (const one of fc.sample(FAULT_CASES, SAMPLE)) {
      views.push(new RunView(one.job, one.plan.storeAheadMs, await play(one)));
    }
  });

  test.each(PROPERTIES)('holds that $name', ({ problems }) => {
    expect(views.flatMap((view) => problems(view))).toEqual([]);
  });

  test(`holds that ${RECOVERY}`, async () => {
    for (const one of fc.sample(RECOVERY_CASES, SAMPLE)) expect(await recoveryProblems(one)).toEqual([]);
  });

  test('meets every kind of end, so that the properties speak of something', () => {
    const outcomes = views.flatMap(({ history }) => history.deliveries.map(({ answer }) => answer?.outcome));
    const deaths = views.flatMap(({ history }) => history.deliveries.map(({ death }) => death?.why));
    const completions = views.flatMap(({ history }) =>
      history.executions.flatMap((one) => one.completions.map(({ end }) => end)),
    );
    const commits = views.flatMap(({ history }) => history.commits.map(({ kind }) => kind));

    expect([...new Set(outcomes)]).toEqual(
      expect.arrayContaining([
        'completed',
        'already-completed',
        'failed',
        'permanently-failed',
        'already-failed',
        'held-elsewhere',
        'too-old',
        'forced-refused',
        'claim-unknown',
        'finish-unknown',
      ]),
    );
    expect([...new Set(deaths)]).toEqual(expect.arrayContaining(['crash', 'watchdog', 'exit']));
    expect([...new Set(completions)]).toEqual(
      expect.arrayContaining([
        'committed',
        'WRITES_REFUSED',
        'ALREADY_COMPLETED',
        'RUN_LOST',
        'OUTCOME_UNKNOWN',
      ]),
    );
    expect([...new Set(commits)]).toEqual(
      expect.arrayContaining(['claim', 'renewal', 'finish', 'release', 'forgotten']),
    );
  });
});

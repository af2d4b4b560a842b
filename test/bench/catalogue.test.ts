import { MEASURES, wantedMeasures } from '../../bench/catalogue';
import { parseOptions } from '../../bench/options';

const NAMES = MEASURES.map(({ name }) => name);
const SHORT = NAMES.filter((name) => !name.startsWith('soak'));

describe('wantedMeasures', () => {
  test.each([
    { case: 'all that is short', args: [], names: SHORT },
    { case: 'all that is short in a quick run', args: ['--quick'], names: SHORT },
    { case: 'everything with the soak', args: ['--soak'], names: NAMES },
    { case: 'everything in a smoke', args: ['--smoke'], names: NAMES },
    { case: 'everything for the README, whose pictures show the soak', args: ['--readme'], names: NAMES },
    { case: 'one row', args: ['--row', 'herd'], names: ['herd'] },
  ])('takes $case', ({ args, names }) => {
    expect(wantedMeasures(parseOptions(args, NAMES)).map(({ name }) => name)).toEqual(names);
  });
});

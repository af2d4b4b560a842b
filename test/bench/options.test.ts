import { parseOptions } from '../../bench/options';

const NAMES = ['latency', 'herd'];

describe('parseOptions', () => {
  test('measures every row in full when nothing is said', () => {
    expect(parseOptions([], NAMES)).toEqual({
      scale: 'full',
      rows: [],
      soak: false,
      readme: false,
      json: undefined,
      help: false,
    });
  });

  test('reads what is said', () => {
    expect(parseOptions(['--quick', '--row', 'herd', '--soak', '--json', 'a.json'], NAMES)).toMatchObject({
      scale: 'quick',
      rows: ['herd'],
      soak: true,
      json: 'a.json',
    });
  });

  test.each([
    {
      case: 'a row that is not known',
      args: ['--row', 'size'],
      says: '--row must be one of latency, herd, got size',
    },
    {
      case: 'two scales',
      args: ['--quick', '--smoke'],
      says: '--quick and --smoke must not be given together',
    },
    {
      case: 'a README with a part of the rows',
      args: ['--readme', '--row', 'herd'],
      says: '--readme must be given without --row and --smoke: it writes every row',
    },
    {
      case: 'a README with figures that say nothing',
      args: ['--readme', '--smoke'],
      says: '--readme must be given without --row and --smoke: it writes every row',
    },
  ])('refuses $case', ({ args, says }) => {
    expect(() => parseOptions(args, NAMES)).toThrow(says);
  });
});

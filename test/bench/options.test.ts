import { parseOptions } from '../../bench/options';
import { UsageError } from '../../scripts/command-line';

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
      case: 'an option that is not known',
      args: ['--fast'],
      says: "Unknown option '--fast'",
    },
    { case: 'a row without its name', args: ['--row'], says: "Option '--row <value>' argument missing" },
    ...[['--row', 'herd'], ['--quick'], ['--smoke'], ['--quick', '--soak']].map((others) => ({
      case: `a README with ${others.join(' ')}`,
      args: ['--readme', ...others],
      says: '--readme must be given without --quick, --smoke and --row: it writes every row, in full',
    })),
  ])('refuses $case', ({ args, says }) => {
    const parse = () => parseOptions(args, NAMES);

    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(says);
  });

  test('takes what is long for the README, too', () => {
    expect(parseOptions(['--readme'], NAMES)).toMatchObject({ scale: 'full', soak: true, readme: true });
  });
});

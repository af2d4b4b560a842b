import { runScript, type ScriptCommand } from '../../scripts/command-line';
import { faultPlans } from '../../scripts/fault-plans';
import { MUTANTS } from '../../scripts/mutant-list';
import { mutants } from '../../scripts/mutants';

/** Calls a command whose work is left out; returns its exit code, what it printed, and what it would have done. */
async function call<Options>(command: ScriptCommand<Options>, args: readonly string[]) {
  const printed: string[] = [];
  const terminal = { out: (text: string) => printed.push(text), error: (text: string) => printed.push(text) };
  let options: Options | undefined;
  const run = async (given: Options) => {
    options = given;
    return 0;
  };
  const exit = await runScript({ ...command, run }, args, terminal);
  return { exit, printed: printed.join('\n'), options };
}

describe('faultPlans', () => {
  test.each([
    { case: 'an unknown flag', args: ['--plan=5'], says: "Unknown option '--plan'" },
    { case: 'a word', args: ['5'], says: "Unexpected argument '5'" },
    {
      case: 'a flag without its value',
      args: ['--plans'],
      says: "Option '--plans <value>' argument missing",
    },
    {
      case: 'no plan',
      args: ['--plans=0'],
      says: "--plans must be a whole number from 1 to 1000000000, got '0'",
    },
    {
      case: 'text for a number',
      args: ['--plans=1e3'],
      says: "--plans must be a whole number from 1 to 1000000000, got '1e3'",
    },
    {
      case: 'an empty seed',
      args: ['--seed='],
      says: "--seed must be a whole number from 0 to 4294967295, got ''",
    },
    {
      case: 'a seed above 32 bits',
      args: ['--seed=4294967296'],
      says: "--seed must be a whole number from 0 to 4294967295, got '4294967296'",
    },
    {
      case: 'a value for a switch',
      args: ['--no-shrink=1'],
      says: "Option '--no-shrink' does not take an argument",
    },
  ])('refuses $case in one line', async ({ args, says }) => {
    const { exit, printed, options } = await call(faultPlans, args);

    expect(exit).toBe(2);
    expect(printed).toMatch(/^[^\n]+; --help tells more$/);
    expect(printed.startsWith(says)).toBe(true);
    expect(options).toBeUndefined();
  });

  test('takes the ends of its ranges', async () => {
    const { options } = await call(faultPlans, ['--plans=1', '--seed=4294967295', '--no-shrink']);

    expect(options).toEqual({ plans: 1, seed: 4_294_967_295, shrinks: false });
  });

  test('draws a seed where none is given', async () => {
    const { options } = await call(faultPlans, []);

    expect(options).toMatchObject({ plans: 20_000, shrinks: true });
    expect(Number.isSafeInteger(options?.seed)).toBe(true);
  });

  test.each(['--help', '-h'])('explains itself by %s and runs nothing', async (flag) => {
    const { exit, printed, options } = await call(faultPlans, [flag]);

    expect(exit).toBe(0);
    expect(printed).toContain('npm run test:faults -- --seed=7');
    expect(options).toBeUndefined();
  });
});

describe('mutants', () => {
  test('takes those whose name contains a text', async () => {
    const { options } = await call(mutants, ['--only=renew with equal']);

    expect(options?.map(({ name }) => name)).toEqual(['renew with equal fields']);
  });

  test('takes all where none is named', async () => {
    expect((await call(mutants, [])).options).toBe(MUTANTS);
  });

  test.each(['nosuch', ''])("refuses '%s', which names none", async (only) => {
    const { exit, printed } = await call(mutants, [`--only=${only}`]);

    expect(exit).toBe(2);
    expect(printed).toBe(`--only must be part of a mutant's name, got '${only}'; --help tells more`);
  });
});

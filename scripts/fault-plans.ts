import { checkPlans, type Effort } from '../test/simulation/check-plans';
import { runScript, type ScriptCommand, wholeFlag } from './command-line';

const PLANS = { from: 1, to: 1_000_000_000 };
const SEED = { from: 0, to: 2 ** 32 - 1 };

/** Checks the claim protocol under random fault plans, in virtual time. */
export const faultPlans: ScriptCommand<Effort> = {
  usage: `Checks the claim protocol under random fault plans, in virtual time.

npm run test:faults                          20,000 plans
npm run test:faults -- --plans=1000000       a long run: 1 to 1,000,000,000 plans
npm run test:faults -- --seed=7              the plans of an earlier run again: 0 to 4294967295
npm run test:faults -- --no-shrink           does not look for the smallest plan that breaks a property

It exits with 1 where a property does not hold.`,
  flags: {
    plans: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  },
  read: ({ plans, seed = Date.now() % 2 ** 31, 'no-shrink': isPlain }) => ({
    plans: wholeFlag('plans', plans, PLANS),
    seed: wholeFlag('seed', seed, SEED),
    shrinks: isPlain !== true,
  }),
  async run(effort) {
    const startMs = performance.now();
    const { plans, problems, counterexample } = await checkPlans(effort);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    console.log(
      `${plans} fault plans, seed ${effort.seed}, ${seconds} s: ${problems.length} properties broken`,
    );
    for (const problem of problems) console.log(`BROKEN ${problem}`);
    if (counterexample !== undefined) console.log(counterexample);
    return problems.length === 0 ? 0 : 1;
  },
};

async function main(): Promise<void> {
  process.exitCode = await runScript(faultPlans, process.argv.slice(2));
}

if (require.main === module) void main();

/**
 * Checks the claim protocol under random fault plans, in virtual time.
 *
 * npm run test:faults                          20,000 plans
 * npm run test:faults -- --plans=1000000       a long run
 * npm run test:faults -- --seed=7              the plans of an earlier run again
 */
import { parseArgs } from 'node:util';
import { checkPlans } from '../test/simulation/check-plans';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      plans: { type: 'string', default: '20000' },
      seed: { type: 'string' },
      'no-shrink': { type: 'boolean', default: false },
    },
  });
  const plans = Number(values.plans);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  if (!Number.isSafeInteger(plans) || plans < 1)
    throw new Error(`--plans must be 1 or more, got ${values.plans}`);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be a whole number, got ${values.seed}`);

  const startMs = performance.now();
  const {
    plans: checked,
    problems,
    counterexample,
  } = await checkPlans({ plans, seed, shrinks: !values['no-shrink'] });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${checked} fault plans, seed ${seed}, ${seconds} s: ${problems.length} properties broken`);
  for (const problem of problems) console.log(`BROKEN ${problem}`);
  if (counterexample !== undefined) console.log(counterexample);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

void main();

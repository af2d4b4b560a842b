/**
 * Finds out what job logic does when instances crash, answers are lost and deliveries come twice.
 *
 * npx tsx --tsconfig examples/tsconfig.json examples/testing/main.ts
 */
// region main
import { searchFaults } from 'cdktf-deduped-scheduler/testing';
import { invoicesUnderFaults } from './invoices-under-faults';
import { naiveInvoices } from './naive-invoices';
import { safeInvoices } from './safe-invoices';

async function main(): Promise<void> {
  for (const [name, logic] of Object.entries({ naiveInvoices, safeInvoices })) {
    const violations = await searchFaults(invoicesUnderFaults(logic), { plans: 20 });
    const [first] = violations;
    console.log(`${name}: ${violations.length} of 20 months show a problem`);
    if (first !== undefined) console.log(`seed ${first.seed}: ${first.problems[0]}`);
  }
}

void main();
// endregion

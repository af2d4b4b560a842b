import { replay, searchFaults } from 'cdktf-deduped-scheduler/testing';
import { invoicesUnderFaults } from '../../examples/testing/invoices-under-faults';
import { naiveInvoices } from '../../examples/testing/naive-invoices';
import { safeInvoices } from '../../examples/testing/safe-invoices';

describe('the example of job logic under faults', () => {
  test('finds the double effect of naive job logic, and plays it again from its seed', async () => {
    const violations = await searchFaults(invoicesUnderFaults(naiveInvoices), { plans: 10, seed: 1 });

    expect(violations.length).toBeGreaterThan(0);
    const [first] = violations as [(typeof violations)[number]];
    const again = await replay(invoicesUnderFaults(naiveInvoices), first.seed);
    expect(first.problems[0]).toMatch(/^2026-01-\d\dT12:00:00.000Z: sent \d times$/);
    expect(again.problems).toEqual(first.problems);
    expect(String(again.history)).toBe(String(first.history));
  });

  test('finds nothing wrong with job logic that sends its token', async () => {
    expect(await searchFaults(invoicesUnderFaults(safeInvoices), { plans: 10, seed: 1 })).toEqual([]);
  });
});

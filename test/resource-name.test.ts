import { TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { resourceName } from '../src/resource-name';
import { Synthesized } from './support/synthesized';

function construct(stackId: string, ...ids: string[]): Construct {
  const stack: Construct = new TerraformStack(Synthesized.app(), stackId);
  return ids.reduce((scope, id) => new Construct(scope, id), stack);
}

describe('resourceName', () => {
  // Frozen: most of what is named after it is replaced when the name changes.
  test.each([
    { case: 'a construct in a stack', ids: ['NightlyInvoices'], name: 'nightly-invoices-69b2a054' },
    { case: 'a child of it', ids: ['NightlyInvoices', 'Handler'], name: 'nightly-invoices-handler-91b9323c' },
    { case: 'ids with other characters', ids: ['Été 2026', 'HTTPJob_2'], name: 't-2026-httpjob-2-11e138c2' },
    { case: 'ids without a letter', ids: ['42'], name: 'job-6074334f' },
  ])('keeps the name of $case', ({ ids, name }) => {
    expect(resourceName(construct('billing', ...ids), { maxLength: 63 })).toBe(name);
  });

  test.each([
    { case: 'an account', limits: { maxLength: 30, role: 'runtime' } },
    { case: 'a bucket', limits: { maxLength: 32 } },
    { case: 'a service', limits: { maxLength: 49 } },
  ])('fits $case however long the ids are', ({ limits }) => {
    const name = resourceName(construct('billing', 'A'.repeat(80), `b-${'c'.repeat(80)}`), limits);

    expect(name.length).toBeLessThanOrEqual(limits.maxLength);
    expect(name).toMatch(/^[a-z](?:[a-z0-9]|-(?!-))*[a-z0-9]$/);
  });

  test('differs between stacks, and between ids that have one slug', () => {
    const names = [
      resourceName(construct('staging', 'Job'), { maxLength: 63 }),
      resourceName(construct('production', 'Job'), { maxLength: 63 }),
      resourceName(construct('production', 'job'), { maxLength: 63 }),
    ];

    expect(new Set(names).size).toBe(3);
  });

  test('puts the role in front of the hash', () => {
    const name = resourceName(construct('billing', 'Job'), { maxLength: 30, role: 'invoker' });

    expect(name).toMatch(/^job-invoker-[0-9a-f]{8}$/);
  });
});

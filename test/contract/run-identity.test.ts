import { idempotencyKeyId, type RunKey, runId, stepToken } from '../../src/contract/run-identity';

const NIGHTLY: RunKey = {
  project: 'acme-prod',
  location: 'europe-west1',
  jobName: 'nightly-invoices',
  scheduledTimeMs: Date.parse('2026-10-16T12:00:00Z'),
  keySpace: 'scheduled',
};

describe('runId', () => {
  // Frozen: a changed id re-runs whatever is in flight at a deploy.
  test.each([
    {
      case: 'a scheduled run',
      key: NIGHTLY,
      id: '41c3fb578f928564c3c2b685931979ccdf0a487909db86a08c2d39ba159c66ca',
    },
    {
      case: 'a forced run',
      key: { ...NIGHTLY, keySpace: 'forced' as const },
      id: '19a5a01b5db66e9d5b3de110e03a2fe7ef4ade83ab600b9d7b43c89a02a23082',
    },
    {
      case: 'a name with quotes and letters beyond ASCII',
      key: { ...NIGHTLY, jobName: 'r\u00e9sum\u00e9 "quoted"' },
      id: '6b7ad277c34e56dd6a86f10530d9e13331561bf0d1214736843067906761a8c0',
    },
  ])('keeps the id of $case', ({ key, id }) => {
    expect(runId(key)).toBe(id);
  });

  test.each([
    { case: 'project', other: { project: 'acme-test' } },
    { case: 'location', other: { location: 'europe-west2' } },
    { case: 'job name', other: { jobName: 'nightly-invoices-2' } },
    { case: 'scheduled time', other: { scheduledTimeMs: NIGHTLY.scheduledTimeMs + 1 } },
    { case: 'key space', other: { keySpace: 'forced' as const } },
  ])('differs by $case', ({ other }) => {
    expect(runId({ ...NIGHTLY, ...other })).not.toBe(runId(NIGHTLY));
  });

  test('keeps the parts apart when a character moves from one to the next', () => {
    const one = runId({ ...NIGHTLY, project: 'acme-prod', location: 'x-west1' });
    const other = runId({ ...NIGHTLY, project: 'acme-prodx', location: '-west1' });

    expect(one).not.toBe(other);
  });
});

describe('idempotencyKeyId', () => {
  const PARTS = { guard: 'ledger', caller: '', key: 't05c674ab5e2aac93fb3917689f2e84c3c45fe1d3' };

  test.each([
    { case: 'a key', parts: PARTS, id: '6bb8ce71e64d689788a9495b2dee942962b0f4be7775b32ca9005b6c524e2e70' },
    {
      case: "a caller's key",
      parts: { ...PARTS, caller: 'a@acme.example' },
      id: '83cac86f95b5335b82e28b306170b2ac01b7176a1d0056db18c18e986ceb48f3',
    },
  ])('keeps the id of $case', ({ parts, id }) => {
    expect(idempotencyKeyId(parts)).toBe(id);
  });

  test.each([
    { case: 'guard', other: { guard: 'mails' } },
    { case: 'caller', other: { caller: 'b' } },
    { case: 'key', other: { key: 'T' } },
  ])('differs by $case', ({ other }) => {
    expect(idempotencyKeyId({ ...PARTS, ...other })).not.toBe(idempotencyKeyId(PARTS));
  });

  test('keeps the parts apart when a character moves from one to the next', () => {
    expect(idempotencyKeyId({ ...PARTS, caller: 'a', key: 'b' })).not.toBe(
      idempotencyKeyId({ ...PARTS, caller: '', key: 'ab' }),
    );
  });
});

describe('stepToken', () => {
  test('keeps the token of a step', () => {
    expect(stepToken('a'.repeat(64), 0, 'charge')).toBe('t05c674ab5e2aac93fb3917689f2e84c3c45fe1d3');
  });

  test('fits a label, a substitution and a header', () => {
    expect(stepToken('a'.repeat(64), 0, 'a step with "any" text\n')).toMatch(/^t[0-9a-f]{40}$/);
  });

  test.each([
    { case: 'run', token: stepToken('b'.repeat(64), 0, 'charge') },
    { case: 'generation', token: stepToken('a'.repeat(64), 1, 'charge') },
    { case: 'step', token: stepToken('a'.repeat(64), 0, 'mail') },
  ])('differs by $case', ({ token }) => {
    expect(token).not.toBe(stepToken('a'.repeat(64), 0, 'charge'));
  });
});

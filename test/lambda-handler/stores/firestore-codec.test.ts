import { decodeRecord, encodeRecord } from '../../../lambda-handler/stores/firestore-codec';
import { RECORD_FIELDS } from '../../../src/contract/record-fields';
import { runRecord } from '../../support/run-record';

const RECORD = runRecord({
  finished_at: Date.UTC(2026, 9, 16, 13),
  permanent: false,
  error: 'e',
  result: 'r',
  payload_hash: 'h',
});

describe('encodeRecord', () => {
  test('writes every field of the contract in its own kind', () => {
    const fields = encodeRecord(RECORD);

    expect(Object.keys(fields).sort()).toEqual([...RECORD_FIELDS].sort());
    expect(fields).toEqual({
      status: { stringValue: 'in_progress' },
      attempt_id: { stringValue: RECORD.attempt_id },
      attempt: { integerValue: '1' },
      lease_seconds: { integerValue: '190' },
      renewals: { integerValue: '0' },
      lease_expires: { timestampValue: '2026-10-16T12:03:11.000000Z' },
      expire_at: { timestampValue: '2026-10-23T12:00:01.000000Z' },
      project: { stringValue: 'billing-prod' },
      location: { stringValue: 'europe-west1' },
      job: { stringValue: 'nightly-invoices' },
      schedule_time: { timestampValue: '2026-10-16T12:00:00.000000Z' },
      generation: { integerValue: '0' },
      started_at: { timestampValue: '2026-10-16T12:00:01.000000Z' },
      finished_at: { timestampValue: '2026-10-16T13:00:00.000000Z' },
      permanent: { booleanValue: false },
      error: { stringValue: 'e' },
      result: { stringValue: 'r' },
      payload_hash: { stringValue: 'h' },
    });
  });

  test('leaves out what is undefined', () => {
    expect(encodeRecord({ attempt: 2, error: undefined })).toEqual({ attempt: { integerValue: '2' } });
  });

  test('writes a fraction as a double', () => {
    expect(encodeRecord({ lease_seconds: 12.5 })).toEqual({ lease_seconds: { doubleValue: 12.5 } });
  });
});

describe('decodeRecord', () => {
  test('reads what was written', () => {
    expect(decodeRecord(encodeRecord(RECORD))).toEqual(RECORD);
  });

  test('ignores fields that this version does not know', () => {
    const fields = { ...encodeRecord(RECORD), team: { mapValue: { fields: {} } } };

    expect(decodeRecord(fields)).toEqual(RECORD);
  });

  test.each([
    'project',
    'location',
    'schedule_time',
    'finished_at',
    'permanent',
    'error',
    'result',
    'payload_hash',
  ])('takes a record without %s', (field) => {
    const { [field]: _left, ...fields } = encodeRecord(RECORD);

    expect(Object.keys(decodeRecord(fields))).not.toContain(field);
  });

  test.each([
    'status',
    'attempt_id',
    'attempt',
    'lease_seconds',
    'renewals',
    'lease_expires',
    'expire_at',
    'job',
    'generation',
    'started_at',
  ])('rejects a record without %s', (field) => {
    const { [field]: _left, ...fields } = encodeRecord(RECORD);

    expect(() => decodeRecord(fields)).toThrow(
      expect.objectContaining({
        code: 'UNREADABLE_RECORD',
        retryable: false,
        details: { field, why: 'missing' },
      }),
    );
  });

  test.each([
    { case: 'an unknown status', field: 'status', value: { stringValue: 'running' } },
    { case: 'a status that is no text', field: 'status', value: { integerValue: '1' } },
    { case: 'a number for a text', field: 'attempt_id', value: { integerValue: '1' } },
    { case: 'a text for a number', field: 'attempt', value: { stringValue: '1' } },
    { case: 'an integer that is none', field: 'attempt', value: { integerValue: '1e' } },
    { case: 'an integer beyond 2^53', field: 'attempt', value: { integerValue: '9007199254740993' } },
    { case: 'a text for a time', field: 'schedule_time', value: { stringValue: '2026-10-16T12:00:00Z' } },
    { case: 'a time that is none', field: 'started_at', value: { timestampValue: 'soon' } },
    { case: 'null for a flag', field: 'permanent', value: { nullValue: null } },
    { case: 'a text for a flag', field: 'permanent', value: { stringValue: 'true' } },
    { case: 'a map for a text', field: 'error', value: { mapValue: {} } },
    { case: 'a bare text', field: 'result', value: 'text' },
    { case: 'null', field: 'project', value: null },
  ])('rejects $case', ({ field, value }) => {
    const fields = { ...encodeRecord(RECORD), [field]: value };

    expect(() => decodeRecord(fields)).toThrow(
      expect.objectContaining({ code: 'UNREADABLE_RECORD', details: expect.objectContaining({ field }) }),
    );
  });

  test.each([
    { case: 'no fields at all', fields: undefined },
    { case: 'null', fields: null },
    { case: 'a list', fields: [] },
    { case: 'a text', fields: 'text' },
    { case: 'a foreign document', fields: { title: { stringValue: 'invoice' } } },
  ])('rejects $case', ({ fields }) => {
    expect(() => decodeRecord(fields)).toThrow(expect.objectContaining({ code: 'UNREADABLE_RECORD' }));
  });
});

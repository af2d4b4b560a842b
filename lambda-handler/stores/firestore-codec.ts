import type { RecordField, RunStatus } from '../../src/contract/record-fields';
import type { RunRecord } from '../protocol/run-store';
import { parseTimestampMs, printTimestamp } from './firestore-timestamp';
import { unreadableRecord } from './store-errors';

/**
 * A value as Firestore's REST API writes it, of the kinds that a record holds.
 *
 * @see https://cloud.google.com/firestore/docs/reference/rest/v1/Value
 */
export type FirestoreValue =
  | { readonly stringValue: string }
  | { readonly integerValue: string }
  | { readonly doubleValue: number }
  | { readonly booleanValue: boolean }
  | { readonly timestampValue: string };

/** The fields of a document. */
export type FirestoreFields = Readonly<Record<string, FirestoreValue>>;

type FieldValue = string | number | boolean;

interface FieldCodec {
  encode(value: FieldValue): FirestoreValue;
  /** `undefined` for what this field cannot hold. */
  decode(value: Readonly<Record<string, unknown>>): FieldValue | undefined;
}

const text: FieldCodec = {
  encode: (value) => ({ stringValue: String(value) }),
  decode: ({ stringValue }) => (typeof stringValue === 'string' ? stringValue : undefined),
};

const number: FieldCodec = {
  encode: (value) =>
    Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: Number(value) },
  decode: ({ integerValue, doubleValue }) => {
    if (typeof doubleValue === 'number') return doubleValue;
    const value = typeof integerValue === 'string' ? Number(integerValue) : Number.NaN;
    return Number.isSafeInteger(value) ? value : undefined;
  },
};

const flag: FieldCodec = {
  encode: (value) => ({ booleanValue: Boolean(value) }),
  decode: ({ booleanValue }) => (typeof booleanValue === 'boolean' ? booleanValue : undefined),
};

const time: FieldCodec = {
  encode: (value) => ({ timestampValue: printTimestamp(Number(value)) }),
  decode: ({ timestampValue }) => parseTimestampMs(timestampValue),
};

const STATUSES: readonly string[] = ['in_progress', 'completed', 'failed'] satisfies RunStatus[];

const status: FieldCodec = {
  encode: text.encode,
  decode: ({ stringValue }) => STATUSES.find((known) => known === stringValue),
};

const CODECS: Readonly<Record<RecordField, FieldCodec>> = {
  status,
  attempt_id: text,
  attempt: number,
  lease_seconds: number,
  renewals: number,
  lease_expires: time,
  expire_at: time,
  project: text,
  location: text,
  job: text,
  schedule_time: time,
  generation: number,
  started_at: time,
  finished_at: time,
  permanent: flag,
  error: text,
  result: text,
  payload_hash: text,
};

/** A request under an idempotency key has no place and no scheduled time, a run has no payload. */
const OPTIONAL: ReadonlySet<string> = new Set<RecordField>([
  'project',
  'location',
  'schedule_time',
  'finished_at',
  'permanent',
  'error',
  'result',
  'payload_hash',
]);

/** Writes fields of a record; one that is `undefined` is left out. */
export function encodeRecord(fields: Partial<RunRecord>): FirestoreFields {
  const encoded: Record<string, FirestoreValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) encoded[name] = CODECS[name as RecordField].encode(value);
  }
  return encoded;
}

/**
 * Reads a record. Fields that this version does not know are ignored.
 *
 * @throws StoreError `UNREADABLE_RECORD` when a field is missing or holds what it cannot hold.
 */
export function decodeRecord(fields: unknown): RunRecord {
  const given = isObject(fields) ? fields : {};
  const record: Record<string, FieldValue> = {};
  for (const [name, codec] of Object.entries(CODECS)) {
    const value = given[name];
    if (value === undefined) {
      if (OPTIONAL.has(name)) continue;
      throw unreadableRecord(name, 'missing');
    }
    const decoded = isObject(value) ? codec.decode(value) : undefined;
    if (decoded === undefined) throw unreadableRecord(name, 'holds a value that this field cannot hold');
    record[name] = decoded;
  }
  return record as unknown as RunRecord;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

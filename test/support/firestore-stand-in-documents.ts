import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../lambda-handler/protocol/clock';
import { parseTimestampMs, printTimestamp } from '../../lambda-handler/stores/firestore-timestamp';

/** An error as the emulator answers it. */
export class ApiFault extends Error {
  constructor(
    readonly code: number,
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}

type Json = Readonly<Record<string, unknown>>;

interface StoredDocument {
  readonly name: string;
  readonly fields: Json;
  readonly createTime: string;
  readonly updateTime: string;
}

const DOCUMENT_NAME = /^projects\/[^/]+\/databases\/[^/]+\/documents(?:\/[^/]+\/[^/]+)+$/;
const VALUE_KINDS = new Set([
  'nullValue',
  'booleanValue',
  'integerValue',
  'doubleValue',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'arrayValue',
  'mapValue',
]);

/** The documents of the stand-in, with the emulator's conditions, times and messages. */
export class StandInDocuments {
  private documents = new Map<string, StoredDocument>();
  private lastMicros = 0;

  constructor(private readonly clock: Clock) {}

  /** Carries out the writes together: all of them, or none when a condition does not hold. */
  commit(request: Json): Json {
    const writes = objectsIn(request, 'writes');
    const commitTime = this.nextTime();
    const after = new Map(this.documents);
    const writeResults = writes.map((write) => applyWrite(after, write, commitTime));
    this.documents = after;
    return { writeResults, commitTime };
  }

  batchGet(request: Json): readonly Json[] {
    const names = request['documents'];
    if (!Array.isArray(names)) throw unreadablePayload();
    const readTime = this.nextTime();
    return names.map(checkedName).map((name) => {
      const found = this.documents.get(name);
      return found === undefined ? { missing: name, readTime } : { found, readTime };
    });
  }

  private nextTime(): string {
    this.lastMicros = Math.max(this.lastMicros + 1, Math.floor(this.clock.nowMs() * 1000));
    return printTimestamp(this.lastMicros / 1000);
  }
}

function applyWrite(documents: Map<string, StoredDocument>, write: Json, commitTime: string): Json {
  const update = write['update'] === undefined ? undefined : asObject(write['update']);
  const name = checkedName(update === undefined ? write['delete'] : update['name']);
  const current = documents.get(name);
  checkCondition(asObject(write['currentDocument'] ?? {}), name, current);
  if (update === undefined) {
    documents.delete(name);
    return {};
  }
  const fields = fieldsAfter(current, normalized(asObject(update['fields'] ?? {})), write['updateMask']);
  // As in Firestore, a write that changes nothing leaves the update time where it was.
  const isChanged = current === undefined || !isDeepStrictEqual(current.fields, fields);
  const updateTime = isChanged ? commitTime : current.updateTime;
  documents.set(name, { name, fields, createTime: current?.createTime ?? commitTime, updateTime });
  return { updateTime };
}

function checkCondition(condition: Json, name: string, current: StoredDocument | undefined): void {
  const { exists, updateTime } = condition;
  if (exists === false && current !== undefined) {
    throw new ApiFault(409, 'ALREADY_EXISTS', `entity already exists: ${name}`);
  }
  if (exists === true && current === undefined) {
    throw new ApiFault(404, 'NOT_FOUND', `no entity to update: ${name}`);
  }
  if (updateTime === undefined) return;
  const requiredMs = parseTimestampMs(updateTime);
  if (requiredMs === undefined) throw unreadablePayload();
  if (current === undefined || parseTimestampMs(current.updateTime) !== requiredMs) {
    const stored = current?.updateTime ?? 'none';
    throw new ApiFault(
      400,
      'FAILED_PRECONDITION',
      `the stored version (${stored}) does not match the required base version (${updateTime})`,
    );
  }
}

function fieldsAfter(current: StoredDocument | undefined, given: Json, mask: unknown): Json {
  if (mask === undefined) return given;
  const paths = asObject(mask)['fieldPaths'];
  if (!Array.isArray(paths)) throw unreadablePayload();
  const fields: Record<string, unknown> = { ...current?.fields };
  for (const path of paths) {
    if (path in given) fields[path] = given[path];
    else delete fields[path];
  }
  return fields;
}

function normalized(fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, normalizedValue(asObject(value))]),
  );
}

function normalizedValue(value: Json): Json {
  const [kind, ...others] = Object.keys(value);
  if (kind === undefined || others.length > 0 || !VALUE_KINDS.has(kind)) throw unreadablePayload();
  if (kind === 'integerValue' && !/^-?\d{1,19}$/.test(String(value[kind]))) throw unreadablePayload();
  if (kind !== 'timestampValue') return value;
  const ms = parseTimestampMs(value[kind]);
  if (ms === undefined) throw unreadablePayload();
  // Protocol buffers print as many groups of three digits as it takes: `…:00Z`, `….100Z`, `….123456Z`.
  return { [kind]: printTimestamp(ms).replace(/(?:\.000000|000)Z$/, 'Z') };
}

function checkedName(name: unknown): string {
  if (typeof name !== 'string') throw unreadablePayload();
  if (!DOCUMENT_NAME.test(name)) {
    throw new ApiFault(400, 'INVALID_ARGUMENT', `Document name "${name}" is not a document's.`);
  }
  return name;
}

function objectsIn(request: Json, field: string): readonly Json[] {
  const values = request[field];
  if (!Array.isArray(values)) throw unreadablePayload();
  return values.map(asObject);
}

function asObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadablePayload();
  return value as Json;
}

function unreadablePayload(): ApiFault {
  return new ApiFault(400, 'INVALID_ARGUMENT', "Payload isn't valid for request.");
}

import { randomUUID } from 'node:crypto';
import { type FirestoreServer, startFirestoreStandIn } from '../support/firestore-stand-in';
import { firestoreUnderTest } from '../support/firestore-under-test';

const DATABASE = `projects/demo-comparison/databases/db-${randomUUID()}`;
const NAME = `${DATABASE}/documents/runs/a`;
const OTHER = `${DATABASE}/documents/runs/b`;
const STALE = '2026-01-01T00:00:00.000001Z';

type Body = Readonly<Record<string, unknown>>;

interface Answer {
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

interface Exchange {
  readonly case: string;
  readonly path?: string;
  readonly authorization?: string;
  /** `updateTime` is the last one that the server gave. */
  readonly body: (updateTime: string) => Body | string;
}

const update = (fields: Body, more: Body = {}) => ({ writes: [{ update: { name: NAME, fields }, ...more }] });
const value = (n: number) => ({ n: { integerValue: String(n) } });
const mask = (...fieldPaths: string[]) => ({ updateMask: { fieldPaths } });
const at = (updateTime: string) => ({ currentDocument: { updateTime } });
const absent = { currentDocument: { exists: false } };
const present = { currentDocument: { exists: true } };
const remove = (more: Body) => ({ writes: [{ delete: NAME, ...more }] });
const get = (...documents: string[]) => ({ documents });

/** One after the other, on one document. */
const EXCHANGES: readonly Exchange[] = [
  { case: 'read of nothing', path: 'batchGet', body: () => get(NAME) },
  { case: 'update of nothing', body: () => update(value(1), { ...mask('n'), ...at(STALE) }) },
  { case: 'update of what must exist', body: () => update(value(1), present) },
  { case: 'deletion of nothing', body: () => remove(at(STALE)) },
  {
    case: 'creation with every kind of value',
    body: () =>
      update(
        {
          ...value(1),
          half: { doubleValue: 12.5 },
          text: { stringValue: 'ü支払い💸' },
          flag: { booleanValue: false },
          whole: { timestampValue: '2026-10-16T12:00:00.000000Z' },
          millis: { timestampValue: '2026-10-16T12:00:00.100000Z' },
          micros: { timestampValue: '2026-10-16T12:00:00.123456Z' },
          nanos: { timestampValue: '2026-10-16T12:00:00.123456789Z' },
        },
        absent,
      ),
  },
  { case: 'creation of what is there', body: () => update(value(1), absent) },
  { case: 'read', path: 'batchGet', body: () => get(NAME, OTHER) },
  { case: 'equal update', body: (updateTime) => update(value(1), { ...mask('n'), ...at(updateTime) }) },
  {
    case: 'equal update after an equal one',
    body: (updateTime) => update(value(1), { ...mask('n'), ...at(updateTime) }),
  },
  { case: 'removal of no field', body: (updateTime) => update({}, { ...mask('other'), ...at(updateTime) }) },
  { case: 'stale update', body: () => update(value(2), { ...mask('n'), ...at(STALE) }) },
  {
    case: 'update and removal',
    body: (updateTime) => update(value(2), { ...mask('n', 'text'), ...at(updateTime) }),
  },
  { case: 'read of the update', path: 'batchGet', body: () => get(NAME) },
  {
    case: 'two writes of which one is refused',
    body: () => ({
      writes: [{ update: { name: OTHER, fields: value(1) } }, { delete: NAME, ...at(STALE) }],
    }),
  },
  { case: 'read of what was refused', path: 'batchGet', body: () => get(NAME, OTHER) },
  { case: 'stale deletion', body: () => remove(at(STALE)) },
  { case: 'deletion', body: (updateTime) => remove(at(updateTime)) },
  { case: 'read of the deleted', path: 'batchGet', body: () => get(NAME) },
  { case: 'half a body', body: () => '{"writes":' },
  { case: 'unknown field', body: () => ({ wrongs: [] }) },
  { case: 'condition that is no time', body: () => remove(at('soon')) },
  { case: 'integer that is none', body: () => update({ n: { integerValue: 'one' } }) },
  { case: 'unknown kind of value', body: () => update({ n: { wholeValue: '1' } }) },
  { case: 'name of no document', body: () => ({ writes: [{ delete: 'runs' }] }) },
  { case: 'read of no document', path: 'batchGet', body: () => get('runs') },
  { case: 'token of nobody', authorization: 'Bearer nobody', body: () => update(value(1), absent) },
  { case: 'unknown call', path: 'forget', body: () => ({}) },
];

describe('startFirestoreStandIn', () => {
  let standIn: FirestoreServer;

  beforeAll(async () => {
    standIn = await startFirestoreStandIn();
  });

  afterAll(() => standIn.stop());

  const { kind, host } = firestoreUnderTest();
  if (kind === 'emulator') {
    test('answers as the emulator does', async () => {
      expect(await answersOf(standIn.host)).toEqual(await answersOf(host));
    });
  }

  test('says that it is up, as the emulator does', async () => {
    const response = await fetch(`http://${standIn.host}/`);

    expect(await response.text()).toBe('Ok\n');
  });

  test('frees its port when it is stopped, open connections or not', async () => {
    const other = await startFirestoreStandIn();
    await fetch(`http://${other.host}/`);

    await other.stop();

    await expect(fetch(`http://${other.host}/`)).rejects.toThrow('fetch failed');
  });
});

async function answersOf(host: string): Promise<readonly (Answer & { readonly case: string })[]> {
  const answers = [];
  let updateTime = STALE;
  for (const exchange of EXCHANGES) {
    const body = exchange.body(updateTime);
    const response = await fetch(`http://${host}/v1/${DATABASE}/documents:${exchange.path ?? 'commit'}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: exchange.authorization ?? 'Bearer owner',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    updateTime = /"updateTime":\s*"([^"]+)"/.exec(text)?.[1] ?? updateTime;
    answers.push({
      case: exchange.case,
      httpStatus: response.status,
      contentType: response.headers.get('content-type'),
      body: comparable(text),
    });
  }
  return answers;
}

/** Times of this very moment become words that say which of them are equal; messages are for people. */
function comparable(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  const times: string[] = [];
  return JSON.parse(text, (key, value) => {
    if (key === 'message') return 'text';
    if (!['commitTime', 'createTime', 'readTime', 'updateTime'].includes(key)) return value;
    if (!times.includes(value)) times.push(value);
    return `time ${times.indexOf(value)}`;
  });
}

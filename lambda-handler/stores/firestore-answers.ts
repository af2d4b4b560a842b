import type { Sighting, WriteOutcome } from '../protocol/run-store';
import { decodeRecord } from './firestore-codec';
import type { FirestoreReply } from './firestore-rest';
import { parseTimestampMs } from './firestore-timestamp';
import { unreadableAnswer } from './store-errors';

type GoodReply = Extract<FirestoreReply, { kind: 'ok' }>;

/**
 * Reads the answer to a commit of one write.
 *
 * A deletion leaves no update time; the commit's own time stands for it.
 *
 * @see https://cloud.google.com/firestore/docs/reference/rest/v1/WriteResult
 */
export function readWriteOutcome(reply: GoodReply, isDeletion: boolean): WriteOutcome {
  const { commitTime, writeResults } = asObject(reply.body);
  const commitAtMs = parseTimestampMs(commitTime);
  if (commitAtMs === undefined) throw unreadable(reply, 'no commitTime');
  const updateTime = isDeletion ? commitTime : asObject(asArray(writeResults)[0])['updateTime'];
  if (parseTimestampMs(updateTime) === undefined) throw unreadable(reply, 'no updateTime');
  return { kind: 'written', updateTime: updateTime as string, commitAtMs };
}

/**
 * Reads the answer to a `batchGet` of one document.
 *
 * @see https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/batchGet
 */
export function readSighting(reply: GoodReply): Sighting {
  const { found, missing, readTime } = asObject(asArray(reply.body)[0]);
  const readAtMs = parseTimestampMs(readTime);
  if (readAtMs === undefined) throw unreadable(reply, 'no readTime');
  if (typeof missing === 'string') return { run: undefined, readAtMs };
  const { fields, updateTime } = asObject(found);
  const updatedAtMs = parseTimestampMs(updateTime);
  if (updatedAtMs === undefined) throw unreadable(reply, 'no updateTime');
  return {
    run: { record: decodeRecord(fields), updateTime: updateTime as string, updatedAtMs },
    readAtMs,
  };
}

function unreadable(reply: GoodReply, why: string) {
  return unreadableAnswer(reply.httpStatus, why, reply.facts);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

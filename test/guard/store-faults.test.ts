import { idempotencyKeyId } from '../../src/contract/run-identity';
import {
  apiError,
  cut,
  done,
  type FaultyFirestore,
  pass,
  type Script,
  silence,
  startFaultyFirestore,
} from '../support/faulty-firestore';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { databaseOf, GuardWorld } from './guard-world';

/** Short, so that a finish that nobody takes is given up soon. */
const LEASE_SECONDS = 8;
const world = new GuardWorld('plain http', databaseOf('store-faults'), { leaseSeconds: LEASE_SECONDS });
let firestore: FaultyFirestore;

beforeAll(async () => {
  firestore = await startFaultyFirestore(firestoreUnderTest().host);
  await world.start(firestore.host);
});

afterAll(async () => {
  await world.stop();
  await firestore.stop();
});

/** A key whose record's requests follow a script. */
function keyUnder(script: Script): string {
  const key = world.key();
  firestore.treat(idempotencyKeyId({ guard: 'ledger', caller: '', key }), script);
  return key;
}

describe('the guard of a service whose store fails', () => {
  test.each<{ case: string; script: Script }>([
    { case: 'is out of reach', script: () => cut },
    { case: 'stays silent', script: () => silence },
    { case: 'refuses the account', script: () => apiError(403, 'PERMISSION_DENIED') },
    { case: 'has no such database', script: () => apiError(404, 'NOT_FOUND') },
  ])('answers 500 and handles nothing where the store $case', async ({ script }) => {
    const key = keyUnder(script);

    const reply = await world.send({ key });

    expect(reply).toMatchObject({ status: 500, json: { outcome: 'claim-unknown' } });
    expect(world.handled(key)).toBe(0);
    expect(world.lines.at(-1)).toMatchObject({ severity: 'ERROR' });
  });

  test.each<{ case: string; script: Script }>([
    { case: 'claim is lost on its way', script: (index) => (index === 0 ? cut : pass) },
    { case: "claim's answer is lost", script: (index) => (index === 0 ? done(cut) : pass) },
    { case: 'finish is lost on its way', script: (index) => (index === 1 ? cut : pass) },
    { case: "finish's answer is lost", script: (index) => (index === 1 ? done(cut) : pass) },
    { case: 'finish meets contention', script: (index) => (index === 1 ? apiError(409, 'ABORTED') : pass) },
  ])('handles a request once whose $case', async ({ script }) => {
    const key = keyUnder(script);

    const replies = [await world.send({ key }), await world.send({ key })];

    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[1]?.headers['idempotency-replayed']).toBe('true');
    expect(world.handled(key)).toBe(1);
  });

  test('never tells an answer that the store did not take, and holds the key until its lease ends', async () => {
    const key = keyUnder((index) => (index === 0 ? pass : cut));

    const reply = await world.send({ key });
    const left = await world.record(key);

    expect(reply).toMatchObject({ status: 500, json: { outcome: 'finish-unknown' } });
    expect(reply.body.toString()).not.toContain('charged');
    expect(reply.headers.location).toBeUndefined();
    expect(left).toMatchObject({ status: 'in_progress', attempt: 1 });
  });
});

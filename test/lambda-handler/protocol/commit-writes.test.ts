import { setDocument } from '../../../lambda-handler/document-writes';
import { type CommitRequest, commitWrites } from '../../../lambda-handler/protocol/commit-writes';
import type { DocumentStore, WriteOutcome } from '../../../lambda-handler/protocol/run-store';
import { MemoryRunStore } from '../../../lambda-handler/stores/memory-run-store';
import { storeRefused, storeUnanswered } from '../../../lambda-handler/stores/store-errors';
import { manualClock } from '../../support/manual-clock';
import { runRecord } from '../../support/run-record';

const RUN = 'run';
const facts = (tries: number) => ({ method: 'commit', database: 'd', tries });
const refusal = (status: string, tries = 1) =>
  storeRefused({ status, httpStatus: 400, message: 'as told' }, facts(tries));

/** What a commit is answered; it is thrown where the store throws it. */
type Answer = () => WriteOutcome | Promise<WriteOutcome>;

const unheard: Answer = () => Promise.reject(storeUnanswered(facts(1)));
const denied: Answer = () => Promise.reject(refusal('PERMISSION_DENIED'));
const refused =
  (tries = 1): Answer =>
  () => ({ kind: 'refused', cause: refusal('NOT_FOUND', tries) });

/** A run of attempt `a`, in a store whose commits are answered as told. */
async function world() {
  const clock = manualClock.at('2026-10-16T12:00:00Z');
  const memory = new MemoryRunStore(clock);
  const limit = { untilMs: Number.POSITIVE_INFINITY };
  await memory.create(RUN, runRecord({ attempt_id: 'a' }), limit);
  const versionOf = async () => (await memory.read(RUN, limit)).run?.updateTime ?? '';
  const request = async (answers: Answer[]): Promise<CommitRequest> => {
    const documents: DocumentStore = {
      ...memory.documents,
      update: async () => (answers.shift() ?? denied)(),
    };
    const store = {
      documents,
      create: memory.create.bind(memory),
      update: memory.update.bind(memory),
      delete: memory.delete.bind(memory),
      read: memory.read.bind(memory),
    };
    const claim = { runId: RUN, attemptId: 'a' };
    return {
      port: { store, clock },
      claim,
      changes: { status: 'completed' },
      updateTime: await versionOf(),
      untilMs: clock.monotonicMs() + 10_000,
    };
  };
  const commit = async (...answers: Answer[]) =>
    clock.until(commitWrites([setDocument('effects/a', {})])(await request(answers)));
  /** Moves the record on, as a renewal does. */
  const renew = async () => memory.update(RUN, { renewals: 1 }, await versionOf(), limit);
  return { commit, renew };
}

describe('commitWrites', () => {
  test.each([
    { case: 'a condition of the writes does not hold', answers: [refused()] },
    { case: 'the store cannot carry it out', answers: [denied] },
  ])('is sure that nothing was written when $case', async ({ answers }) => {
    const { commit } = await world();

    expect(await commit(...answers)).toMatchObject({
      kind: 'not-committed',
      error: { code: 'WRITES_REFUSED' },
    });
  });

  test.each([
    { case: 'a commit before it was heard by nobody', answers: [unheard, denied] },
    { case: 'a commit before it was heard by nobody, and it was refused', answers: [unheard, refused()] },
    { case: 'the store has sent it twice', answers: [refused(2)] },
  ])('does not take a refusal for the end when $case', async ({ answers }) => {
    const { commit } = await world();

    expect((await commit(...answers)).kind).toBe('unknown');
  });

  test('takes a refusal for the end when the record has moved on since what nobody has heard', async () => {
    const { commit, renew } = await world();
    const unheardAndMoved: Answer = async () => {
      await renew();
      return unheard();
    };

    expect((await commit(unheardAndMoved, denied)).kind).toBe('not-committed');
  });
});

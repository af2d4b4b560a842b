import { MemoryRunStore } from '../../../lambda-handler/stores/memory-run-store';
import { manualClock } from '../../support/manual-clock';
import { runRecord } from '../../support/run-record';
import { describeDocumentStore } from './document-store-contract';
import { describeRunStore } from './run-store-contract';

function inMemory() {
  const clock = manualClock.at('2026-10-16T12:00:00Z');
  return { clock, store: new MemoryRunStore(clock) };
}

describeRunStore('MemoryRunStore', inMemory);
describeDocumentStore('MemoryRunStore', inMemory);

describe('MemoryRunStore on its clock', () => {
  test('takes its time from the clock', async () => {
    const clock = manualClock.at('2026-10-16T12:00:00Z');
    const store = new MemoryRunStore(clock);
    const limit = { untilMs: Number.POSITIVE_INFINITY };

    const outcome = await store.create('run', runRecord(), limit);
    await clock.advance(190_000);
    const { readAtMs } = await store.read('run', limit);

    expect(outcome).toEqual({
      kind: 'written',
      updateTime: '2026-10-16T12:00:00.000000Z',
      commitAtMs: Date.UTC(2026, 9, 16, 12),
    });
    expect(readAtMs).toBe(Date.UTC(2026, 9, 16, 12, 3, 10));
  });
});

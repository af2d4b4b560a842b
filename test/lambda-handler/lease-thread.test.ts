import { MessageChannel } from 'node:worker_threads';
import { LeaseThread } from '../../lambda-handler/lease-thread';
import type { LeaseEvents, LeaseToKeep, Loss } from '../../lambda-handler/protocol/held-lease';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';
import { until } from '../support/until';
import type { LogLine } from './protocol/protocol-world';

/** Stands for the handler's file: a program that answers as the thread's own does, and ends when paused. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  if (workerData.thread !== 'cdktf-deduped-scheduler.lease-thread') throw new Error('not the lease thread');
  parentPort.on('message', ({ kind, attemptId }) => {
    if (kind === 'keep') {
      parentPort.postMessage({ kind: 'kept', attemptId });
      parentPort.postMessage({ kind: 'unrenewed', attemptId, problem: 'silence' });
      parentPort.postMessage({ kind: 'lost', attemptId, loss: { holder: 2 } });
    }
    if (kind === 'release') parentPort.postMessage({ kind: 'version', attemptId, updateTime: 'newer' });
    if (kind === 'pause') process.exit();
  });
  parentPort.postMessage({ kind: 'ready' });
`;

const LEASE: LeaseToKeep = {
  runId: 'r',
  attemptId: 'a',
  updateTime: 'claimed',
  renewals: 0,
  leaseSeconds: 15,
  sentAtMs: 0,
  untilMs: 60_000,
};

const UNHEARD: LeaseEvents = { onLost: () => {}, onUnrenewed: () => {} };

let files: TemporaryProject;

beforeAll(() => {
  files = temporaryProject({ 'thread.js': PROGRAM, 'broken.js': 'throw new Error("not to be started")' });
});

afterAll(() => files.remove());

function leaseThread(file = 'thread.js') {
  const disarmed: string[] = [];
  const lines: LogLine[] = [];
  const ports: { close(): void }[] = [];
  const thread = new LeaseThread({
    file: files.path(file),
    store: { kind: 'firestore', project: 'p', database: 'd', collection: 'c' },
    emulatorHost: undefined,
    watchdog: {
      connect: async () => {
        const { port1, port2 } = new MessageChannel();
        ports.push(port1);
        return port2;
      },
      disarm: (attemptId) => disarmed.push(attemptId),
    },
    log: (severity, message, fields = {}) => lines.push({ severity, message, fields }),
  });
  return { thread, disarmed, lines, close: () => ports.map((port) => port.close()) };
}

describe('LeaseThread', () => {
  test('hands over a lease, hears of its loss and of its last version', async () => {
    const { thread, disarmed, close } = leaseThread();
    const losses: Loss[] = [];
    const problems: string[] = [];

    await thread.ready();
    const lease = await thread.keep(LEASE, {
      onLost: (loss) => losses.push(loss),
      onUnrenewed: (problem) => problems.push(problem),
    });
    await until('the loss is heard of', () => losses.length > 0);
    const version = await lease.release();
    await (await thread.keep(LEASE, UNHEARD)).pause();
    close();

    expect(problems).toEqual(['silence']);
    expect(losses).toEqual([{ holder: 2 }]);
    expect(version).toBe('newer');
    expect(disarmed).toEqual([]);
  });

  test('lets an attempt end whose thread has ended, and takes its watchdog back', async () => {
    const { thread, disarmed, close } = leaseThread();
    await thread.ready();
    const lease = await thread.keep(LEASE, UNHEARD);

    const paused = await lease.pause();
    lease.resume('finished');
    const released = await lease.release();
    close();

    expect([paused, released]).toEqual(['claimed', 'finished']);
    expect(disarmed).toEqual(['a']);
  });

  test('starts again for the next attempt when it has ended', async () => {
    const { thread, close } = leaseThread();
    await thread.ready();
    await (await thread.keep(LEASE, UNHEARD)).pause();

    await thread.ready();
    const lease = await thread.keep({ ...LEASE, attemptId: 'b' }, UNHEARD);
    const version = await lease.release();
    await (await thread.keep(LEASE, UNHEARD)).pause();
    close();

    expect(version).toBe('newer');
  });

  test('says why it cannot be started', async () => {
    const { thread, lines, close } = leaseThread('broken.js');

    await expect(thread.ready()).rejects.toThrow('not to be started');
    close();

    expect(lines).toMatchObject([
      { severity: 'CRITICAL', fields: { error: { message: 'not to be started' } } },
    ]);
  });
});

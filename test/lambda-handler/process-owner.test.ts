import { EventEmitter } from 'node:events';
import { OWN_THREADS } from '../../lambda-handler/own-threads';
import { ProcessOwner } from '../../lambda-handler/process-owner';
import { ActiveAttempts } from '../../lambda-handler/protocol/active-attempts';
import { manualClock } from '../support/manual-clock';
import type { LogLine } from './protocol/protocol-world';

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

function owned() {
  const host = new FakeProcess();
  const clock = manualClock.at('2026-10-16T12:00:01Z');
  const attempts = new ActiveAttempts();
  const lines: LogLine[] = [];
  const owner = new ProcessOwner({
    process: host,
    clock,
    attempts,
    log: (severity, message, fields = {}) => lines.push({ severity, message, fields }),
  });
  owner.own();
  return { host, clock, attempts, lines, owner };
}

const FACTS = { runId: 'r', attempt: 1, job: 'nightly-invoices' };

/** A piece of work that the test ends. */
function work() {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

describe('ProcessOwner', () => {
  describe.each(['SIGTERM', 'SIGINT'])('at %s', (signal) => {
    test('exits at once when nothing is at work', () => {
      const { host } = owned();

      host.emit(signal, signal);

      expect(host.exits).toEqual([0]);
    });

    test('fires the signal of every attempt and closes the server', () => {
      const { host, owner, attempts } = owned();
      const controllers = [new AbortController(), new AbortController()];
      for (const controller of controllers) attempts.begin(FACTS, controller);
      const { promise } = work();
      owner.track(promise);
      let closed = 0;
      owner.onStop(() => {
        closed += 1;
      });

      host.emit(signal, signal);

      const reason = new Error(`the instance was told to stop (${signal})`);
      expect(controllers.map((controller) => controller.signal.reason)).toEqual([reason, reason]);
      expect(closed).toBe(1);
      expect(attempts.stopping).toEqual(reason);
    });

    test('exits with 0 when the last delivery has been answered', async () => {
      const { host, owner, clock } = owned();
      const [first, second] = [work(), work()];
      owner.track(first.promise);
      owner.track(second.promise);

      host.emit(signal, signal);
      first.end();
      await clock.advance(8_999);
      const before = [...host.exits];
      second.end();
      await clock.advance(0);

      expect(before).toEqual([]);
      expect(host.exits).toEqual([0]);
    });

    test('exits after nine seconds when an attempt does not settle, and names it', async () => {
      const { host, owner, clock, attempts, lines } = owned();
      owner.track(work().promise);
      attempts.begin(FACTS, new AbortController());

      host.emit(signal, signal);
      await clock.advance(8_999);
      const before = [...host.exits];
      await clock.advance(1);

      expect(before).toEqual([]);
      expect(host.exits).toEqual([1]);
      expect(lines.at(-1)).toMatchObject({ severity: 'ERROR', fields: { attempts: [FACTS] } });
    });

    test('exits at once when it comes again', () => {
      const { host, owner } = owned();
      owner.track(work().promise);

      host.emit(signal, signal);
      host.emit(signal, signal);

      expect(host.exits).toEqual([1]);
    });
  });

  test('does not end the process because all work is done', async () => {
    const { host, owner, clock } = owned();
    const { promise, end } = work();
    owner.track(promise);

    end();
    await clock.advance(0);

    expect(host.exits).toEqual([]);
  });

  describe('an exit that job logic calls for', () => {
    test('is logged with the attempts at work', () => {
      const { host, attempts, lines } = owned();
      attempts.begin(FACTS, new AbortController());

      host.emit('exit', 0);

      const message =
        'the process was ended while attempts are at work; the lease of a run that is not completed runs out';
      expect(lines).toEqual([{ severity: 'CRITICAL', message, fields: { code: 0, attempts: [FACTS] } }]);
    });

    test('needs no line when nothing is at work', () => {
      const { host, lines } = owned();

      host.emit('exit', 0);

      expect(lines).toEqual([]);
    });

    test('needs no second line when the process ends itself', async () => {
      const { host, attempts, owner, clock, lines } = owned();
      attempts.begin(FACTS, new AbortController());
      owner.track(work().promise);
      host.emit('SIGTERM', 'SIGTERM');
      await clock.advance(9_000);
      const linesBefore = lines.length;

      host.emit('exit', 1);

      expect(lines).toHaveLength(linesBefore);
    });
  });

  describe('a stray error', () => {
    test.each(['uncaughtException', 'unhandledRejection'])(
      'is logged at %s with the attempts at work',
      (event) => {
        const { host, attempts, lines } = owned();
        const controller = new AbortController();
        attempts.begin(FACTS, controller);
        const error = new Error('stray');

        host.emit(event, error, event);

        const fields = { error, origin: event, attempts: [FACTS] };
        expect(lines).toMatchObject([{ severity: 'ERROR', fields }]);
        expect(host.exits).toEqual([]);
        expect(controller.signal.aborted).toBe(false);
      },
    );

    test.each([
      { case: 'undefined', thrown: undefined },
      { case: 'a text', thrown: 'text' },
      {
        case: 'a proxy that resists',
        thrown: new Proxy(new Error('no'), {
          getPrototypeOf: () => {
            throw new Error('no');
          },
        }),
      },
    ])('is survived when it is $case', ({ thrown }) => {
      const { host, lines } = owned();

      host.emit('unhandledRejection', thrown);

      expect(lines).toHaveLength(1);
      expect(host.exits).toEqual([]);
    });

    test('is named in the log when it is undefined', () => {
      const { host, lines } = owned();

      host.emit('unhandledRejection', undefined);

      expect(lines).toMatchObject([{ fields: { error: 'undefined' } }]);
    });

    const cannotListen = Object.assign(new Error('EADDRINUSE'), { syscall: 'listen' });

    test('ends a process whose host cannot listen', () => {
      const { host } = owned();

      host.emit('uncaughtException', cannotListen);

      expect(host.exits).toEqual([1]);
    });

    test('does not end a process at work because a job cannot listen', () => {
      const { host, owner } = owned();
      owner.track(work().promise);

      host.emit('uncaughtException', cannotListen);

      expect(host.exits).toEqual([]);
    });
  });

  describe("a host's listeners", () => {
    /** Adds a listener as code in the given file would. */
    function addFrom(file: string, host: FakeProcess, event: string, listener: () => void): void {
      const add = new Function(
        'host',
        'event',
        'listener',
        `host.on(event, listener);\n//# sourceURL=${file}`,
      );
      add(host, event, listener);
    }

    const FRAMEWORK = '/workspace/node_modules/@google-cloud/functions-framework/build/src/invoker.js';
    const EVENTS = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'];

    test.each(EVENTS)('are taken out at %s when functions-framework adds them', async (event) => {
      const { host, clock } = owned();

      addFrom(FRAMEWORK, host, event, () => {});
      await clock.advance(0);

      expect(host.listenerCount(event)).toBe(1);
    });

    test.each([
      { case: 'another module adds them', file: '/workspace/index.js', event: 'SIGTERM' },
      { case: 'they are for another event', file: FRAMEWORK, event: 'exit' },
    ])('stay when $case', async ({ file, event }) => {
      const { host, clock } = owned();
      const listener = () => {};

      addFrom(file, host, event, listener);
      await clock.advance(0);

      expect(host.listeners(event)).toContain(listener);
    });
  });

  describe('when the process ends', () => {
    test('says so while attempts are at work', () => {
      const { host, attempts, lines } = owned();
      attempts.begin(FACTS, new AbortController());

      host.emit('exit', 3);

      const message =
        'the process was ended while attempts are at work; the lease of a run that is not completed runs out';
      expect(lines).toEqual([{ severity: 'CRITICAL', message, fields: { code: 3, attempts: [FACTS] } }]);
    });

    test('says nothing when no attempt is at work', () => {
      const { host, lines } = owned();

      host.emit('exit', 0);

      expect(lines).toEqual([]);
    });

    test('says nothing more when it has ended the process itself', async () => {
      const { host, owner, clock, attempts, lines } = owned();
      owner.track(work().promise);
      attempts.begin(FACTS, new AbortController());
      host.emit('SIGTERM', 'SIGTERM');
      await clock.advance(9_000);
      const before = lines.length;

      host.emit('exit', 1);

      expect(lines).toHaveLength(before);
    });
  });

  describe('a thread that job logic starts', () => {
    async function leave(thread: EventEmitter, endsIt: boolean) {
      const { host, owner, clock, lines } = owned();
      const { promise, end } = work();
      owner.track(promise);
      host.emit('worker', thread);
      if (endsIt) thread.emit('exit', 0);
      end();
      await clock.advance(0);
      return lines.map(({ message }) => message);
    }

    test('is told of when it outlives the attempts', async () => {
      expect(await leave(new EventEmitter(), false)).toEqual([
        'job logic has left threads running; they outlive its attempt and nothing ends them',
      ]);
    });

    test('is not told of when it has ended', async () => {
      expect(await leave(new EventEmitter(), true)).toEqual([]);
    });

    test('is told from the threads of the handler itself', async () => {
      const thread = new EventEmitter();
      OWN_THREADS.add(thread as never);

      expect(await leave(thread, false)).toEqual([]);
    });
  });
});

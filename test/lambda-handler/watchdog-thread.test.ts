import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(__dirname, '../..');
const ATTEMPT = `{ attemptId: 'a', runId: 'r' }`;

/** Runs a program in a process of its own, since it is to be killed. */
function run(program: string): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
  const source = `
    const { SystemClock } = require('./lambda-handler/system-clock');
    const { WatchdogThread } = require('./lambda-handler/watchdog-thread');
    const clock = new SystemClock();
    const watchdog = new WatchdogThread(clock, (...entry) => console.log(JSON.stringify(entry)));
    (async () => { ${program} })();
  `;
  return spawn(process.execPath, ['-r', 'tsx/cjs', '-e', source], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  }) as never;
}

async function end(child: ReturnType<typeof run>) {
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output: output.trim(), code, signal };
}

describe('WatchdogThread', () => {
  test('ends a process whose event loop is blocked, after one line that names the run', async () => {
    const { output, signal } = await end(
      run(`await watchdog.ready(); watchdog.arm(${ATTEMPT}, clock.monotonicMs() + 50); for (;;) {}`),
    );

    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(output)).toMatchObject({ severity: 'CRITICAL', runId: 'r', attemptId: 'a' });
  });

  test('lets a process be whose attempt was disarmed, and does not keep it alive', async () => {
    const { output, code, signal } = await end(
      run(`
        await watchdog.ready();
        const disarm = watchdog.arm(${ATTEMPT}, clock.monotonicMs() + 300);
        disarm();
        await clock.sleep(600);
        console.log('alive');
      `),
    );

    expect({ output, code, signal }).toEqual({ output: 'alive', code: 0, signal: null });
  });

  test('says that its thread has ended, and starts another', async () => {
    const { output, signal } = await end(
      run(`
        await watchdog.ready();
        await watchdog.worker.terminate();
        await watchdog.ready();
        watchdog.arm(${ATTEMPT}, clock.monotonicMs() + 50);
        await clock.sleep(10_000);
      `),
    );

    const [ended = '', killed = ''] = output.split('\n');
    expect(JSON.parse(ended).slice(0, 2)).toEqual(['CRITICAL', 'the watchdog thread has failed']);
    expect(JSON.parse(killed)).toMatchObject({ runId: 'r' });
    expect(signal).toBe('SIGKILL');
  });

  test('ends the process for one attempt when another was disarmed', async () => {
    const { signal } = await end(
      run(`
        await watchdog.ready();
        watchdog.arm(${ATTEMPT}, clock.monotonicMs() + 200);
        watchdog.arm({ attemptId: 'b', runId: 's' }, clock.monotonicMs() + 100)();
        await clock.sleep(10_000);
      `),
    );

    expect(signal).toBe('SIGKILL');
  });
});

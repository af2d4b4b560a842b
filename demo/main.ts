/**
 * The main job from end to end, without an account: synthesizes the basic example, starts the archive that
 * would be deployed, and acts as Cloud Scheduler, with its duplicates, lost answers and crashes.
 *
 * npm run demo
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFirestore } from '../test/support/firestore-server';
import { startLedger } from './ledger';
import { playAll } from './scenarios';
import { Stage } from './stage';
import { synthesizeExample } from './synthesized-example';
import { table } from './table';

async function main(): Promise<boolean> {
  const began = Date.now();
  const outDirectory = await mkdtemp(join(tmpdir(), 'deduped-scheduler-demo-'));
  const [example, firestore, ledger] = await Promise.all([
    synthesizeExample(outDirectory),
    startFirestore(),
    startLedger(),
  ]);
  const stage = new Stage(example, ledger, firestore.host);
  const reason = firestore.kind === 'emulator' ? '' : ` (no Firestore emulator: ${firestore.reason})`;
  say(
    `synthesized ${example.jobName}: deadline ${example.attemptDeadlineSeconds} s, lease ${example.leaseSeconds} s`,
  );
  say(`store: Firestore ${firestore.kind}${reason}`);
  try {
    const [first, second] = await Promise.all([stage.warmInstance(), stage.warmInstance()]);
    say('handler: two instances of the archive under functions-framework');
    const progress = showProgress(
      began,
      `delivering as Cloud Scheduler does; pressing twice takes ${example.retryWindowSeconds} s`,
    );
    const played = await playAll(stage, { first, second }).finally(progress);
    const right = played.every(({ isRight }) => isRight);
    process.stdout.write(`\n${table(played.flatMap(({ rows }) => rows))}\n\n`);
    const seconds = Math.round((Date.now() - began) / 1000);
    say(
      right
        ? `every run was executed as often as it must be, in ${seconds} s`
        : 'NOT every run went as it must',
    );
    return right;
  } finally {
    await stage.stop();
    await Promise.all([firestore.stop(), ledger.stop(), rm(outDirectory, { recursive: true, force: true })]);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Counts the seconds on a terminal, and prints a line now and then where there is none. */
function showProgress(began: number, text: string): () => void {
  say(text);
  const terminal = process.stdout.isTTY;
  const timer = setInterval(
    () => {
      const seconds = `${Math.round((Date.now() - began) / 1000)} s`;
      process.stdout.write(terminal ? `\r  ${seconds} ` : `  ${seconds}\n`);
    },
    terminal ? 1000 : 15_000,
  );
  return () => clearInterval(timer);
}

main().then(
  (right) => process.exit(right ? 0 : 1),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);

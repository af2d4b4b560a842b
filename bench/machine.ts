import { execFileSync } from 'node:child_process';
import { cpus, release, type } from 'node:os';
import { node24 } from '../test/support/node-24';
import type { Machine } from './result';

/** What this machine is. */
export async function thisMachine(): Promise<Machine> {
  const handlerNode = execFileSync(await node24(), ['--version'], { encoding: 'utf8' });
  return {
    handlerNode: handlerNode.trim().slice(1),
    synthNode: process.versions.node,
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    system: `${type()} ${release()}`,
  };
}

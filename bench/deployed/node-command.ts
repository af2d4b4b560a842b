import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { node24 } from '../../test/support/node-24';
import type { Host } from './deployment';

/** The command that starts a handler in Node, as Google's buildpack or its image does. */
export async function nodeCommand(host: Host, directory: string): Promise<[string, ...string[]]> {
  const node = await node24();
  if (host === 'plain') return [node, 'index.js'];
  const framework = await realpath(join(directory, 'node_modules/.bin/functions-framework'));
  return [node, framework, '--target=handler'];
}

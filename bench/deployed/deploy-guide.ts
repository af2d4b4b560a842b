import { join } from 'node:path';
import { PROJECT } from '../emulator';
import type { Deployment } from './deployment';
import { installPackages } from './install-packages';
import { nodeCommand } from './node-command';

const DIRECTORY = join(__dirname, '../peers/node');

/** Deploys the pattern of Google's guide as it would be written in Node. */
export async function deployGuide(): Promise<Deployment> {
  await installPackages(DIRECTORY);
  return {
    label: "guide's pattern",
    directory: DIRECTORY,
    command: (host) => nodeCommand(host, DIRECTORY),
    environment: guideEnvironment,
  };
}

/** The environment of the guide's pattern in whatever language. */
export function guideEnvironment(firestoreHost: string): Readonly<Record<string, string>> {
  return { GOOGLE_CLOUD_PROJECT: PROJECT, FIRESTORE_EMULATOR_HOST: firestoreHost };
}

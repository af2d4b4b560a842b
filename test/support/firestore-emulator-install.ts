import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the emulator is, or why it cannot be used here. */
export type EmulatorInstall =
  | { readonly script: string; readonly missing?: undefined }
  | { readonly script?: undefined; readonly missing: string };

const EMULATOR_SCRIPT = 'platform/cloud-firestore-emulator/cloud_firestore_emulator';

/**
 * Finds the Firestore emulator of the Google Cloud CLI, and Java to run it.
 *
 * Install both with `gcloud components install cloud-firestore-emulator`, or Debian's
 * `google-cloud-cli-firestore-emulator`, and a Java runtime.
 */
export function findFirestoreEmulator(env: Environment): EmulatorInstall {
  const script = sdkRoots(env)
    .map((root) => path.join(root, EMULATOR_SCRIPT))
    .find(isExecutable);
  if (script === undefined) return { missing: 'no cloud-firestore-emulator in a Google Cloud CLI' };
  // The script itself starts what JAVA names, else `java`.
  const java = spawnSync(env['JAVA'] ?? 'java', ['-version'], { env });
  return java.status === 0 ? { script } : { missing: 'no Java runtime' };
}

function sdkRoots(env: Environment): readonly string[] {
  if (env['CLOUDSDK_ROOT_DIR']) return [env['CLOUDSDK_ROOT_DIR']];
  const gcloud = (env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'gcloud'))
    .find(isExecutable);
  if (gcloud === undefined) return [];
  // The link's target tells at once where the script's own answer takes a second.
  const linked = path.dirname(path.dirname(realpathSync(gcloud)));
  if (isExecutable(path.join(linked, EMULATOR_SCRIPT))) return [linked];
  const asked = spawnSync(gcloud, ['info', '--format=value(installation.sdk_root)'], {
    env,
    encoding: 'utf8',
  });
  return asked.status === 0 ? [asked.stdout.trim()] : [];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

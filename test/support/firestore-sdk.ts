import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SdkFirestore, SdkTransaction, SdkWriteBatch } from '../../lambda-handler/completion';
import { installPackages } from './install-packages';

const HOME = join(__dirname, 'firestore-sdk');
const SDK = '@google-cloud/firestore';

/** The part of the official `Firestore` that the tests use. */
export interface OfficialFirestore
  extends SdkFirestore<SdkTransaction & { set(reference: unknown, fields: object): unknown }> {
  batch(): SdkWriteBatch & { set(reference: unknown, fields: object): unknown };
  terminate(): Promise<void>;
}

/** Makes a client of the official SDK, which is installed at the first call, for an emulator at `host`. */
export async function officialFirestore(
  host: string,
  projectId: string,
  databaseId: string,
): Promise<OfficialFirestore> {
  if (!existsSync(join(HOME, 'node_modules', SDK))) await installPackages(HOME);
  const { Firestore } = require(join(HOME, 'node_modules', SDK));
  process.env['FIRESTORE_EMULATOR_HOST'] = host;
  // Else the SDK looks for the metadata server of a machine at Google.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  return new Firestore({ projectId, databaseId });
}

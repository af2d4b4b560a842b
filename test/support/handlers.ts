import type { TerraformStack } from 'cdktf';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import type { CloudRunFunctionProps } from '../../src/handler/cloud-run-function-props';
import { CloudRunImage, type CloudRunImageProps } from '../../src/handler/cloud-run-image';
import { FirestoreStore } from '../../src/store/firestore-store';
import type { FirestoreStoreProps } from '../../src/store/firestore-store-props';
import { EMPTY_LOGIC } from './billing-stack';

export const IMAGE = 'europe-west1-docker.pkg.dev/acme-billing/jobs/handler:1.0';

/** A store with nothing left to a token but what a test leaves open. */
export function aStore(
  stack: TerraformStack,
  changes: Partial<FirestoreStoreProps> = {},
  id = 'Store',
): FirestoreStore {
  return new FirestoreStore(stack, id, { location: 'eur3', databaseName: 'runs', ...changes });
}

/** A handler built from source, with a store of its own unless one is given. */
export function aFunction(
  stack: TerraformStack,
  changes: Partial<CloudRunFunctionProps> = {},
  id = 'Handler',
): CloudRunFunction {
  const store = changes.store ?? aStore(stack, { project: changes.project });
  return new CloudRunFunction(stack, id, { region: 'europe-west1', logic: EMPTY_LOGIC, ...changes, store });
}

/** A handler from an image, with a store of its own unless one is given. */
export function anImage(
  stack: TerraformStack,
  changes: Partial<CloudRunImageProps> = {},
  id = 'Handler',
): CloudRunImage {
  const store = changes.store ?? aStore(stack, { project: changes.project });
  return new CloudRunImage(stack, id, { region: 'europe-west1', image: IMAGE, ...changes, store });
}

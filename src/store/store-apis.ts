import type { ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import { RequiredApis } from '../required-apis';
import type { FirestoreCollectionProps } from './firestore-store-props';

/** Enables the APIs that a store needs, where it was asked for. */
export function enableStoreApis(scope: Construct, props: FirestoreCollectionProps): ITerraformDependable[] {
  if (props.enableApis !== true) return [];
  const roles = props.recordAccess === 'custom-role' ? ['iam'] : [];
  return RequiredApis.forStack(scope, props).enable(['firestore', ...roles]);
}

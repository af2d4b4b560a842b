import type { TerraformProvider } from 'cdktf';
import type { RecordAccess } from './record-access-role';

/** What `cdktf destroy` does with the database. */
export type RemovalPolicy = 'destroy' | 'retain';

export const REMOVAL_POLICIES: readonly RemovalPolicy[] = ['destroy', 'retain'];

/** What a database that is made and one that is adopted have in common. */
export interface FirestoreCollectionProps {
  /**
   * The collection of the records, 1 to 1500 bytes without `/`.
   *
   * @default 'scheduler_runs'
   */
  readonly collection?: string;
  /**
   * What handlers are granted: `datastore-user`, the predefined role, or `custom-role`, a role of the project
   * that holds only what the handler does. Either is conditioned on this one database.
   *
   * @default 'datastore-user'
   */
  readonly recordAccess?: RecordAccess;
  /**
   * Enables `firestore.googleapis.com` in the project.
   *
   * @default false
   */
  readonly enableApis?: boolean;
  /** @default - the project of the provider */
  readonly project?: string;
  /** @default - the provider of the stack */
  readonly provider?: TerraformProvider;
}

/** The props of a `FirestoreStore`. */
export interface FirestoreStoreProps extends FirestoreCollectionProps {
  /**
   * Where the database is, a region such as `europe-west1` or a multi-region such as `eur3`. It cannot be
   * changed later.
   *
   * @see https://cloud.google.com/firestore/docs/locations
   */
  readonly location: string;
  /**
   * 4 to 63 lower-case letters, digits and hyphens, first a letter, last a letter or digit, not shaped like
   * a UUID.
   *
   * @default - a name from the construct's place in the tree
   * @see https://cloud.google.com/firestore/docs/manage-databases#database_id
   */
  readonly databaseName?: string;
  /**
   * `destroy` deletes the database with the stack: its records are worthless after the retention. `retain`
   * makes Terraform forget it and protects it from deletion.
   *
   * @default 'destroy'
   */
  readonly removalPolicy?: RemovalPolicy;
}

/** A database that exists already. */
export interface FirestoreDatabaseReference extends FirestoreCollectionProps {
  /** Its name; `(default)` is one. Records share it with whatever else is in it, in a collection of their own. */
  readonly databaseName: string;
  /**
   * Whether this construct manages the collection's fields: the TTL policy on `expire_at` and the index
   * exemptions. Exactly one owner does, in one app: two would undo each other's work when one of them goes.
   * Say `false` where the store was made by another app of this library.
   */
  readonly managesFields: boolean;
  /**
   * The project id of the database; it must be given where `managesFields` is false, since nothing that is
   * made here tells it.
   *
   * @default - the project of the provider
   */
  readonly project?: string;
}

import type { DocumentWrite } from './document-writes';

/** What a completion keeps beside the writes. */
export interface CompletionOptions {
  /**
   * The result of the run, as JSON of at most 10,000 characters: answered to duplicates.
   *
   * @default - none
   */
  readonly result?: unknown;
}

/**
 * Commits writes of your own and `completed` in one Firestore commit: all or nothing.
 *
 * The documents are in the database of the run's record; no other database can take part. Once it has resolved the
 * run is completed, whatever the job logic does then. An attempt completes at most once.
 *
 * @throws CompletionError with a `code` that says why nothing was completed
 * @throws TypeError where the arguments are none of these; nothing has changed then, nor for the attempt
 * @see https://cloud.google.com/firestore/quotas#writes_and_transactions
 */
export interface CompleteWith {
  /** Writes made by `createDocument`, `setDocument`, `updateDocument`, `deleteDocument`, 10 MiB in all. */
  (writes: readonly DocumentWrite[], options?: CompletionOptions): Promise<void>;
  /**
   * In a transaction of the official SDK. The record is read and checked in it, so a callback that is run again
   * applies nothing twice. What the callback throws is thrown here, and the run goes on.
   */
  <Transaction extends SdkTransaction, T>(
    firestore: SdkFirestore<Transaction>,
    update: (transaction: Transaction) => Promise<T>,
    options?: CompletionOptions,
  ): Promise<T>;
  /** With a `WriteBatch` of the official SDK that was not committed; it is committed here. */
  (firestore: SdkDocuments, batch: SdkWriteBatch, options?: CompletionOptions): Promise<void>;
}

/** A document as `@google-cloud/firestore` reads it. */
export interface SdkSnapshot {
  data(): Readonly<Record<string, unknown>> | undefined;
  readonly updateTime?: unknown;
}

/** The part of `Firestore` of `@google-cloud/firestore` that finds documents. */
export interface SdkDocuments {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's own classes, which this package does not depend on.
  doc(path: string): any;
  readonly databaseId?: string;
}

/** The part of `Firestore` that runs transactions. */
export interface SdkFirestore<Transaction> extends SdkDocuments {
  runTransaction<T>(update: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** The part of `Transaction` that is used. */
export interface SdkTransaction {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  get(reference: any): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  update(reference: any, fields: any): unknown;
}

/** The part of `WriteBatch` that is used. */
export interface SdkWriteBatch {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  update(reference: any, fields: any, precondition: any): unknown;
  commit(): Promise<unknown>;
}

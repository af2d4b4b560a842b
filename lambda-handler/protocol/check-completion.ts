import type {
  CompletionOptions,
  SdkDocuments,
  SdkFirestore,
  SdkTransaction,
  SdkWriteBatch,
} from '../completion';
import type { DocumentWrite } from '../document-writes';

/** What job logic wants to be committed with the end of its run. */
export type WantedCompletion =
  | { readonly kind: 'writes'; readonly writes: readonly DocumentWrite[] }
  | {
      readonly kind: 'transaction';
      readonly firestore: SdkFirestore<SdkTransaction>;
      readonly update: (transaction: SdkTransaction) => Promise<unknown>;
    }
  | { readonly kind: 'batch'; readonly firestore: SdkDocuments; readonly batch: SdkWriteBatch };

const KINDS: readonly unknown[] = ['create', 'set', 'update', 'delete'];
const FORMS =
  'completeWith takes an array of writes, or a Firestore and a function, or a Firestore and a batch';

/**
 * Tells the forms of `completeWith` apart, before anything of the run has changed.
 *
 * @param recordPath where the run's own record lies; `undefined` where the store keeps no documents
 * @throws TypeError that says what was given instead
 */
export function wantedCompletion(
  parameters: readonly unknown[],
  recordPath: string | undefined,
): readonly [WantedCompletion, CompletionOptions] {
  const [first, second, third] = parameters;
  if (Array.isArray(first)) {
    for (const [index, write] of first.entries()) checkWrite(index, write, recordPath);
    return [{ kind: 'writes', writes: first }, checkedOptions(second)];
  }
  if (!hasFunction(first, 'doc')) throw new TypeError(`${FORMS}; the first argument is ${nounOf(first)}`);
  const options = checkedOptions(third);
  if (typeof second === 'function') {
    if (!hasFunction(first, 'runTransaction')) {
      throw new TypeError(`${FORMS}; the first argument runs no transactions`);
    }
    const firestore = first as unknown as SdkFirestore<SdkTransaction>;
    const update = second as (transaction: SdkTransaction) => Promise<unknown>;
    return [{ kind: 'transaction', firestore, update }, options];
  }
  if (!hasFunction(second, 'commit'))
    throw new TypeError(`${FORMS}; the second argument is ${nounOf(second)}`);
  const firestore = first as unknown as SdkDocuments;
  return [{ kind: 'batch', firestore, batch: second as unknown as SdkWriteBatch }, options];
}

function checkWrite(index: number, write: unknown, recordPath: string | undefined): void {
  const { kind, path } = (typeof write === 'object' && write !== null ? write : {}) as Partial<DocumentWrite>;
  if (!KINDS.includes(kind) || typeof path !== 'string') {
    const makers = 'createDocument, setDocument, updateDocument or deleteDocument';
    throw new TypeError(`writes[${index}] must be made by ${makers}, got ${nounOf(write)}`);
  }
  if (path === recordPath) {
    throw new TypeError(`writes[${index}] must not be to the run's own record, got ${path}`);
  }
}

function checkedOptions(options: unknown): CompletionOptions {
  if (options === undefined) return {};
  if (typeof options === 'object' && options !== null) return options;
  throw new TypeError(`completeWith takes { result } as its options, got ${nounOf(options)}`);
}

function hasFunction(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof (value as Readonly<Record<string, unknown>> | null | undefined)?.[name] === 'function';
}

function nounOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return typeof value === 'object'
    ? `an object of class ${value.constructor?.name ?? 'unknown'}`
    : `a ${typeof value}`;
}

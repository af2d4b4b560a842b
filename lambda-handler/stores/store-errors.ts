import { StoreError } from '../errors';

/** What is known of the call that failed. */
export interface CallFacts {
  /** Which call of the store: `commit`, `batchGet`. */
  readonly method: string;
  /** Where the records are: `projects/P/databases/D`. */
  readonly database: string;
  /** How many requests were sent. */
  readonly tries: number;
}

/** An error as Google's APIs answer it. The HTTP code is for people: two statuses share 409, two share 400. */
export interface ApiError {
  /** Such as `ALREADY_EXISTS`. @see https://cloud.google.com/apis/design/errors#handling_errors */
  readonly status: string;
  readonly httpStatus: number;
  readonly message: string;
}

/** What a person can do about a status, where there is more to say than the status itself. */
const ADVICE: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'the service account that the handler runs as must exist and be enabled',
  PERMISSION_DENIED: 'grant roles/datastore.user on this database to the account that the handler runs as',
  NOT_FOUND: 'the database must exist, in Native mode and under this name',
};

/**
 * Statuses after which the same call may succeed at once. Every write is conditional, so repeating one
 * that did happen is refused and does no harm.
 *
 * @see https://github.com/googleapis/googleapis/blob/master/google/firestore/v1/firestore_grpc_service_config.json
 */
export const TRANSIENT_STATUSES: ReadonlySet<string> = new Set([
  'ABORTED',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
  'RESOURCE_EXHAUSTED',
  'UNAVAILABLE',
]);

/** The store answered with an error that its call does not expect. */
export function storeRefused(error: ApiError, facts: CallFacts): StoreError {
  return new StoreError('the store answered with an error', {
    code: error.status,
    retryable: TRANSIENT_STATUSES.has(error.status),
    details: {
      ...facts,
      status: error.status,
      httpStatus: error.httpStatus,
      apiMessage: error.message,
      advice: ADVICE[error.status],
    },
  });
}

/** No answer came within the call's limit. */
export function storeUnanswered(facts: CallFacts, cause?: unknown): StoreError {
  return new StoreError('the store did not answer in time', {
    code: 'UNANSWERED',
    retryable: true,
    details: { ...facts },
    cause,
  });
}

/** An answer came that is not what the API answers: a proxy, a captive portal, a broken body. */
export function unreadableAnswer(httpStatus: number, why: string, facts: CallFacts): StoreError {
  return new StoreError("the store's answer cannot be read", {
    code: 'UNREADABLE_ANSWER',
    retryable: true,
    details: { ...facts, httpStatus, why },
  });
}

/** No access token: nothing was sent. */
export function noAccessToken(facts: CallFacts, cause: unknown): StoreError {
  return new StoreError('no access token for the store', {
    code: 'UNAUTHENTICATED',
    retryable: true,
    details: { ...facts, advice: ADVICE['UNAUTHENTICATED'] },
    cause,
  });
}

/** A document is under the run's id that no handler of this version wrote. */
export function unreadableRecord(field: string, why: string): StoreError {
  return new StoreError('the record cannot be read', {
    code: 'UNREADABLE_RECORD',
    retryable: false,
    details: { field, why },
  });
}

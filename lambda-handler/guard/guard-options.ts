import type { IncomingMessage } from 'node:http';
import { BootError } from '../errors';
import { LONGEST_BODY_BYTES } from '../http/request-body';
import type { Log } from '../protocol/log';
import type { RunStore } from '../protocol/run-store';
import { optionProblems } from './option-problems';

/** The Firestore database that keeps the records, next to those of a job's runs or on its own. */
export interface GuardDatabase {
  /** The id of its project. */
  readonly project: string;
  /** Its id: `job.store.location.database`, or `(default)`. */
  readonly database: string;
  /** @default 'scheduler_runs' */
  readonly collection?: string;
}

/** How a service guards itself. */
export interface IdempotencyGuardOptions {
  /**
   * Names what is guarded, and is part of each record's id: two guards never share a key. All instances and versions of
   * a service have the same. 1 to 100 letters, digits, `.`, `_` and `-`.
   */
  readonly name: string;
  /**
   * Where the records are. The account that the service runs as needs `store.grantReadWrite`. With
   * `FIRESTORE_EMULATOR_HOST` in the environment the database is one of that emulator's.
   */
  readonly store: GuardDatabase | RunStore;
  /**
   * How long an attempt holds its key, in seconds, between 1 and 86400. It must outlive the service's own request
   * timeout by 10 s, since Cloud Run answers 504 at its timeout, 300 s unless it is told otherwise, and lets the code
   * run on.
   *
   * @default 310
   * @see https://cloud.google.com/run/docs/configuring/request-timeout
   */
  readonly leaseSeconds?: number;
  /**
   * How long an answer is kept, in seconds, between 60 and 31536000: from a minute to a year. A request that comes again later is handled
   * again, so it must outlast every retry of every caller. The store's TTL policy deletes a day or so after that.
   *
   * @default 604800
   */
  readonly retentionSeconds?: number;
  /**
   * Longest body of a guarded request, in bytes, between 0 and 33554432 (32 MiB, Cloud Run's own limit). A longer one
   * is answered 413, unless a parser before the guard has refused it.
   *
   * @default 1000000
   */
  readonly longestBodyBytes?: number;
  /**
   * Tells callers apart that must not see each other's answers: an e-mail address out of a token that was verified,
   * a tenant. Each has keys of its own. Where it gives anything but a text of at least one character, or fails, the
   * answer is 500 and nothing is handled.
   *
   * @default - one key space for all who may call the service
   */
  readonly caller?: (request: IncomingMessage) => string | Promise<string>;
  /**
   * Where callers read how this service wants its keys: an `https:` URL for the `type` and the `Link` of every refusal.
   *
   * @default - the section of this package's README
   */
  readonly documentation?: string;
  /**
   * Takes one entry for each request that is not simply handled or replayed.
   *
   * @default - one JSON line on standard output, in Cloud Logging's form
   */
  readonly log?: Log;
}

/** Options with their defaults, but for what the store and the log are made of. */
export type GuardSettings = Required<Omit<IdempotencyGuardOptions, 'store' | 'log' | 'caller'>> &
  Pick<IdempotencyGuardOptions, 'caller'>;

const DOCUMENTATION = 'https://www.npmjs.com/package/cdktf-deduped-scheduler#guard-what-is-called';

/** Checks options; throws one `BootError` with everything that is wrong in its `details.problems`. */
export function guardSettings(given: IdempotencyGuardOptions): GuardSettings {
  // Without types there may be none: then everything that is required is missing.
  const options: IdempotencyGuardOptions = Object(given);
  const settings: GuardSettings = {
    name: options.name,
    leaseSeconds: options.leaseSeconds ?? 310,
    retentionSeconds: options.retentionSeconds ?? 604_800,
    longestBodyBytes: options.longestBodyBytes ?? LONGEST_BODY_BYTES,
    caller: options.caller,
    documentation: options.documentation ?? DOCUMENTATION,
  };
  const problems = optionProblems(options, settings);
  if (problems.length === 0) return settings;
  throw new BootError('the idempotency guard cannot be made', {
    code: 'BOOT',
    retryable: false,
    details: { problems },
  });
}

import type { IncomingMessage } from 'node:http';
import { DEFAULT_COLLECTION } from '../../src/contract/record-fields';
import { BootError } from '../errors';
import { LONGEST_BODY_BYTES } from '../http/request-body';
import type { Log } from '../protocol/log';
import type { RunStore } from '../protocol/run-store';

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
   * a tenant. Each has keys of its own.
   *
   * @default - one key space for all who may call the service
   */
  readonly caller?: (request: IncomingMessage) => string;
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
export type GuardSettings = Required<Omit<IdempotencyGuardOptions, 'store' | 'log'>>;

const DOCUMENTATION = 'https://www.npmjs.com/package/cdktf-deduped-scheduler#guard-what-is-called';
const LONGEST_LEASE_SECONDS = 86_400;
const SHORTEST_RETENTION_SECONDS = 60;
const LONGEST_RETENTION_SECONDS = 31_536_000;
const MOST_BODY_BYTES = 33_554_432;

/** Checks options; throws one `BootError` with everything that is wrong in its `details.problems`. */
export function guardSettings(options: IdempotencyGuardOptions): GuardSettings {
  const settings: GuardSettings = {
    name: options.name,
    leaseSeconds: options.leaseSeconds ?? 310,
    retentionSeconds: options.retentionSeconds ?? 604_800,
    longestBodyBytes: options.longestBodyBytes ?? LONGEST_BODY_BYTES,
    caller: options.caller ?? (() => ''),
    documentation: options.documentation ?? DOCUMENTATION,
  };
  const problems = [...settingProblems(settings), ...storeProblems(options.store)];
  if (options.log !== undefined && typeof options.log !== 'function') {
    problems.push(mustBe('log', 'a function', options.log));
  }
  if (problems.length === 0) return settings;
  throw new BootError('the idempotency guard cannot be made', {
    code: 'BOOT',
    retryable: false,
    details: { problems },
  });
}

/** Whether the store is one that was made elsewhere. */
export function isRunStore(store: GuardDatabase | RunStore): store is RunStore {
  return (['create', 'update', 'delete', 'read'] as const).every(
    (call) => typeof (store as Partial<RunStore>)[call] === 'function',
  );
}

function settingProblems(settings: GuardSettings): string[] {
  const problems: string[] = [];
  const { name, leaseSeconds, retentionSeconds, longestBodyBytes, caller, documentation } = settings;
  if (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name)) {
    problems.push(mustBe('name', '1 to 100 letters, digits, ".", "_" and "-"', name));
  }
  const between = (option: string, value: unknown, least: number, most: number) => {
    const holds = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    if (!holds) problems.push(mustBe(option, `a whole number between ${least} and ${most}`, value));
  };
  between('leaseSeconds', leaseSeconds, 1, LONGEST_LEASE_SECONDS);
  between('retentionSeconds', retentionSeconds, SHORTEST_RETENTION_SECONDS, LONGEST_RETENTION_SECONDS);
  between('longestBodyBytes', longestBodyBytes, 0, MOST_BODY_BYTES);
  if (leaseSeconds > retentionSeconds) {
    problems.push(mustBe('retentionSeconds', `at least leaseSeconds (${leaseSeconds})`, retentionSeconds));
  }
  if (typeof caller !== 'function') problems.push(mustBe('caller', 'a function', caller));
  if (!URL.canParse(documentation) || !/^https:[^<>"\s]+$/.test(documentation)) {
    problems.push(mustBe('documentation', 'an https: URL', documentation));
  }
  return problems;
}

function storeProblems(store: GuardDatabase | RunStore): string[] {
  if (typeof store !== 'object' || store === null) return [mustBe('store', 'a database or a store', store)];
  if (isRunStore(store)) return [];
  const { project, database, collection = DEFAULT_COLLECTION } = store;
  return Object.entries({ project, database, collection }).flatMap(([name, value]) =>
    typeof value === 'string' && /^[^/\s]+$/.test(value)
      ? []
      : [mustBe(`store.${name}`, 'a text without "/" and spaces', value)],
  );
}

function mustBe(option: string, rule: string, value: unknown): string {
  return `${option} must be ${rule}, got ${value === undefined ? 'nothing' : (JSON.stringify(value) ?? typeof value)}`;
}

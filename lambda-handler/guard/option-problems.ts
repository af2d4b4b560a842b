import { DEFAULT_COLLECTION } from '../../src/contract/record-fields';
import { loggable } from '../loggable';
import type { RunStore } from '../protocol/run-store';
import type { GuardDatabase, GuardSettings, IdempotencyGuardOptions } from './guard-options';

const LONGEST_LEASE_SECONDS = 86_400;
const SHORTEST_RETENTION_SECONDS = 60;
const LONGEST_RETENTION_SECONDS = 31_536_000;
const MOST_BODY_BYTES = 33_554_432;

const OPTIONS: { readonly [K in keyof IdempotencyGuardOptions]-?: true } = {
  name: true,
  store: true,
  leaseSeconds: true,
  retentionSeconds: true,
  longestBodyBytes: true,
  caller: true,
  documentation: true,
  log: true,
};
const DATABASE_OPTIONS: { readonly [K in keyof GuardDatabase]-?: true } = {
  project: true,
  database: true,
  collection: true,
};

/** Everything that is wrong with options and with the settings made of them. */
export function optionProblems(options: IdempotencyGuardOptions, settings: GuardSettings): string[] {
  const problems = [
    ...unknownProblems('', options, OPTIONS),
    ...settingProblems(settings),
    ...storeProblems(options.store),
  ];
  if (options.log !== undefined && typeof options.log !== 'function') {
    problems.push(mustBe('log', 'a function', options.log));
  }
  return problems;
}

/** Whether the store is one that was made elsewhere. */
export function isRunStore(store: GuardDatabase | RunStore): store is RunStore {
  return (['create', 'update', 'delete', 'read'] as const).every(
    (call) => typeof (store as Partial<RunStore>)[call] === 'function',
  );
}

/** A misspelt option would leave its default in force. */
function unknownProblems(prefix: string, given: object, known: object): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    Object.hasOwn(known, name)
      ? []
      : [`${mustBe(prefix + name, `one of ${Object.keys(known).join(', ')}`, value)}: rename or remove it`],
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
  if (caller !== undefined && typeof caller !== 'function') {
    problems.push(mustBe('caller', 'a function', caller));
  }
  if (!URL.canParse(documentation) || !/^https:[^<>"\s]+$/.test(documentation)) {
    problems.push(mustBe('documentation', 'an https: URL', documentation));
  }
  return problems;
}

function storeProblems(store: GuardDatabase | RunStore): string[] {
  if (typeof store !== 'object' || store === null) return [mustBe('store', 'a database or a store', store)];
  if (isRunStore(store)) return [];
  const { project, database, collection = DEFAULT_COLLECTION } = store;
  const values = Object.entries({ project, database, collection }).flatMap(([name, value]) =>
    typeof value === 'string' && /^[^/\s]+$/.test(value)
      ? []
      : [mustBe(`store.${name}`, 'a text without "/" and spaces', value)],
  );
  return [...unknownProblems('store.', store, DATABASE_OPTIONS), ...values];
}

function mustBe(option: string, rule: string, value: unknown): string {
  const got = value === undefined ? 'nothing' : (JSON.stringify(loggable(value)) ?? typeof value);
  return `${option} must be ${rule}, got ${got}`;
}

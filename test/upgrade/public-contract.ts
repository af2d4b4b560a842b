import { Testing } from 'cdktf';
import { readConfiguration } from '../../lambda-handler/configuration';
import { COMPLETION_ERROR_CODES } from '../../lambda-handler/errors';
import {
  noAccessToken,
  storeUnanswered,
  unreadableAnswer,
  unreadableRecord,
} from '../../lambda-handler/stores/store-errors';
import { ENVIRONMENT, encodeJobs, encodeStore } from '../../src/contract/environment';
import { HEADER } from '../../src/contract/header-names';
import { JOB_SETTINGS_DEFAULTS } from '../../src/contract/job-settings';
import { IDEMPOTENCY_KEY, PROXY_STEP } from '../../src/contract/proxies';
import { DEFAULT_COLLECTION, EXPIRE_AT, RECORD_FIELDS } from '../../src/contract/record-fields';
import { idempotencyKeyId, type KeySpace, runId, stepToken } from '../../src/contract/run-identity';
import { redactArchives } from '../../src/testing/redact-archives';
import { everyConstruct } from '../support/every-construct';
import { NO_PROXIES } from '../support/no-proxies';

type Json = Readonly<Record<string, unknown>>;

/** What users' Terraform states, records, alerts and dashboards hold on to, part by part. */
export function publicContract(): Record<ContractPart, unknown> {
  const resources = everyResource();
  return {
    logicalIds: resources.map(({ address }) => address),
    resourceNames: Object.fromEntries(
      resources.flatMap(({ address, names }) => (names === '' ? [] : [[address, names]])),
    ),
    environment: { names: ENVIRONMENT, jobs: encodeJobs(JOBS), store: encodeStore(STORE) },
    records: { collection: DEFAULT_COLLECTION, ttlField: EXPIRE_AT, fields: RECORD_FIELDS },
    headers: HEADER,
    runIds: runIds(),
    proxies: { step: PROXY_STEP, names: IDEMPOTENCY_KEY },
    errorCodes: errorCodes(),
  };
}

export type ContractPart =
  | 'logicalIds'
  | 'resourceNames'
  | 'environment'
  | 'records'
  | 'headers'
  | 'runIds'
  | 'proxies'
  | 'errorCodes';

/** The attributes by which Google tells resources apart. */
const NAMING = ['name', 'account_id', 'role_id', 'service', 'field', 'role'];

function everyResource(): { address: string; names: string }[] {
  return everyConstruct(Testing.app()).flatMap((stack) => {
    const { resource } = JSON.parse(Testing.synth(stack, true)) as { resource: Record<string, Json> };
    return Object.entries(resource).flatMap(([type, byId]) =>
      Object.entries(byId).map(([id, attributes]) => ({
        address: `${stack.node.id}/${type}.${id}`,
        names: namesOf(attributes as Json),
      })),
    );
  });
}

/** A mere reference to another resource is no name. Every change of a condition replaces its grant. */
function namesOf(attributes: Json): string {
  const { title, description } = (attributes['condition'] ?? {}) as Json;
  const names = [...NAMING.map((attribute) => attributes[attribute]), title, description];
  const own = names.filter((name) => typeof name === 'string' && !/^\$\{[^}]*\}$/.test(name));
  return redactArchives(own.join(' | '));
}

const KEY = { project: 'acme-billing', location: 'europe-west1', jobName: 'nightly-invoices' };
const IDENTITY = { ...KEY, scheduledTimeMs: Date.UTC(2026, 0, 16, 1, 0, 0) };
const TIMES = { timeoutSeconds: 170, leaseSeconds: 190, retentionSeconds: 86_400, retryWindowSeconds: 1117 };
const JOBS = [
  { ...KEY, ...TIMES, ...JOB_SETTINGS_DEFAULTS },
  {
    ...KEY,
    ...TIMES,
    jobName: 'reports',
    logic: 'reports',
    leaseKind: 'renewed',
    atMostOnce: true,
    forcedRuns: 'consume-next',
    missingScheduleTime: 'run-undeduplicated',
  },
] as const;
const STORE = { kind: 'firestore', project: 'acme-billing', database: 'runs', collection: 'c' } as const;

function runIds(): Json {
  const id = (keySpace: KeySpace) => runId({ ...IDENTITY, keySpace });
  return {
    scheduled: id('scheduled'),
    forced: id('forced'),
    token: stepToken(id('scheduled'), 0, 'charge'),
    idempotencyKey: idempotencyKeyId({ guard: 'ledger', caller: '', key: 'k' }),
  };
}

function errorCodes(): string[] {
  const facts = { call: 'claim', durationMs: 1 } as never;
  const errors = [
    storeUnanswered(facts),
    unreadableAnswer(502, 'no JSON', facts),
    noAccessToken(facts, undefined),
    unreadableRecord('status', 'missing'),
    bootError(),
  ];
  return [...errors.map(({ code }) => code), ...COMPLETION_ERROR_CODES];
}

function bootError(): { code: string } {
  try {
    readConfiguration({}, { logics: {}, proxyPort: NO_PROXIES });
  } catch (error) {
    return error as { code: string };
  }
  throw new Error('an empty environment was accepted');
}

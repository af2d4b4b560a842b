import { FORCED_RUNS, LEASE_KINDS, MISSING_SCHEDULE_TIME } from '../../src/contract/job-settings';
import type { Problem } from '../../src/problem';
import { BACKOFF_READINGS } from '../../src/timing/backoff';
import { MAX_RETRY_DURATION_SECONDS, type WholeRange } from '../../src/timing/cloud-scheduler-limits';
import { INSTANCE_FAULT_KINDS, NEXT_RUN_READINGS, OUTSIDE_FAULTS, STORE_FAULT_KINDS } from './fault-plan';
import {
  must,
  mustBeList,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustBeWhole,
  mustBeWithin,
  unknownNames,
} from './value-checks';

type Parts = Readonly<Record<string, unknown>>;

const LENGTH_SECONDS = MAX_RETRY_DURATION_SECONDS;
const CENTURY_MS = LENGTH_SECONDS.to * 1000;
/** A length of time, or how far a clock is ahead, in milliseconds. */
const LENGTH_MS: WholeRange = { from: 0, to: CENTURY_MS };
const AHEAD_MS: WholeRange = { from: -CENTURY_MS, to: CENTURY_MS };
const STEP: WholeRange = { from: 1, to: Number.MAX_SAFE_INTEGER };

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  leaseKind: LEASE_KINDS,
  forcedRuns: FORCED_RUNS,
  missingScheduleTime: MISSING_SCHEDULE_TIME,
};
const SETTING_NAMES = [
  ...['project', 'location', 'jobName', 'logic', 'timeoutSeconds', 'leaseSeconds', 'retentionSeconds'],
  ...['retryWindowSeconds', 'atMostOnce', ...Object.keys(CHOICES)],
];
const DELIVERY_NAMES = [
  ...['coldStartMs', 'clockAheadMs', 'timeWithOffset', 'otherRevision', 'answerLost'],
  ...['instance', 'store', 'outside'],
];

/** What is wrong with a fault plan. A fault that is misspelt would be one that never happens. */
export function planProblems(plan: unknown): Problem[] {
  return mustBeObject(
    'plan',
    plan,
    ({ backoff, nextRun, storeAheadMs, forgetAfterMs, otherSettings, runs }) => [
      ...mustBeOneOf('plan.backoff', backoff, BACKOFF_READINGS),
      ...mustBeOneOf('plan.nextRun', nextRun, NEXT_RUN_READINGS),
      ...mustBeWithin('plan.storeAheadMs', storeAheadMs, AHEAD_MS),
      ...mustBeWithin('plan.forgetAfterMs', forgetAfterMs, LENGTH_MS),
      ...mustBeObject('plan.otherSettings', otherSettings, otherSettingsProblems),
      ...must(!Array.isArray(runs) || runs.length > 0, 'plan.runs', 'hold a run at least', runs),
      ...mustBeList('plan.runs', runs, runProblems),
    ],
  );
}

function otherSettingsProblems(settings: Parts): Problem[] {
  const given = Object.entries(settings);
  const prefix = 'plan.otherSettings.';
  return [
    ...unknownNames(settings, SETTING_NAMES).map((problem) => ({ ...problem, prop: prefix + problem.prop })),
    ...given
      .filter(([name]) => name.endsWith('Seconds'))
      .flatMap(([name, value]) => mustBeWithin(prefix + name, value, LENGTH_SECONDS)),
    ...given.flatMap(([name, value]) => {
      const choices = CHOICES[name];
      return choices === undefined ? [] : mustBeOneOf(prefix + name, value, choices);
    }),
    ...['project', 'location', 'jobName']
      .filter((name) => name in settings)
      .flatMap((name) => mustBeText(prefix + name, settings[name])),
    ...('atMostOnce' in settings
      ? must(
          typeof settings['atMostOnce'] === 'boolean',
          `${prefix}atMostOnce`,
          'be true or false',
          settings['atMostOnce'],
        )
      : []),
  ];
}

function runProblems(prop: string, given: unknown): Problem[] {
  return mustBeObject(prop, given, ({ lateMs, deliveries, duplicates, pressedBeforeMs }) => [
    ...mustBeWithin(`${prop}.lateMs`, lateMs, LENGTH_MS),
    ...mustBeList(`${prop}.deliveries`, deliveries, deliveryProblems),
    ...mustBeList(`${prop}.duplicates`, duplicates, (of, duplicate) =>
      mustBeObject(of, duplicate, ({ afterMs, faults }) => [
        ...mustBeWithin(`${of}.afterMs`, afterMs, LENGTH_MS),
        ...deliveryProblems(`${of}.faults`, faults),
      ]),
    ),
    ...mustBeList(`${prop}.pressedBeforeMs`, pressedBeforeMs, (of, ms) => mustBeWithin(of, ms, LENGTH_MS)),
  ]);
}

function deliveryProblems(prop: string, given: unknown): Problem[] {
  const flag = (name: string, value: unknown) =>
    must(typeof value === 'boolean', `${prop}.${name}`, 'be true or false', value);
  return mustBeObject(prop, given, (of) => [
    ...unknownNames(of, DELIVERY_NAMES).map((problem) => ({ ...problem, prop: `${prop}.${problem.prop}` })),
    ...mustBeWithin(`${prop}.coldStartMs`, of['coldStartMs'], LENGTH_MS),
    ...mustBeWithin(`${prop}.clockAheadMs`, of['clockAheadMs'], AHEAD_MS),
    ...['timeWithOffset', 'otherRevision', 'answerLost'].flatMap((name) => flag(name, of[name])),
    ...mustBeList(`${prop}.instance`, of['instance'], instanceFaultProblems),
    ...mustBeList(`${prop}.store`, of['store'], storeFaultProblems),
    ...mustBeList(`${prop}.outside`, of['outside'], (at, fault) => mustBeOneOf(at, fault, OUTSIDE_FAULTS)),
  ]);
}

function instanceFaultProblems(prop: string, given: unknown): Problem[] {
  return mustBeObject(prop, given, ({ kind, at, forMs }) => [
    ...mustBeOneOf(`${prop}.kind`, kind, INSTANCE_FAULT_KINDS),
    ...mustBeWithin(`${prop}.forMs`, forMs ?? (lasts(kind) ? undefined : 0), LENGTH_MS),
    ...mustBeObject(`${prop}.at`, at, (moment) => momentProblems(`${prop}.at`, moment)),
  ]);
}

function lasts(kind: unknown): boolean {
  return kind === 'freeze' || kind === 'suspend';
}

function momentProblems(prop: string, { kind, step, afterMs }: Parts): Problem[] {
  if (kind === 'step') return mustBeWhole(`${prop}.step`, step, STEP);
  if (kind === 'time') return mustBeWithin(`${prop}.afterMs`, afterMs, LENGTH_MS);
  return mustBeOneOf(`${prop}.kind`, kind, ['time', 'step']);
}

function storeFaultProblems(prop: string, given: unknown): Problem[] {
  return mustBeObject(prop, given, (fault) => [
    ...mustBeOneOf(`${prop}.kind`, fault['kind'], STORE_FAULT_KINDS),
    ...['requestMs', 'answerMs', 'afterMs'].flatMap((name) =>
      mustBeWithin(`${prop}.${name}`, fault[name] ?? (needs(fault['kind'], name) ? undefined : 0), LENGTH_MS),
    ),
  ]);
}

function needs(kind: unknown, name: string): boolean {
  return kind === 'slow' ? name !== 'afterMs' : kind === 'lands-late' && name === 'afterMs';
}

import { parseCronSchedule } from '../src/scheduler/cron-schedule';
import { smallestGapSeconds } from '../src/scheduler/smallest-gap';
import { secondsText } from '../src/timeline/seconds-text';
import {
  claimAllowanceSeconds,
  LATE_DISPATCH_SECONDS,
  LEASE_MARGIN_SECONDS,
  MAX_CLAIM_ALLOWANCE_SECONDS,
  SHORTEST_RENEWED_LEASE_SECONDS,
  STORE_CALL_SECONDS,
} from '../src/timing/allowances';
import { BACKOFF_READINGS, retryDelaySeconds } from '../src/timing/backoff';
import { ATTEMPT_DEADLINE_SECONDS } from '../src/timing/cloud-scheduler-limits';
import { deriveRecovery, type RecoveryInput } from '../src/timing/derive-recovery';
import { retryInstantsSeconds } from '../src/timing/retry-instants';

/** The tables of the documentation that are computed, by name. */
export const DOCS_TABLES: Readonly<Record<string, () => string>> = {
  allowances,
  backoffs,
  deadlines: () => deadlines({}),
  deadlinesWithRenewedLease: () =>
    deadlines({ leaseSeconds: SHORTEST_RENEWED_LEASE_SECONDS, isLeaseRenewed: true }),
  gaps,
};

function allowances(): string {
  return table(
    ['', 'allowance', 'seconds'],
    [
      [
        'a',
        'from sending a delivery to its claim: a cold start',
        `${MAX_CLAIM_ALLOWANCE_SECONDS}, or a third of the deadline (${claimAllowanceSeconds(ATTEMPT_DEADLINE_SECONDS.from)} of ${ATTEMPT_DEADLINE_SECONDS.from})`,
      ],
      ['e', 'one store call', String(STORE_CALL_SECONDS)],
      ['δ', 'a delivery that is sent late', String(LATE_DISPATCH_SECONDS)],
      ['margin', 'what a lease is longer than its attempt', String(LEASE_MARGIN_SECONDS)],
    ],
  );
}

/** Both readings of the backoff, for the settings of Google's examples and for the defaults. */
function backoffs(): string {
  const settings = [
    { minBackoffSeconds: 10, maxBackoffSeconds: 300, maxDoublings: 3 },
    { minBackoffSeconds: 10, maxBackoffSeconds: 120, maxDoublings: 2 },
    { minBackoffSeconds: 5, maxBackoffSeconds: 3600, maxDoublings: 5 },
    { minBackoffSeconds: 40, maxBackoffSeconds: 40, maxDoublings: 5 },
  ];
  return table(
    ['minimum', 'maximum', 'doublings', 'waits, API reference', 'waits, guide'],
    settings.map((backoff) => [
      `${backoff.minBackoffSeconds} s`,
      `${backoff.maxBackoffSeconds} s`,
      String(backoff.maxDoublings),
      ...BACKOFF_READINGS.map((reading) =>
        [1, 2, 3, 4, 5].map((retry) => retryDelaySeconds(backoff, retry, reading)).join(', '),
      ),
    ]),
  );
}

/** The longest attempt deadline for which some five retries recover every crash. */
function deadlines(lease: Pick<RecoveryInput, 'leaseSeconds' | 'isLeaseRenewed'>): string {
  const schedules = ['* * * * *', '*/2 * * * *', '*/5 * * * *', '*/10 * * * *', '0 * * * *', '0 2 * * *'];
  return table(
    ['schedule', 'smallest gap', 'longest deadline', 'lease', 'minimum, maximum backoff', 'retries'],
    schedules.map((source) => {
      const { settings } = deriveRecovery(
        { gapSeconds: gapOf(source, 'Etc/UTC'), ...lease },
        ATTEMPT_DEADLINE_SECONDS.to,
      );
      return [
        `\`${source}\``,
        `${settings.gapSeconds} s`,
        `${settings.attemptDeadlineSeconds} s`,
        `${settings.leaseSeconds} s`,
        `${settings.minBackoffSeconds} s, ${settings.maxBackoffSeconds} s`,
        `${retryInstantsSeconds(settings, settings.retryCount, 'api').join(', ')} s after the failure`,
      ];
    }),
  );
}

/** What daylight saving makes of the time between two runs. */
function gaps(): string {
  const jobs = [
    ['0 2 * * *', 'Etc/UTC'],
    ['0 2 * * *', 'Europe/Berlin'],
    ['0 4 * * *', 'Europe/Berlin'],
    ['0 2 * * *', 'Australia/Lord_Howe'],
    ['*/5 * * * *', 'Europe/Berlin'],
  ] as const;
  return table(
    ['schedule', 'zone', 'smallest gap'],
    jobs.map(([source, zone]) => [`\`${source}\``, zone, secondsText(gapOf(source, zone))]),
  );
}

function gapOf(source: string, timeZone: string): number {
  const { schedule } = parseCronSchedule(source);
  if (schedule === undefined) throw new Error(`assumption failed: '${source}' is a schedule`);
  return smallestGapSeconds(schedule, timeZone);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

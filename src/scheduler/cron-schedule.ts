import type { Problem } from '../problem';
import { quotedText } from '../quoted-text';
import { CRON_FIELDS } from './cron-fields';
import { valuesOfField } from './cron-term';
import { cronTermProblem } from './cron-term-problem';
import { foreignScheduleProblem } from './foreign-schedule';

/** A unix-cron schedule that Cloud Scheduler takes, as the values at which it fires. */
export interface CronSchedule {
  /** The text as the user wrote it. */
  readonly source: string;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** 1 to 31. */
  readonly daysOfMonth: readonly number[];
  /** 1 (January) to 12. */
  readonly months: readonly number[];
  /** 0 (Sunday) to 6. */
  readonly daysOfWeek: readonly number[];
  /** Whether the day of month is anything but `*`. */
  readonly restrictsDayOfMonth: boolean;
  /** Whether the day of week is anything but `*`. With both restricted, either one may fire. */
  readonly restrictsDayOfWeek: boolean;
  /** Neither minute nor hour starts with `*`: cron daemons run such a job late when its time is dropped. */
  readonly firesAtFixedTimes: boolean;
}

/**
 * Reads a unix-cron schedule of five fields, or says what is wrong with each of them.
 *
 * Stricter than cron libraries: only what Google documents is accepted.
 *
 * @see https://docs.cloud.google.com/scheduler/docs/configuring/cron-job-schedules
 */
export function parseCronSchedule(text: string): ParsedSchedule {
  if (text === latest?.text) return latest.parsed;
  const parsed = parse(text);
  latest = { text, parsed };
  return parsed;
}

/** A schedule, or what is wrong with its text. */
export type ParsedSchedule =
  | { readonly schedule: CronSchedule; readonly problems: readonly [] }
  | { readonly schedule?: undefined; readonly problems: readonly Problem[] };

/** Each part of a job reads its schedule for itself, one after another. */
let latest: { readonly text: string; readonly parsed: ParsedSchedule } | undefined;

function parse(text: string): ParsedSchedule {
  if (typeof text !== 'string') return refuse('be a text of five unix-cron fields', String(text));
  const quoted = quotedText(text);
  if (text.trim() === '') return refuse('be five unix-cron fields', quoted, "write '0 2 * * *' for 02:00");
  if (text !== text.trim()) return refuse('have no space around it', quoted, 'remove it');
  const foreign = foreignScheduleProblem(text);
  if (foreign !== undefined) return { problems: [foreign] };

  const fields = text.split(/[ \t]+/);
  if (fields.length !== CRON_FIELDS.length) {
    const fix = fields.length > CRON_FIELDS.length ? 'leave out the seconds or years' : undefined;
    return refuse(`have five fields (${FIELD_NAMES})`, `${fields.length} in ${quoted}`, fix);
  }
  // A list may repeat a wrong term thousands of times.
  const problems = CRON_FIELDS.flatMap((field, index) =>
    [...new Set((fields[index] ?? '').split(','))].flatMap((term) => cronTermProblem(field, term) ?? []),
  );
  if (problems.length > 0) return { problems };
  const schedule = readValues(text, fields);
  if (neverFires(schedule)) return refuse('name a day that exists', `${quoted}, which never fires`);
  return { schedule, problems: [] };
}

const FIELD_NAMES = CRON_FIELDS.map(({ name }) => name).join(', ');

function refuse(must: string, got: string, fix?: string): { problems: Problem[] } {
  return { problems: [{ prop: 'schedule', must, got, fix }] };
}

/** In a leap year each month has all the days that it ever has. */
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of week comes in every month, and it widens a day of month. */
function neverFires({ restrictsDayOfWeek, daysOfMonth, months }: CronSchedule): boolean {
  if (restrictsDayOfWeek) return false;
  const [earliest = 1] = daysOfMonth;
  return months.every((month) => earliest > (LONGEST_MONTHS[month - 1] ?? 0));
}

function readValues(text: string, fields: readonly string[]): CronSchedule {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
  return {
    source: text,
    minutes: valuesOfField(CRON_FIELDS[0], minute),
    hours: valuesOfField(CRON_FIELDS[1], hour),
    daysOfMonth: valuesOfField(CRON_FIELDS[2], dayOfMonth),
    months: valuesOfField(CRON_FIELDS[3], month),
    daysOfWeek: valuesOfField(CRON_FIELDS[4], dayOfWeek),
    restrictsDayOfMonth: dayOfMonth !== '*',
    restrictsDayOfWeek: dayOfWeek !== '*',
    firesAtFixedTimes: !minute.startsWith('*') && !hour.startsWith('*'),
  };
}

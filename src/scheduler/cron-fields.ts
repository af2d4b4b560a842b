/** One of the five fields of a unix-cron schedule. */
export interface CronField {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** What stands for a number, the first name for `from`. */
  readonly names: readonly string[];
  /** An end that may be written but means `from`: 7 is Sunday as 0 is. */
  readonly alias?: number;
}

/**
 * The fields in the order in which they are written.
 *
 * @see https://docs.cloud.google.com/scheduler/docs/configuring/cron-job-schedules
 */
export const CRON_FIELDS = [
  { name: 'minute', from: 0, to: 59, names: [] },
  { name: 'hour', from: 0, to: 23, names: [] },
  { name: 'day of month', from: 1, to: 31, names: [] },
  {
    name: 'month',
    from: 1,
    to: 12,
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  {
    name: 'day of week',
    from: 0,
    to: 6,
    names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
    alias: 7,
  },
] as const satisfies readonly CronField[];

/** When a job of the benchmark runs. */
export interface Schedule {
  readonly schedule: string;
  readonly timeZone: string;
}

const ZONES = ['Etc/UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'];

/**
 * Schedules of which no two are alike: a fifth each several times an hour, daily, twice a day, on weekdays, monthly.
 *
 * @param count at most 2,500
 */
export function distinctSchedules(count: number): Schedule[] {
  return Array.from({ length: count }, (_, index) => ({
    schedule: scheduleOf(index),
    timeZone: ZONES[Math.floor(index / 5) % ZONES.length] ?? 'Etc/UTC',
  }));
}

function scheduleOf(index: number): string {
  const kind = index % 5;
  const which = Math.floor(index / 5);
  const minute = which % 60;
  const hour = (which + Math.floor(which / 60)) % 12;
  if (kind === 0) return `${which % 10}-59/${5 + Math.floor(which / 10)} * * * *`;
  if (kind === 1) return `${minute} ${hour} * * *`;
  if (kind === 2) return `${minute} ${hour},${hour + 12} * * *`;
  if (kind === 3) return `${minute} ${hour} * * MON-FRI`;
  return `${minute} ${hour} ${1 + (which % 28)} * *`;
}

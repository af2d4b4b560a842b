import type { Problem } from '../problem';
import { TZ_DATABASE_LINKS } from './tz-database-links';

/**
 * Checks that a text is a name of the tz database, in its own spelling.
 *
 * Stricter than `Intl`, which also takes `europe/berlin` and abbreviations such as `PST`.
 *
 * @see https://docs.cloud.google.com/scheduler/docs/configuring/cron-job-schedules
 */
export function checkTimeZone(text: string): Problem[] {
  const must = "be a name of the tz database, such as 'Europe/Berlin' or 'Etc/UTC'";
  if (typeof text !== 'string') return [{ prop: 'timeZone', must, got: String(text) }];
  if (names().has(text)) return [];
  const meant = similarName(text);
  return [
    {
      prop: 'timeZone',
      must,
      got: `'${text}'`,
      fix: meant === undefined ? undefined : `write '${meant}'`,
    },
  ];
}

let namesOfTzDatabase: ReadonlySet<string> | undefined;

function names(): ReadonlySet<string> {
  namesOfTzDatabase ??= new Set([...Intl.supportedValuesOf('timeZone'), ...TZ_DATABASE_LINKS]);
  return namesOfTzDatabase;
}

/** The name in another case, with spaces, or the zone of a city given alone. */
function similarName(text: string): string | undefined {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  if (wanted === '') return undefined;
  const all = [...names()];
  return (
    all.find((name) => name.toLowerCase() === wanted) ??
    all.find((name) => name.toLowerCase().endsWith(`/${wanted}`))
  );
}

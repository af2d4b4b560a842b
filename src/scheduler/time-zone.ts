import type { Problem } from '../problem';
import { quotedText } from '../quoted-text';
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
  return [
    { prop: 'timeZone', must, got: quotedText(text), fix: fixedOffsetFix(text) ?? similarNameFix(text) },
  ];
}

/** In the tz database the sign of a fixed offset is that of POSIX: `Etc/GMT-2` is ahead of UTC. */
function fixedOffsetFix(text: string): string | undefined {
  const [, sign, hours] = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?00)?$/i.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  if (Number(hours) === 0) return "write 'Etc/UTC'";
  const name = `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  if (!names().has(name)) return undefined;
  const meaning = `${Number(hours)} h ${sign === '+' ? 'ahead of' : 'behind'} UTC: its sign is inverted`;
  return `write '${name}', which is ${meaning}`;
}

let namesOfTzDatabase: ReadonlySet<string> | undefined;

function names(): ReadonlySet<string> {
  namesOfTzDatabase ??= new Set([...Intl.supportedValuesOf('timeZone'), ...TZ_DATABASE_LINKS]);
  return namesOfTzDatabase;
}

/** The name in another case, with spaces, or the zone of a city given alone. */
function similarNameFix(text: string): string | undefined {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  if (wanted === '') return undefined;
  const all = [...names()];
  const meant =
    all.find((name) => name.toLowerCase() === wanted) ??
    all.find((name) => name.toLowerCase().endsWith(`/${wanted}`));
  return meant === undefined ? undefined : `write '${meant}'`;
}

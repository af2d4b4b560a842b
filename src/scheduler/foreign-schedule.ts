import type { Problem } from '../problem';
import { quotedText } from '../quoted-text';

const MACROS: { readonly [macro: string]: string } = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** What is wrong with a schedule in another language than unix-cron: a macro, a zone in front, or groc. */
export function foreignScheduleProblem(text: string): Problem | undefined {
  if (text.startsWith('@')) {
    const cron = MACROS[text];
    return {
      prop: 'schedule',
      must: 'be five unix-cron fields, since Cloud Scheduler documents no macros',
      got: quotedText(text),
      fix: cron === undefined ? undefined : `write '${cron}'`,
    };
  }
  const [, zone, cronBehindZone] = /^(?:CRON_)?TZ=(\S*)\s+(.*)$/.exec(text) ?? [];
  if (zone !== undefined && cronBehindZone !== undefined) {
    return {
      prop: 'schedule',
      must: 'be five unix-cron fields alone, since the zone is the prop timeZone',
      got: quotedText(text),
      fix: `write ${quotedText(cronBehindZone)} and timeZone: ${quotedText(zone)}`,
    };
  }
  if (!/^(?:every|first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)[ ,])/i.test(text)) return undefined;
  const cron = cronForGroc(text);
  return {
    prop: 'schedule',
    must: 'be unix-cron, since runs of a groc schedule carry no reliable scheduled time to be told apart by',
    got: quotedText(text),
    fix: cron === undefined ? undefined : `write '${cron}'`,
  };
}

/** The cron that fires as often, where one does: 7 minutes do not divide an hour, so no cron keeps them. */
function cronForGroc(text: string): string | undefined {
  const [, count = '1', unit] = /^every (?:(\d{1,2}) )?(minute|min|hour|day)s?$/i.exec(text) ?? [];
  const every = Number(count);
  switch (unit?.toLowerCase()) {
    case 'minute':
    case 'min':
      if (every === 60) return '0 * * * *';
      return 60 % every === 0 ? `${stepText(every)} * * * *` : undefined;
    case 'hour':
      if (every === 24) return '0 0 * * *';
      return 24 % every === 0 ? `0 ${stepText(every)} * * *` : undefined;
    case 'day':
      return every === 1 ? '0 0 * * *' : undefined;
    default:
      return undefined;
  }
}

function stepText(every: number): string {
  return every === 1 ? '*' : `*/${every}`;
}

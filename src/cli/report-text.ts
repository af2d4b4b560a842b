import { describeProblem } from '../problem';
import { secondsText } from '../timeline/seconds-text';
import { timelineText } from '../timeline/timeline-text';
import { wrapWords } from '../timeline/wrap-words';
import { isKnown, type OrUnknown } from '../timing/unknown';
import { type CheckedJob, hasFailed } from './check-job';
import { fittingSettings } from './fitting-settings';
import type { RuleResult } from './rule-result';

const STATE = { holds: 'ok', fails: 'FAIL', warns: 'warn', skipped: 'skip' } as const;
const STATE_WIDTH = 4;

/** The report on a job for a terminal: settings, picture, rules, and what fits where a rule fails. */
export function reportText(checked: CheckedJob, columns: number): string {
  const { job, timeline, rules } = checked;
  const fit = hasFailed(checked) ? fittingSettings(checked) : undefined;
  const paragraphs = [
    job.name,
    ...indented(settingsText(checked), 2, columns),
    '',
    ...(timeline === undefined ? [] : [timelineText(timeline, columns), '']),
    ...rules.flatMap((rule) => ruleLines(rule, columns)),
    ...job.missing.flatMap((sentence) => ['', ...indented(sentence, 2, columns)]),
    ...(fit === undefined ? [] : ['', ...indented(`What fits: ${fit}`, 2, columns)]),
  ];
  return paragraphs.join('\n');
}

/** The settings of a job as one sentence. */
export function settingsText({ job, values }: CheckedJob): string {
  const count = values['retryConfig.retryCount'];
  const backoff = `${shown(values['retryConfig.minBackoffDuration'])} to ${shown(values['retryConfig.maxBackoffDuration'])}`;
  const duration = values['retryConfig.maxRetryDuration'];
  const { leaseSeconds, isLeaseRenewed } = job.handler ?? {};
  const assumed = leaseSeconds === undefined ? ' (assumed)' : '';
  return [
    `Schedule ${job.schedule} in ${job.timeZone}, smallest gap ${shown(values.schedule)}`,
    `attempt deadline ${shown(values.attemptDeadline)}`,
    `${isLeaseRenewed ? 'renewed ' : ''}lease ${shown(values.lease)}${assumed}`,
    `${isKnown(count) ? count : 'an unknown number of'} ${count === 1 ? 'retry' : 'retries'}`,
    ...(duration === 0 ? [] : [`retry duration ${shown(duration)}`]),
    `backoff ${backoff}, ${values['retryConfig.maxDoublings']} doublings`,
  ].join('; ');
}

function ruleLines({ rule, text, state, note, problems }: RuleResult, columns: number): readonly string[] {
  const name = /^I\d$/.test(rule) ? rule : '  ';
  const sentence = note === undefined ? text : `${text}: ${note}`;
  const prefix = `  ${STATE[state].padEnd(STATE_WIDTH)} ${name} `;
  const [first = '', ...more] = indented(sentence, prefix.length, columns);
  return [
    prefix + first.slice(prefix.length),
    ...more,
    ...problems.flatMap((problem) => indented(describeProblem(problem), prefix.length, columns)),
  ];
}

function indented(text: string, indent: number, columns: number): readonly string[] {
  return wrapWords(text, (line) => indent + line.length <= columns).map((line) => ' '.repeat(indent) + line);
}

function shown(seconds: OrUnknown<number>): string {
  return isKnown(seconds) ? secondsText(seconds) : 'unknown';
}

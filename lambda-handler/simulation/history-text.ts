import type { Execution, History } from './history';

const LONGEST_DETAIL = 200;

interface Line {
  readonly atMs: number;
  /** What happened. */
  readonly text: string;
  /** What job logic says of it in its own words. */
  readonly detail?: string;
}

/** A history as text, a line for each thing that happened, in the order of time. */
export function historyText(history: History): string {
  return linesOf(history)
    .map(
      ({ atMs, text, detail }) =>
        `${printed(atMs)}  ${text}${detail === undefined ? '' : `: ${oneLine(detail)}`}`,
    )
    .join('\n');
}

/**
 * What has to be the same each time that a plan is played.
 *
 * Job logic's own words are not part of it: an id that is drawn anew for each log line does no harm.
 */
export function courseOf(history: History): string {
  return linesOf(history)
    .map(({ atMs, text }) => `${atMs} ${text}`)
    .join('\n');
}

function linesOf(history: History): Line[] {
  const lines = [
    ...history.deliveries.flatMap(({ id, sender, sentAtMs, scheduledTimeMs, answer, death }) => [
      { atMs: sentAtMs, text: `delivery ${id} of the run of ${printed(scheduledTimeMs)} (${sender})` },
      ...(death === undefined
        ? []
        : [{ atMs: death.atMs, text: `delivery ${id}: instance gone (${death.why})` }]),
      ...(answer === undefined
        ? []
        : [{ atMs: answer.atMs, text: `delivery ${id}: ${answer.status} ${answer.outcome}` }]),
    ]),
    ...history.executions.flatMap(executionLines),
    ...history.commits.map(({ delivery, kind, atMs, status, attempt }) => ({
      atMs,
      text: `delivery ${delivery ?? '-'}: ${kind} committed, ${status}, attempt ${attempt}`,
    })),
    ...history.skippedMs.map((atMs) => ({ atMs, text: 'Cloud Scheduler skips a run' })),
  ];
  return lines.sort((a, b) => a.atMs - b.atMs);
}

function executionLines(one: Execution): Line[] {
  const { startedAtMs, endedAtMs, end } = one;
  const logic = `delivery ${one.delivery}: job logic`;
  const press = one.forced ? `, forced, generation ${one.generation}` : '';
  const lines: Line[] = [{ atMs: startedAtMs, text: `${logic} begins, attempt ${one.attempt}${press}` }];
  for (const { atMs, severity, message, fields } of one.log) {
    const more = fields === undefined ? '' : ` ${JSON.stringify(fields)}`;
    // Lines of equal text, so that only their number and times are part of the course.
    lines.push({ atMs, text: `${logic} logs`, detail: `${severity} ${message}${more}` });
  }
  for (const { settledAtMs, end: outcome } of one.completions) {
    if (settledAtMs !== undefined)
      lines.push({ atMs: settledAtMs, text: `${logic} hears of completeWith: ${outcome}` });
  }
  if (endedAtMs !== undefined) {
    const why = one.neverSettles ? ', and waited for nothing of the simulation' : '';
    lines.push({ atMs: endedAtMs, text: `${logic} ${end}${why}`, detail: one.error });
  }
  return lines;
}

function printed(ms: number): string {
  return new Date(ms).toISOString();
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL)}…` : line;
}

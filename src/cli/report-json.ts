import { isKnown } from '../timing/unknown';
import { type CheckedJob, hasFailed } from './check-job';
import { fittingSettings } from './fitting-settings';

/** The reports as JSON: `null` stands for a value that is known only at deploy time. Seconds. */
export function reportJson(jobs: readonly CheckedJob[]): string {
  return JSON.stringify(
    jobs.map((checked) => {
      const { job, values, rules, timeline } = checked;
      const failed = hasFailed(checked);
      return {
        name: job.name,
        schedule: job.schedule,
        timeZone: job.timeZone,
        holds: !failed,
        values: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, isKnown(value) ? value : null]),
        ),
        rules,
        missing: job.missing,
        fits: failed ? fittingSettings(checked) : undefined,
        timeline,
      };
    }),
    null,
    2,
  );
}

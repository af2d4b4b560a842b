import { writeFileSync } from 'node:fs';
import { timelineSvg } from '../timeline/timeline-svg';
import { type CheckedJob, checkJob, hasFailed } from './check-job';
import { type Command, EXIT, type Terminal } from './command';
import type { ExistingJob } from './existing-job';
import { reportJson } from './report-json';
import { reportText, settingsText } from './report-text';
import { readJobs } from './stack-files';
import { parseTimelineArgs, type TimelineRequest } from './timeline-flags';

const HELP = `Usage: deduped-scheduler timeline --schedule CRON [flags]
       deduped-scheduler timeline STACK_FILE_OR_DIRECTORY [--svg FILE] [--json]

Draws one run of a Cloud Scheduler job, crashes included, and checks that deadline, retries, lease and
retention fit together.

The job, as for 'gcloud scheduler jobs create http'; Cloud Scheduler's defaults where a flag is left out:
  --schedule CRON              five unix-cron fields
  --time-zone ZONE             name of the tz database (Etc/UTC)
  --attempt-deadline DURATION  15s to 30m (180s)
  --max-retry-attempts COUNT   0 to 5 (0: no retry)
  --max-retry-duration DURATION  (0s: the count decides)
  --min-backoff DURATION       (5s)
  --max-backoff DURATION       (1h)
  --max-doublings COUNT        (5)
and of the handler:
  --lease DURATION             (attempt deadline and 10s)
  --retention DURATION         (whole days until the worst-case end)

A synthesized stack file (cdk.tf.json) or a directory with some (cdktf.out): all of its jobs.

  --svg FILE   writes the picture to a file; with several jobs, FILE-1.svg, FILE-2.svg and so on
  --json       prints the reports as JSON
  --help       prints this

Durations are ${'`180s`, `3m`, `1h`, `1d` or `3.5s`'}. Exit code: 0 every rule holds, 1 a rule does not hold,
2 the command was not understood.`;

/** Draws and checks jobs that are described by flags or found in synthesized stacks. */
export const timelineCommand: Command = {
  summary: 'draws one run of a job and checks its times',
  run(args, terminal) {
    const { request, errors } = parseTimelineArgs(args);
    if (request === undefined) return refuse(errors, terminal);
    if (request.help) {
      terminal.out(HELP);
      return EXIT.OK;
    }
    const found = requestedJobs(request);
    if (found.jobs === undefined) return refuse(found.errors, terminal);
    const checked = found.jobs.map(checkJob);
    if (request.svgFile !== undefined) {
      const error = writePictures(checked, request.svgFile, terminal);
      if (error !== undefined) return refuse([error], terminal);
    }
    terminal.out(
      request.json
        ? reportJson(checked)
        : checked.map((one) => reportText(one, terminal.columns)).join('\n\n'),
    );
    return checked.some(hasFailed) ? EXIT.FAILED : EXIT.OK;
  },
};

function requestedJobs({
  path,
  job,
}: TimelineRequest): { jobs: readonly ExistingJob[] } | { jobs?: undefined; errors: readonly string[] } {
  if (path !== undefined) return readJobs(path);
  return { jobs: job === undefined ? [] : [job] };
}

function refuse(errors: readonly string[], { error }: Terminal): number {
  error(errors.map((text) => `deduped-scheduler timeline: ${text}`).join('\n'));
  error('deduped-scheduler timeline --help tells more.');
  return EXIT.USAGE;
}

/** Jobs without a picture, of which a value is not known, keep their number. */
function writePictures(jobs: readonly CheckedJob[], file: string, { error }: Terminal): string | undefined {
  for (const [index, checked] of jobs.entries()) {
    if (checked.timeline === undefined) {
      error(`${checked.job.name}: no picture, since a value is not known or out of range`);
      continue;
    }
    const target = jobs.length === 1 ? file : `${file.replace(/\.svg$/, '')}-${index + 1}.svg`;
    const title = { title: checked.job.name, subtitle: settingsText(checked) };
    try {
      writeFileSync(target, timelineSvg(checked.timeline, title));
    } catch (cause) {
      return `${target} cannot be written: ${(cause as Error).message}`;
    }
  }
  return undefined;
}

/*
 * Takes the proof out of the constructs, so that both sides of a comparison run the same code but for it.
 * Import it before anything that imports the constructs.
 */
import * as jobTiming from '../../src/job-timing';

type JobTimesOf = typeof jobTiming.jobTimes;

let current: JobTimesOf = jobTiming.jobTimes;

const loaded = require.cache[require.resolve('../../src/job-timing')];
if (loaded === undefined) throw new Error('assumption failed: what was imported is in the cache');
loaded.exports = {
  ...jobTiming,
  jobTimes: (props: Parameters<JobTimesOf>[0]) => current(props),
};

/** Runs something with other times than those of the proof. */
export function withTimes(jobTimesOf: JobTimesOf, act: () => void): void {
  current = jobTimesOf;
  act();
  current = jobTiming.jobTimes;
}

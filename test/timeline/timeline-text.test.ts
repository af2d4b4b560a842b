import fc from 'fast-check';
import { timelineOf } from '../../src/timeline/timeline';
import { timelineText } from '../../src/timeline/timeline-text';
import { arbitraryJob } from './arbitrary-job';
import { LOSSY_JOB, PICTURED_JOBS, RENEWED_JOB } from './jobs';

describe('timelineText', () => {
  test('tells where the crash is lost and why, and draws it', () => {
    const text = timelineText(timelineOf(LOSSY_JOB), 80);

    expect(text.split('\n').slice(0, 5)).toEqual([
      '  Crash right after the claim: LOST',
      '  The lease ends at 190 s, and a retry needs 2 s more. Retries 1 to 5 at 5, 15,',
      '  35, 75, 155 s find the lease alive: 409. No retry comes after that: nothing',
      '  runs this run again.',
      '  X12-3---4--------5---]           :',
    ]);
  });

  test('says that the next run comes first when it does', () => {
    const job = { ...LOSSY_JOB, minBackoffSeconds: 70, maxBackoffSeconds: 70, gapSeconds: 215 };

    expect(timelineText(timelineOf(job), 300)).toContain(
      'Retries 3 to 5 at 210, 280, 350 s come within 5 s of the next scheduled time (215 s) or after it',
    );
  });

  test('says how long a renewed lease can last, and draws it up to there', () => {
    const lines = timelineText(timelineOf(RENEWED_JOB), 80).split('\n');

    expect(lines.slice(5, 10)).toEqual([
      '  Crash at the attempt deadline, 540 s: runs again at 575 s',
      '  Claimed at 10 s, renewed until the crash: the lease ends at 570 s at the',
      '  latest, and a retry needs 2 s more. Retries 1 and 2 at 545, 555 s find the',
      '  lease alive: 409. Retry 3 at 575 s runs the logic again.',
      '  =====================X123==================',
    ]);
  });

  test('writes every label of the axis whole, whatever marks share a column', () => {
    fc.assert(
      fc.property(arbitraryJob, (job) => {
        const text = timelineText(timelineOf(job), 100);

        expect(text).toContain('0 s first delivery');
        expect(text).toContain(`${job.attemptDeadlineSeconds} s attempt deadline`);
      }),
      { examples: [[{ ...LOSSY_JOB, gapSeconds: 60, attemptDeadlineSeconds: 15, leaseSeconds: 3600 }]] },
    );
  });

  test.each(PICTURED_JOBS)('stays within 80 and 120 columns for $case', ({ job }) => {
    for (const columns of [80, 120]) {
      const lines = timelineText(timelineOf(job), columns).split('\n');

      expect(lines.filter((line) => line.length > columns)).toEqual([]);
    }
  });

  test.each(PICTURED_JOBS)('shows each mark as a whole for $case', ({ job }) => {
    const text = timelineText(timelineOf(job), 80);

    for (const label of ['0 s first delivery', 'attempt deadline', 'worst-case end', 'retention ends']) {
      expect(text).toContain(label);
    }
    if (job.gapSeconds !== undefined) expect(text).toContain('next scheduled time');
  });

  test('stays within its columns for any job', () => {
    fc.assert(
      fc.property(arbitraryJob, fc.integer({ min: 80, max: 160 }), (job, columns) => {
        const lines = timelineText(timelineOf(job), columns).split('\n');

        expect(lines.filter((line) => line.length > columns)).toEqual([]);
      }),
    );
  });
});

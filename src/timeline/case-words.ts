import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from '../timing/allowances';
import type { Crash, Retry, RunCase } from './run-case';
import { secondsText } from './seconds-text';
import type { Timeline } from './timeline';

/** What a picture says of one case: a heading, and what happens with every number. */
export interface CaseWords {
  readonly heading: string;
  readonly story: string;
  readonly isLost: boolean;
}

/** The words for one case of a timeline. */
export function caseWords(runCase: RunCase, timeline: Timeline): CaseWords {
  const { crash } = runCase;
  if (crash === undefined) {
    return {
      heading: 'Every attempt works until its deadline and fails',
      story: slowStory(runCase, timeline),
      isLost: false,
    };
  }
  const isLost = crash.recoveredAtSeconds === null;
  const verdict = isLost ? 'LOST' : `runs again at ${secondsText(crash.recoveredAtSeconds ?? 0)}`;
  return {
    heading: `Crash ${crashMoment(runCase, crash)}: ${verdict}`,
    story: `${leaseSentence(crash, timeline)} ${retrySentences(runCase, crash, timeline)}`,
    isLost,
  };
}

function crashMoment({ name }: RunCase, { atSeconds }: Crash): string {
  if (name === 'early-crash') return 'right after the claim';
  if (name === 'late-crash') return `at the attempt deadline, ${secondsText(atSeconds)}`;
  return `at ${secondsText(atSeconds)}`;
}

function leaseSentence(
  { atSeconds, claimedAtSeconds, leaseEndSeconds }: Crash,
  { settings }: Timeline,
): string {
  const isRenewed = settings.isLeaseRenewed === true && atSeconds > claimedAtSeconds;
  const since = `Claimed at ${secondsText(claimedAtSeconds)}${isRenewed ? ', renewed until the crash' : ''}: `;
  const from = claimedAtSeconds === 0 ? 'The ' : `${since}the `;
  const end = `lease ends at ${secondsText(leaseEndSeconds)}${isRenewed ? ' at the latest' : ''}`;
  return `${from}${end}, and a retry needs ${STORE_CALL_SECONDS} s more.`;
}

function retrySentences({ retries }: RunCase, crash: Crash, timeline: Timeline): string {
  const refused = retries.filter(({ finds }) => finds === 'refused');
  const sentences: string[] = [];
  if (refused.length > 0) {
    const verb = refused.length === 1 ? 'finds' : 'find';
    sentences.push(`${retryList(refused)} ${verb} the lease alive: 409.`);
  }
  const running = retries.find(({ finds }) => finds === 'runs');
  if (running !== undefined) sentences.push(`${retryList([running])} runs the logic again.`);
  else sentences.push(lostSentence(retries, crash, timeline));
  return sentences.join(' ');
}

function lostSentence(retries: readonly Retry[], crash: Crash, { settings, atMostOnce }: Timeline): string {
  switch (crash.lostBecause) {
    case 'next-run-comes-first': {
      const late = retries.filter(({ finds }) => finds === 'too-late');
      const verb = late.length === 1 ? 'comes' : 'come';
      return `${retryList(late)} ${verb} within ${LATE_DISPATCH_SECONDS} s of the next scheduled time (${secondsText(settings.gapSeconds ?? 0)}) or after it, which may end the retries.`;
    }
    case 'retries-end-too-early':
      return 'No retry comes after that: nothing runs this run again.';
    default:
      return atMostOnce
        ? 'Retries are off: nothing runs this run again.'
        : "No retry is counted on: Google's texts disagree on a retry duration without a retry count.";
  }
}

function slowStory({ attempts, retries }: RunCase, { settings, worstCaseEndSeconds }: Timeline): string {
  const { maxRetryDurationSeconds, attemptDeadlineSeconds } = settings;
  const each = `Each lasts ${secondsText(attemptDeadlineSeconds)}.`;
  const sent = retries.length === 0 ? 'There is no counted retry.' : `${retryList(retries)}.`;
  const counted = attempts.at(-1)?.toSeconds ?? 0;
  const more =
    worstCaseEndSeconds > counted
      ? ` Retries go on until the count and the duration (${secondsText(maxRetryDurationSeconds)}) are used up.`
      : '';
  return `${each} ${sent}${more} The last attempt has ended at ${secondsText(worstCaseEndSeconds)}.`;
}

/** `Retry 1 at 7 s`, `Retries 1 to 3 at 7, 21, 49 s`. */
function retryList(retries: readonly Retry[]): string {
  const first = retries[0];
  const last = retries.at(-1);
  if (first === undefined || last === undefined) return 'No retry';
  const instants = retries.map(({ atSeconds }) => atSeconds).join(', ');
  if (first === last) return `Retry ${first.number} at ${instants} s`;
  const joint = retries.length === 2 ? 'and' : 'to';
  return `Retries ${first.number} ${joint} ${last.number} at ${instants} s`;
}

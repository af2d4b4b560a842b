import type { Severity } from '../protocol/log';
import type { Outcome } from '../protocol/outcome';
import type { Refusal } from './refusal';

/** Everything that a request can come to. */
export type Answerable = Outcome | Refusal;

/** An HTTP answer, before a host has sent it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Row {
  readonly status: number;
  readonly severity: Severity;
  readonly message: string;
}

/**
 * The one table from outcomes to HTTP.
 *
 * Cloud Scheduler takes 2xx as done, so no unknown outcome is answered with it. Never 503: App Engine targets
 * retry it whatever the retry settings say.
 *
 * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs#AppEngineHttpTarget
 */
export const ANSWERS: { readonly [K in Answerable['kind']]: Row } = {
  completed: { status: 200, severity: 'INFO', message: 'the run is completed' },
  'already-completed': { status: 200, severity: 'INFO', message: 'an earlier attempt completed the run' },
  failed: {
    status: 500,
    severity: 'ERROR',
    message: 'the attempt failed; unless the job runs at most once, the next retry may claim the run',
  },
  'permanently-failed': { status: 422, severity: 'ERROR', message: 'the run failed for good' },
  'already-failed': {
    status: 422,
    severity: 'WARNING',
    message: 'an earlier attempt ended the run without success, and no other may follow',
  },
  'held-elsewhere': { status: 409, severity: 'WARNING', message: 'another attempt holds the run' },
  superseded: { status: 500, severity: 'ERROR', message: 'another attempt took the run over' },
  'too-old': {
    status: 410,
    severity: 'WARNING',
    message: 'the scheduled time lies further back than the retention; the run was not started',
  },
  'forced-refused': {
    status: 422,
    severity: 'WARNING',
    message: 'the job does not accept runs that are forced before their scheduled time',
  },
  'claim-unknown': {
    status: 500,
    severity: 'ERROR',
    message: 'the store did not answer the claim; the run was not started',
  },
  'claim-not-released': {
    status: 500,
    severity: 'ERROR',
    message: 'a claim could not be removed and runs out by itself; the run was not started',
  },
  'lease-over': {
    status: 500,
    severity: 'ERROR',
    message: 'the claim was confirmed too late; the run was not started',
  },
  'finish-unknown': {
    status: 500,
    severity: 'ERROR',
    message: 'the job logic has ended and the store did not take its outcome',
  },
  'bad-request': { status: 400, severity: 'WARNING', message: 'the request headers do not name a run' },
  'body-broken': { status: 400, severity: 'WARNING', message: 'the request ended before its body' },
  'unknown-job': { status: 403, severity: 'WARNING', message: 'the handler has no such job' },
  'method-not-allowed': { status: 405, severity: 'WARNING', message: 'the method must be POST' },
  'body-too-large': { status: 413, severity: 'WARNING', message: 'the body must have at most 1 MB' },
  stopping: { status: 500, severity: 'WARNING', message: 'the instance is stopping; nothing was started' },
  'internal-error': { status: 500, severity: 'ERROR', message: 'the handler has failed' },
};

/** Renders an answer; `job` is the short job name, where it is known. */
export function renderAnswer(answer: Answerable, job: string | undefined): HttpResponse {
  const { status, message } = ANSWERS[answer.kind];
  const body = {
    outcome: answer.kind,
    message: ('reason' in answer ? answer.reason : undefined) ?? message,
    job,
    runId: 'runId' in answer ? answer.runId : undefined,
    attempt: 'attempt' in answer ? answer.attempt : undefined,
    result: 'result' in answer ? parsedResult(answer.result) : undefined,
  };
  return {
    status,
    headers: { 'content-type': 'application/json', ...extraHeaders(answer) },
    body: JSON.stringify(body),
  };
}

function extraHeaders(answer: Answerable): Record<string, string> {
  switch (answer.kind) {
    case 'held-elsewhere':
      return { 'retry-after': String(answer.retryAfterSeconds) };
    case 'method-not-allowed':
      return { allow: 'POST' };
    case 'stopping':
    case 'body-too-large':
      return { connection: 'close' };
    default:
      return {};
  }
}

function parsedResult(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

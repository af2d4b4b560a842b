import type { Delivery } from '../protocol/attempt';
import type { Clock } from '../protocol/clock';
import type { Log } from '../protocol/log';
import type { Outcome } from '../protocol/outcome';
import { withFields } from '../protocol/run-log';
import { ANSWERS, type Answerable, type HttpResponse, renderAnswer } from './answer';
import { identifyDelivery } from './identify-delivery';
import type { Job, JobTable } from './job-table';
import type { Body } from './request-body';
import { type RequestHeaders, visibleHeaders } from './request-headers';
import { traceName } from './trace';

/** A request, as far as the handler looks at it. */
export interface HttpRequest {
  readonly method: string;
  readonly headers: RequestHeaders;
  /** Called at most once, and only after the headers were accepted. */
  body(): Promise<Body>;
}

/** What requests are handled with. */
export interface HttpPort {
  readonly jobs: JobTable;
  readonly clock: Clock;
  readonly log: Log;
  /** The instance was told to stop: nothing new is claimed. */
  isStopping(): boolean;
  deliver(delivery: Delivery): Promise<Outcome>;
}

/** Answers one request and logs one line for it. Never rejects. */
export async function handleDelivery(port: HttpPort, request: HttpRequest): Promise<HttpResponse> {
  const startMs = port.clock.monotonicMs();
  let job: Job | undefined;
  let log = port.log;

  const answer = async (): Promise<Answerable> => {
    if (port.isStopping()) return { kind: 'stopping' };
    if (request.method !== 'POST') return { kind: 'method-not-allowed' };
    const identified = identifyDelivery(request.headers, port.jobs);
    if (identified.kind !== 'identified') return identified;
    job = identified.job;
    const { settings, logic } = job;
    log = withFields(log, {
      job: settings.jobName,
      trace: traceName(request.headers, settings.project),
    });

    const body = await request.body();
    if (body.kind !== 'whole') return { kind: `body-${body.kind}` };
    const headers = visibleHeaders(request.headers);
    const { scheduledTimeMs } = identified;
    return port.deliver({ settings, logic, scheduledTimeMs, body: body.bytes, headers, log });
  };
  const given = await answer().catch((cause: unknown) => ({ kind: 'internal-error', cause }) as const);
  logAnswer(log, given, port.clock.monotonicMs() - startMs);
  return renderAnswer(given, job?.settings.jobName);
}

function logAnswer(log: Log, answer: Answerable, durationMs: number): void {
  const { status, severity, message } = ANSWERS[answer.kind];
  log(severity, message, {
    outcome: answer.kind,
    status,
    durationMs: Math.round(durationMs),
    runId: 'runId' in answer ? answer.runId : undefined,
    attempt: 'attempt' in answer ? answer.attempt : undefined,
    reason: 'reason' in answer ? answer.reason : undefined,
    retryAfterSeconds: 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined,
    error: errorOf(answer),
  });
}

function errorOf(answer: Answerable): unknown {
  // Nothing is thrown, too, now and then.
  if ('thrown' in answer) return answer.thrown ?? String(answer.thrown);
  return 'cause' in answer ? answer.cause : undefined;
}

import type { Clock } from '../../../lambda-handler/protocol/clock';
import { ApiFault } from '../firestore-stand-in-documents';
import type { Api, ApiRequest, Call, CallKind, Json } from './api-request';
import { cloudBuilds } from './cloud-builds';
import { cloudRunJobs } from './cloud-run-jobs';
import { type Behaviour, ExecutionList } from './execution-list';
import { type PublishedMessage, pubSubTopics } from './pub-sub-topics';
import { workflowExecutions } from './workflow-executions';

/** What goes wrong with one call. */
export type CallFault =
  /** The connection breaks before the request has arrived. */
  | 'request-lost'
  /** The request is carried out, and the connection breaks before its answer has. */
  | 'answer-lost'
  /** The request is carried out and answered after a minute. */
  | 'slow'
  | {
      /** Whether the request is carried out all the same. */
      readonly done?: boolean;
      readonly httpStatus: number;
      /** Text as it is, everything else as JSON. */
      readonly body: unknown;
    };

/** An error as Google's APIs answer it. */
export function apiError(httpStatus: number, status: string, done = false): CallFault {
  return { done, httpStatus, body: { error: { code: httpStatus, message: 'as scripted', status } } };
}

/** An answer, or none because the connection is cut. */
export type ApiResponse = { readonly httpStatus: number; readonly body: string } | 'cut';

/** A request, what it asks for, and when it arrived; milliseconds since 1970. */
export interface ArrivedRequest extends ApiRequest {
  readonly kind: CallKind;
  readonly url: string;
  readonly atMs: number;
}

const SLOW_MS = 60_000;
const PLACE = 'projects/billing-prod/locations/europe-west1';

/**
 * The APIs that proxies call, in this process: paths, bodies, filters, paging, operations and errors as their reference
 * pages have them, and the faults that a test asks for.
 *
 * `fetch` reaches them under any host without a socket, so that a test can own the time; `startApiServer` puts them on
 * the loopback interface.
 */
export class GoogleApis {
  readonly behaviour: Behaviour = { listLagMs: 0, ending: undefined, pageSize: 100 };
  readonly workflows: ExecutionList;
  readonly jobs: ExecutionList;
  readonly builds: ExecutionList;
  readonly messages: PublishedMessage[] = [];
  /** Every request that has arrived, with what it asks for. */
  readonly requests: ArrivedRequest[] = [];
  private readonly faults = new Map<CallKind, (CallFault | undefined)[]>();
  private readonly apis: readonly Api[];

  constructor(private readonly clock: Clock) {
    this.workflows = new ExecutionList(clock, this.behaviour, 'executions');
    this.jobs = new ExecutionList(clock, this.behaviour, 'executions');
    this.builds = new ExecutionList(clock, this.behaviour, 'builds');
    const trigger = { id: '1c3f0d5a-7a52-4a0e-9d3f-0a5d6f1b2c3d', name: 'nightly' };
    this.apis = [
      workflowExecutions(this.workflows, new Set([`${PLACE}/workflows/close-books`])),
      cloudRunJobs(this.jobs, new Set([`${PLACE}/jobs/export-ledger`])),
      cloudBuilds(this.builds, [trigger, { id: '2d4f0d5a-7a52-4a0e-9d3f-0a5d6f1b2c3d', name: 'hourly' }]),
      pubSubTopics(
        this.messages,
        new Set(['month-ends', 'vat-20%25'].map((topic) => `projects/billing-prod/topics/${topic}`)),
      ),
      // Whatever else there is: a service of a team's own.
      () => ({ kind: 'receive', carryOut: () => ({ received: true }) }),
    ];
  }

  /** What happens to the next calls of a kind, one after the other; `undefined` is nothing. */
  fail(kind: CallKind, ...faults: readonly (CallFault | undefined)[]): void {
    this.faults.set(kind, [...(this.faults.get(kind) ?? []), ...faults]);
  }

  /** How many requests of a kind have arrived. */
  count(kind: CallKind): number {
    return this.requests.filter((request) => request.kind === kind).length;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    const signal = init.signal as AbortSignal;
    const request: ApiRequest = {
      method: init.method ?? 'GET',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body === undefined || init.body === null ? '' : Buffer.from(init.body as string).toString(),
    };
    signal.throwIfAborted();
    const response = await this.answer(request, url, signal);
    if (response === 'cut') {
      const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      throw new TypeError('fetch failed', { cause });
    }
    const { httpStatus, body } = response;
    if (httpStatus >= 300 && httpStatus < 400 && init.redirect !== 'manual') return ELSEWHERE();
    return new Response(body === '' ? null : body, { status: httpStatus });
  };

  /** Answers one request. */
  async answer(request: ApiRequest, url: URL, signal: AbortSignal): Promise<ApiResponse> {
    const call = this.callOf(request);
    const fault = this.faults.get(call.kind)?.shift();
    if (fault === 'request-lost') return 'cut';
    this.requests.push({ ...request, kind: call.kind, url: url.href, atMs: this.clock.nowMs() });
    if (fault === undefined) return isAuthenticated(request, call, url) ? respond(call) : UNAUTHENTICATED;
    if (typeof fault === 'object') {
      if (fault.done === true) call.carryOut();
      const body = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body);
      return { httpStatus: fault.httpStatus, body };
    }
    const response = respond(call);
    if (fault === 'answer-lost') return 'cut';
    await this.clock.sleep(SLOW_MS, signal);
    signal.throwIfAborted();
    return response;
  }

  private callOf(request: ApiRequest): Call {
    for (const api of this.apis) {
      const call = api(request);
      if (call !== undefined) return call;
    }
    throw new Error('the receiver takes every request');
  }
}

/** What a client finds that follows a redirect. */
const ELSEWHERE = () => new Response('{}');

const UNAUTHENTICATED: ApiResponse = {
  httpStatus: 401,
  body: '{"error":{"code":401,"message":"Request is missing credentials.","status":"UNAUTHENTICATED"}}',
};

function isAuthenticated({ headers }: ApiRequest, { kind }: Call, { hostname }: URL): boolean {
  const token = headers['authorization'];
  return kind === 'receive' || (hostname === '127.0.0.1' ? token === undefined : token === 'Bearer access');
}

function respond(call: Call): { readonly httpStatus: number; readonly body: string } {
  const json = (httpStatus: number, body: Json) => ({ httpStatus, body: JSON.stringify(body) });
  try {
    return json(200, call.carryOut());
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    const { code, status, message } = error;
    return json(code, { error: { code, message, status } });
  }
}

import type { HttpResponse } from '../../../lambda-handler/http/answer';
import { type HttpRequest, handleDelivery } from '../../../lambda-handler/http/handle-delivery';
import { JobTable } from '../../../lambda-handler/http/job-table';
import { bufferedBody } from '../../../lambda-handler/http/request-body';
import { requestHeaders } from '../../../lambda-handler/http/request-headers';
import type { Delivery } from '../../../lambda-handler/protocol/attempt';
import type { Outcome } from '../../../lambda-handler/protocol/outcome';
import type { JobSettings } from '../../../src/contract/job-settings';
import { manualClock } from '../../support/manual-clock';
import { type LogLine, SETTINGS } from '../protocol/protocol-world';

/** The headers that Cloud Scheduler sends for the tests' run. */
export const HEADERS: Readonly<Record<string, string>> = {
  'X-CloudScheduler': 'true',
  'X-CloudScheduler-JobName': 'nightly-invoices',
  'X-CloudScheduler-ScheduleTime': '2026-10-16T12:00:00Z',
  'X-Dedup-Project': 'billing-prod',
  'X-Dedup-Location': 'europe-west1',
};

/** Node's raw form of headers. */
export function raw(headers: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
}

/** The HTTP half of the handler, with a protocol that answers what the test wants. */
export class HttpWorld {
  readonly clock = manualClock.at('2026-10-16T12:00:01Z');
  readonly lines: LogLine[] = [];
  readonly deliveries: Delivery[] = [];
  outcome: () => Promise<Outcome> = async () => ({ kind: 'completed', runId: 'r', attempt: 1 });
  stopping = false;

  constructor(private readonly settings: Partial<JobSettings> = {}) {}

  readonly handle = (request: HttpRequest): Promise<HttpResponse> =>
    handleDelivery(
      {
        jobs: new JobTable([{ settings: { ...SETTINGS, ...this.settings }, logic: () => undefined }]),
        clock: this.clock,
        log: (severity, message, fields = {}) => this.lines.push({ severity, message, fields }),
        isStopping: () => this.stopping,
        deliver: (delivery) => {
          this.deliveries.push(delivery);
          return this.outcome();
        },
      },
      request,
    );

  /** Sends the tests' request, with the given differences; `undefined` leaves a header out. */
  async send(headers: Readonly<Record<string, string | undefined>> = {}, more: Partial<HttpRequest> = {}) {
    const response = await this.handle({
      method: 'POST',
      headers: requestHeaders(raw({ ...HEADERS, ...headers })),
      body: async () => bufferedBody(Buffer.alloc(0)),
      ...more,
    });
    return { ...response, body: JSON.parse(response.body) as Record<string, unknown> };
  }
}

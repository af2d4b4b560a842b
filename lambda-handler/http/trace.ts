import type { RequestHeaders } from './request-headers';

const CLOUD_TRACE = /^([0-9a-f]{32})(?:\/|;|$)/i;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/**
 * The request's trace as Cloud Logging wants it, `projects/PROJECT/traces/TRACE_ID`.
 *
 * @see https://cloud.google.com/trace/docs/trace-context
 */
export function traceName(headers: RequestHeaders, project: string): string | undefined {
  const id =
    TRACEPARENT.exec(headers.get('traceparent')?.[0] ?? '')?.[1] ??
    CLOUD_TRACE.exec(headers.get('x-cloud-trace-context')?.[0] ?? '')?.[1];
  return id === undefined ? undefined : `projects/${project}/traces/${id}`;
}

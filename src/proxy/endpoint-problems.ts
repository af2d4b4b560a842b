import { textProblems } from '../checks';
import type { Problem } from '../problem';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const ENDPOINT = {
  pattern: /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?)$/,
  must: 'be https and a host without a path (http only for loopback)',
  fix: "write it as in 'https://run-acme.p.googleapis.com', or leave it out for the public endpoint",
};

/** Whether a host is this machine: the one place that requests are sent to without encryption. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Every problem of where a Google API is asked. */
export function endpointProblems(endpoint: unknown): Problem[] {
  return textProblems('endpoint', endpoint, ENDPOINT);
}

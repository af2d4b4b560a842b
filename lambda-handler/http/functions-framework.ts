import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Handle, Track } from './node-server';
import { bufferedBody, readBody } from './request-body';
import { requestHeaders } from './request-headers';
import { sendResponse } from './send-response';

/** A request as functions-framework hands it on: its body parsers have read a body that has a content type. */
export type FrameworkRequest = IncomingMessage & { readonly rawBody?: Buffer };

/** An HTTP function of functions-framework. Never rejects: the framework would answer in its own words. */
export type FrameworkFunction = (req: FrameworkRequest, res: ServerResponse) => Promise<void>;

/** The handler as an HTTP function. */
export function frameworkFunction(handle: Handle, track: Track): FrameworkFunction {
  return (req, res) => {
    leaveDomain();
    const work = handle({
      method: req.method ?? '',
      headers: requestHeaders(req.rawHeaders),
      // The framework's parsers pass over a body without a content type.
      body: async () => (req.rawBody === undefined ? readBody(req) : bufferedBody(req.rawBody)),
    }).then((response) => sendResponse(res, response));
    track(work);
    return work;
  };
}

/**
 * Leaves the domain in which the framework calls a function.
 *
 * In it, an error that job logic lets escape on the side would become the framework's answer to the request,
 * 500, while the attempt goes on and may complete.
 */
function leaveDomain(): void {
  const { domain } = process as NodeJS.Process & { domain?: { exit(): void } | null };
  domain?.exit();
}

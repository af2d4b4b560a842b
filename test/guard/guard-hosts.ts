import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import express from 'express';
import type { Guarded } from '../../lambda-handler/guard/guarded-request';
import type { IdempotencyGuard } from '../../lambda-handler/guard/idempotency-guard';

/** A handler as all hosts call it. */
export type GuardedHandler = (request: IncomingMessage & Guarded, response: ServerResponse) => unknown;

/** A service that is guarded, on a port of the loopback interface. */
export interface GuardedService {
  readonly url: string;
  stop(): Promise<void>;
}

interface Host {
  readonly host: 'plain http' | 'Express' | 'functions-framework';
  listener(guard: IdempotencyGuard, handler: GuardedHandler): RequestListener;
}

let functions = 0;

/** What a service may be made with, each with the signature of the guard that it takes. */
export const GUARD_HOSTS: readonly Host[] = [
  { host: 'plain http', listener: (guard, handler) => guard.wrap(handler) },
  {
    host: 'Express',
    listener: (guard, handler) => {
      const app = express();
      app.use(express.json(), guard.middleware, handler);
      return app;
    },
  },
  {
    host: 'functions-framework',
    listener: (guard, handler) => {
      const name = `service-${functions++}`;
      http(name, guard.wrap(handler));
      return getTestServer(name).listeners('request')[0] as RequestListener;
    },
  },
];

/** Starts a service. */
export async function startService(listener: RequestListener): Promise<GuardedService> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

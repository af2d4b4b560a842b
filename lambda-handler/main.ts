import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type Configuration, type Environment, readConfiguration } from './configuration';
import { BootError } from './errors';
import { type FrameworkFunction, frameworkFunction } from './http/functions-framework';
import { handleDelivery } from './http/handle-delivery';
import { JobTable } from './http/job-table';
import { createNodeServer, type Handle } from './http/node-server';
import type { LoadLogic } from './job-functions';
import { type OwnedProcess, ProcessOwner } from './process-owner';
import { ActiveAttempts } from './protocol/active-attempts';
import type { Delivery } from './protocol/attempt';
import { processDelivery } from './protocol/delivery';
import type { Log } from './protocol/log';
import { FirestoreRunStore } from './stores/firestore-run-store';
import { googleAccessToken } from './stores/google-access-token';
import { structuredLog } from './structured-log';
import { SystemClock } from './system-clock';
import { WatchdogThread } from './watchdog-thread';

/** What is needed of the process that hosts the handler. */
export interface HostProcess extends OwnedProcess {
  readonly env: Environment;
  readonly stdout: { write(text: string): unknown };
}

/** A handler that is ready for requests. Nothing has been asked of the network yet. */
export interface Handler {
  /** The HTTP function for functions-framework. */
  readonly functionsFrameworkHandler: FrameworkFunction;
  /** Listens on `PORT`, for a handler that is its own server. */
  serve(): Server;
}

/**
 * Starts the handler: environment in, requests out. Called once, by the entry module of the bundle.
 *
 * `logics` load the modules with the job logic as their default export, under the names that the jobs'
 * settings use. Ends the process with code 1 when anything is missing or malformed, after one line that names it all.
 */
export function startHandler(
  logics: Readonly<Record<string, LoadLogic>>,
  host: HostProcess = process,
): Handler {
  const log = structuredLog((line) => host.stdout.write(line));
  try {
    return compose(readConfiguration(host.env, logics), host, log);
  } catch (error) {
    const problems = error instanceof BootError ? error.details['problems'] : undefined;
    log('CRITICAL', 'the handler cannot start', { problems, error });
    host.exit(1);
    throw error;
  }
}

function compose(configuration: Configuration, host: HostProcess, log: Log): Handler {
  const clock = new SystemClock();
  const attempts = new ActiveAttempts();
  const owner = new ProcessOwner({ process: host, clock, log, attempts });
  owner.own();

  const protocol = {
    clock,
    attempts,
    randomUUID,
    watchdog: new WatchdogThread(clock, log),
    store: new FirestoreRunStore({
      location: configuration.store,
      emulatorHost: configuration.emulatorHost,
      accessToken: googleAccessToken(),
      clock,
      random: Math.random,
    }),
  };
  const http = {
    jobs: new JobTable(configuration.jobs),
    clock,
    log,
    isStopping: () => attempts.stopping !== undefined,
    deliver: (delivery: Delivery) => processDelivery(protocol, delivery),
  };
  const handle: Handle = (request) => handleDelivery(http, request);

  return {
    functionsFrameworkHandler: frameworkFunction(handle, owner.track),
    serve: () => {
      const server = createNodeServer(handle, owner.track);
      owner.onStop(() => server.close());
      return server.listen(configuration.port);
    },
  };
}

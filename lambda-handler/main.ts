import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { StoreLocation } from '../src/contract/environment';
import { type Configuration, type Environment, readConfiguration } from './configuration';
import { BootError } from './errors';
import { type FrameworkFunction, frameworkFunction } from './http/functions-framework';
import { handleDelivery } from './http/handle-delivery';
import { JobTable } from './http/job-table';
import { createNodeServer, type Handle } from './http/node-server';
import type { LoadLogic } from './job-functions';
import { LeaseThread } from './lease-thread';
import { leaseThreadData, runLeaseThread } from './lease-thread-program';
import { type OwnedProcess, ProcessOwner } from './process-owner';
import { ActiveAttempts } from './protocol/active-attempts';
import type { Delivery } from './protocol/attempt';
import type { Clock } from './protocol/clock';
import { processDelivery } from './protocol/delivery';
import type { Log } from './protocol/log';
import { googleTokens } from './proxies/google-tokens';
import { nodeFetch } from './proxies/node-fetch';
import type { LoadAuthLibrary } from './stores/auth-library';
import { FIRESTORE_SCOPE, FirestoreRunStore } from './stores/firestore-run-store';
import { googleAccessToken } from './stores/google-access-token';
import { structuredLog } from './structured-log';
import { SystemClock } from './system-clock';
import { WatchdogThread } from './watchdog-thread';

/** What is needed of the process that hosts the handler. */
export interface HostProcess extends OwnedProcess {
  readonly env: Environment;
  readonly stdout: { write(text: string): unknown };
}

/** What the handler's files hold beside the handler itself. */
export interface HandlerParts {
  /**
   * Load the modules with the job logic, under the names that the jobs' settings use: as their default export, or,
   * for logic that is built in, the module of its kind.
   */
  readonly logics: Readonly<Record<string, LoadLogic>>;
  readonly loadAuthLibrary: LoadAuthLibrary;
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
 * Ends the process with code 1 when anything is missing or malformed, after one line that names it all.
 */
export function startHandler(
  { logics, loadAuthLibrary }: HandlerParts,
  host: HostProcess = process,
): Handler {
  const log = structuredLog((line) => host.stdout.write(line));
  try {
    const clock = new SystemClock();
    const proxyPort = { clock, fetch: nodeFetch, tokens: googleTokens(loadAuthLibrary) };
    const configuration = readConfiguration(host.env, { logics, proxyPort });
    return compose(configuration, loadAuthLibrary, host, clock, log);
  } catch (error) {
    const problems = error instanceof BootError ? error.details['problems'] : undefined;
    log('CRITICAL', 'the handler cannot start', { problems, error });
    host.exit(1);
    throw error;
  }
}

/**
 * Does what this thread is for, if it is the one that renews leases, and says whether it is.
 *
 * The thread runs the handler's own file, which holds the thread's program, too; the entry module asks first.
 */
export function startLeaseThread(loadAuthLibrary: LoadAuthLibrary): boolean {
  const data = leaseThreadData();
  if (data === undefined) return false;
  const clock = new SystemClock();
  runLeaseThread(data, runStore(data.store, data.emulatorHost, loadAuthLibrary, clock), clock);
  return true;
}

function compose(
  configuration: Configuration,
  loadAuthLibrary: LoadAuthLibrary,
  host: HostProcess,
  clock: Clock,
  log: Log,
): Handler {
  const attempts = new ActiveAttempts();
  const owner = new ProcessOwner({ process: host, clock, log, attempts });
  owner.own();

  const { store, emulatorHost } = configuration;
  const watchdog = new WatchdogThread(clock, log);
  const protocol = {
    clock,
    attempts,
    randomUUID,
    watchdog,
    leaseKeeper: new LeaseThread({
      file: __filename,
      store,
      emulatorHost,
      watchdog,
      log,
    }),
    store: runStore(store, emulatorHost, loadAuthLibrary, clock),
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

function runStore(
  location: StoreLocation,
  emulatorHost: string | undefined,
  loadAuthLibrary: LoadAuthLibrary,
  clock: Clock,
): FirestoreRunStore {
  const accessToken = googleAccessToken(FIRESTORE_SCOPE, loadAuthLibrary);
  return new FirestoreRunStore({ location, emulatorHost, accessToken, clock, random: Math.random });
}

import type { FirestoreLocation } from '../../src/contract/environment';
import type { StoreError } from '../errors';
import type { Clock } from '../protocol/clock';
import type { CallLimit } from '../protocol/run-store';
import { type AccessToken, EMULATOR_TOKEN } from './access-token';
import { type FirestoreAnswer, type FirestoreMethod, sendFirestoreRequest } from './firestore-request';
import type { HttpPost } from './http-post';
import { nodeHttpPost } from './node-http-post';
import { retryDelayMs } from './retry-delay';
import {
  type ApiError,
  type CallFacts,
  noAccessToken,
  storeRefused,
  storeUnanswered,
  TRANSIENT_STATUSES,
  unreadableAnswer,
} from './store-errors';
import { within } from './within';

const SERVICE_ORIGIN = 'https://firestore.googleapis.com';

/** Longest wait for the answer to one request: many times a slow commit, short enough for a second try. */
const TRY_TIMEOUT_MS = 3_000;

/** What a connection to Firestore is made of. */
export interface FirestoreRestOptions {
  readonly location: FirestoreLocation;
  /**
   * `HOST:PORT` of an emulator, which takes any token.
   * @default - Google's service, with tokens from `accessToken`
   */
  readonly emulatorHost?: string;
  readonly accessToken: AccessToken;
  readonly clock: Clock;
  /** Numbers in [0, 1), for the spread of the retries. */
  readonly random: () => number;
  /** @default - Node's own HTTP client */
  readonly post?: HttpPost;
}

/** The answer to a call: a body, or an error that the caller may have expected. */
export type FirestoreReply =
  | { readonly kind: 'ok'; readonly httpStatus: number; readonly body: unknown; readonly facts: CallFacts }
  | { readonly kind: 'error'; readonly error: ApiError; readonly facts: CallFacts };

interface Call {
  readonly method: FirestoreMethod;
  readonly body: string;
  readonly limit: CallLimit;
  tries: number;
}

/** No answer: the connection broke, or the try took too long. */
interface Unanswered {
  readonly kind: 'unanswered';
  readonly cause?: unknown;
}

/** What a try came to that may be repeated. */
type Failure = Extract<FirestoreAnswer, { kind: 'error' }> | Unanswered;

/** Calls to one Firestore database over REST: one request in the good case, else retried within a limit. */
export class FirestoreRest {
  /** `projects/P/databases/D`. */
  readonly database: string;
  private readonly origin: string;
  private readonly accessToken: AccessToken;
  private readonly post: HttpPost;
  private readonly clock: Clock;
  private readonly random: () => number;

  constructor(options: FirestoreRestOptions) {
    const { location, emulatorHost } = options;
    this.database = `projects/${location.project}/databases/${location.database}`;
    this.origin = emulatorHost === undefined ? SERVICE_ORIGIN : `http://${emulatorHost}`;
    this.accessToken = emulatorHost === undefined ? options.accessToken : async () => EMULATOR_TOKEN;
    this.post = options.post ?? nodeHttpPost;
    this.clock = options.clock;
    this.random = options.random;
  }

  /**
   * Makes one call. Transient errors, broken connections and tries without an answer are repeated until
   * the limit; a refused token is replaced once.
   *
   * @throws StoreError when no usable answer came: whether a write happened is then unknown.
   */
  async call(method: FirestoreMethod, content: object, limit: CallLimit): Promise<FirestoreReply> {
    const call: Call = { method, body: JSON.stringify(content), limit, tries: 0 };
    let token = await this.tokenFor(call);
    let isTokenReplaced = false;
    let failure: Failure | undefined;
    for (let retry = 1; ; ) {
      const result = await this.try(call, token);
      if (result.kind === 'ok') return { ...result, facts: this.facts(call) };
      if (result.kind === 'unreadable')
        throw unreadableAnswer(result.httpStatus, result.why, this.facts(call));
      if (result.kind === 'error' && result.error.status === 'UNAUTHENTICATED' && !isTokenReplaced) {
        token = await this.tokenFor(call, token);
        isTokenReplaced = true;
        continue;
      }
      if (result.kind === 'error' && !TRANSIENT_STATUSES.has(result.error.status)) {
        return { ...result, facts: this.facts(call) };
      }
      // A last try that the limit cuts short must not hide what was heard before it.
      if (result.kind === 'error' || failure === undefined) failure = result;
      const delayMs = retryDelayMs(retry++, this.random);
      if (delayMs >= this.remainingMs(call)) throw this.errorOf(failure, call);
      await this.clock.sleep(delayMs);
    }
  }

  private async try(call: Call, token: string): Promise<FirestoreAnswer | Unanswered> {
    const timeoutMs = Math.min(TRY_TIMEOUT_MS, this.remainingMs(call));
    if (timeoutMs <= 0) return { kind: 'unanswered' };
    call.tries += 1;
    const { method, body } = call;
    const request = { origin: this.origin, database: this.database, method, body, token };
    try {
      return await within(this.clock, timeoutMs, (signal) =>
        sendFirestoreRequest(this.post, request, signal),
      );
    } catch (cause) {
      return { kind: 'unanswered', cause };
    }
  }

  private async tokenFor(call: Call, refused?: string): Promise<string> {
    const timeoutMs = this.remainingMs(call);
    if (timeoutMs <= 0) throw storeUnanswered(this.facts(call));
    try {
      return await within(this.clock, timeoutMs, async () => this.accessToken(refused));
    } catch (cause) {
      throw noAccessToken(this.facts(call), cause);
    }
  }

  private errorOf(failure: Failure, call: Call): StoreError {
    return failure.kind === 'error'
      ? storeRefused(failure.error, this.facts(call))
      : storeUnanswered(this.facts(call), failure.cause);
  }

  private remainingMs(call: Call): number {
    return call.limit.untilMs - this.clock.monotonicMs();
  }

  private facts({ method, tries }: Call): CallFacts {
    return { method, database: this.database, tries };
  }
}

import type { AccessToken } from '../../../lambda-handler/stores/access-token';
import { FirestoreRest } from '../../../lambda-handler/stores/firestore-rest';
import { type ManualClock, manualClock } from '../../support/manual-clock';
import {
  answer,
  apiError,
  connectionReset,
  hang,
  hangForEver,
  type Step,
  scriptedPost,
} from '../../support/scripted-post';

const OK = answer(200, { done: true });
const LIMIT_MS = 10_000;

let clock: ManualClock;

beforeEach(() => {
  clock = manualClock.at('2026-10-16T12:00:00Z');
});

interface Given {
  readonly accessToken?: AccessToken;
  readonly emulatorHost?: string;
  readonly random?: () => number;
}

function scripted(steps: readonly [Step, ...Step[]], given: Given = {}) {
  const script = scriptedPost(clock, ...steps);
  const rest = new FirestoreRest({
    location: { kind: 'firestore', project: 'p', database: '(default)', collection: 'scheduler_runs' },
    emulatorHost: given.emulatorHost,
    accessToken: given.accessToken ?? (async () => 'token'),
    clock,
    random: given.random ?? (() => 0.5),
    post: script.post,
  });
  const startMs = clock.monotonicMs();
  return {
    call: () => clock.until(rest.call('commit', {}, { untilMs: startMs + LIMIT_MS })),
    requests: script.requests,
    elapsedMs: () => clock.monotonicMs() - startMs,
    sentAfterMs: () => script.requests.map(({ atMs }) => atMs - startMs),
  };
}

afterEach(() => {
  expect(clock.pendingTimers).toBe(0);
});

describe('FirestoreRest', () => {
  test('sends one request in the good case', async () => {
    const { call, requests, elapsedMs } = scripted([OK]);

    expect(await call()).toMatchObject({ kind: 'ok', body: { done: true } });
    expect(requests).toMatchObject([
      {
        url: 'https://firestore.googleapis.com/v1/projects/p/databases/(default)/documents:commit',
        authorization: 'Bearer token',
      },
    ]);
    expect(elapsedMs()).toBe(0);
  });

  test('asks an emulator with its own token, and nobody for another', async () => {
    const { call, requests } = scripted([OK], {
      emulatorHost: '127.0.0.1:8080',
      accessToken: () => Promise.reject(new Error('not to be called')),
    });

    await call();

    expect(requests).toMatchObject([
      {
        url: 'http://127.0.0.1:8080/v1/projects/p/databases/(default)/documents:commit',
        authorization: 'Bearer owner',
      },
    ]);
  });

  describe('retries', () => {
    test.each([
      { case: 'contention (409 ABORTED)', step: apiError(409, 'ABORTED') },
      { case: '429 RESOURCE_EXHAUSTED', step: apiError(429, 'RESOURCE_EXHAUSTED') },
      { case: '500 INTERNAL', step: apiError(500, 'INTERNAL') },
      { case: '503 UNAVAILABLE', step: apiError(503, 'UNAVAILABLE') },
      { case: '504 DEADLINE_EXCEEDED', step: apiError(504, 'DEADLINE_EXCEEDED') },
      { case: 'a broken connection', step: connectionReset },
    ])('repeats the same request after $case', async ({ step }) => {
      const { call, requests, sentAfterMs } = scripted([step, step, OK]);

      expect(await call()).toMatchObject({ kind: 'ok', facts: { tries: 3 } });
      expect(sentAfterMs()).toEqual([0, 75, 225]);
      expect(requests[2]?.body).toEqual(requests[0]?.body);
    });

    test.each([
      { case: 'ALREADY_EXISTS, a 409 as ABORTED is', step: apiError(409, 'ALREADY_EXISTS') },
      { case: 'FAILED_PRECONDITION, a 400', step: apiError(400, 'FAILED_PRECONDITION') },
      { case: 'PERMISSION_DENIED', step: apiError(403, 'PERMISSION_DENIED') },
      { case: 'NOT_FOUND', step: apiError(404, 'NOT_FOUND') },
      { case: 'a status that nobody has heard of', step: apiError(503, 'NEW_ONE') },
    ])('hands on $case at once', async ({ step }) => {
      const { call, requests } = scripted([step]);

      expect(await call()).toMatchObject({ kind: 'error', facts: { tries: 1 } });
      expect(requests).toHaveLength(1);
    });

    test('gives up a try without an answer after 3 s and sends the next', async () => {
      const { call, sentAfterMs } = scripted([hang, OK]);

      expect(await call()).toMatchObject({ kind: 'ok' });
      expect(sentAfterMs()).toEqual([0, 3_075]);
    });

    test('ends with the limit when nothing ever answers', async () => {
      const { call, sentAfterMs, elapsedMs } = scripted([hang]);

      await expect(call()).rejects.toMatchObject({
        name: 'StoreError',
        code: 'UNANSWERED',
        retryable: true,
        details: { tries: 4, method: 'commit', database: 'projects/p/databases/(default)' },
        cause: { name: 'TimedOut' },
      });
      expect(sentAfterMs()).toEqual([0, 3_075, 6_225, 9_525]);
      expect(elapsedMs()).toBe(LIMIT_MS);
    });

    test('ends with the limit when the connection does not even listen to the end of a try', async () => {
      const { call, elapsedMs } = scripted([hangForEver]);

      await expect(call()).rejects.toMatchObject({ code: 'UNANSWERED', details: { tries: 4 } });
      expect(elapsedMs()).toBe(LIMIT_MS);
    });

    test('says what broke when every connection does', async () => {
      const { call } = scripted([connectionReset]);

      await expect(call()).rejects.toMatchObject({
        code: 'UNANSWERED',
        cause: { code: 'ECONNRESET' },
      });
    });

    test.each([
      {
        case: 'an error of the store',
        step: apiError(503, 'UNAVAILABLE'),
        shown: { code: 'UNAVAILABLE', details: { httpStatus: 503, tries: 4 } },
      },
      {
        case: 'a broken connection',
        step: connectionReset,
        shown: { code: 'UNANSWERED', cause: { code: 'ECONNRESET' } },
      },
    ])('says what was heard when silence follows $case', async ({ step, shown }) => {
      const { call } = scripted([step, hang]);

      await expect(call()).rejects.toMatchObject(shown);
    });

    test('sends no request after the limit, and does not wait for one that it will not send', async () => {
      const { call, sentAfterMs, elapsedMs } = scripted([apiError(503, 'UNAVAILABLE', 'down')]);

      await expect(call()).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        retryable: true,
        details: { httpStatus: 503, apiMessage: 'down', tries: 11 },
      });
      expect(sentAfterMs()).toEqual([0, 75, 225, 525, 1_125, 2_325, 3_825, 5_325, 6_825, 8_325, 9_825]);
      expect(elapsedMs()).toBeLessThan(LIMIT_MS);
    });
  });

  describe('answers that are none', () => {
    test.each([
      { case: 'HTML from a proxy', step: answer(502, '<html>Bad Gateway</html>'), why: 'not JSON' },
      { case: 'HTML with a good status', step: answer(200, '<html>Sign in</html>'), why: 'not JSON' },
      { case: 'an empty body', step: answer(200, ''), why: 'empty body' },
      { case: 'half a body', step: answer(200, '{"commitTime": "20'), why: 'not JSON' },
      {
        case: 'an error without a status',
        step: answer(500, { error: { code: 500 } }),
        why: 'error without a status',
      },
      {
        case: 'an error that is a text',
        step: answer(401, { error: 'invalid_token' }),
        why: 'error without a status',
      },
      { case: 'a bad status and no error', step: answer(500, {}), why: 'neither an answer nor an error' },
    ])('rejects $case', async ({ step, why }) => {
      const { call, requests } = scripted([step]);

      await expect(call()).rejects.toMatchObject({
        name: 'StoreError',
        code: 'UNREADABLE_ANSWER',
        retryable: true,
        details: { why, tries: 1 },
      });
      expect(requests).toHaveLength(1);
    });
  });

  describe('access token', () => {
    const unauthenticated = apiError(401, 'UNAUTHENTICATED', 'expired');

    test('is replaced once when it is refused', async () => {
      const asked: (string | undefined)[] = [];
      const { call, requests, elapsedMs } = scripted([unauthenticated, OK], {
        accessToken: async (refused) => {
          asked.push(refused);
          return `token-${asked.length}`;
        },
      });

      expect(await call()).toMatchObject({ kind: 'ok' });
      expect(asked).toEqual([undefined, 'token-1']);
      expect(requests.map(({ authorization }) => authorization)).toEqual([
        'Bearer token-1',
        'Bearer token-2',
      ]);
      expect(elapsedMs()).toBe(0);
    });

    test('is not replaced a second time', async () => {
      const { call, requests } = scripted([unauthenticated]);

      expect(await call()).toMatchObject({ kind: 'error', error: { status: 'UNAUTHENTICATED' } });
      expect(requests).toHaveLength(2);
    });

    test('that cannot be had is an error with its cause, and nothing is sent', async () => {
      const cause = new Error('no credentials');
      const { call, requests } = scripted([OK], { accessToken: () => Promise.reject(cause) });

      await expect(call()).rejects.toMatchObject({ name: 'StoreError', code: 'UNAUTHENTICATED', cause });
      expect(requests).toHaveLength(0);
    });

    test('that never comes is given up at the limit', async () => {
      const { call, requests, elapsedMs } = scripted([OK], { accessToken: () => new Promise(() => {}) });

      await expect(call()).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        retryable: true,
        cause: { name: 'TimedOut' },
      });
      expect(requests).toHaveLength(0);
      expect(elapsedMs()).toBe(LIMIT_MS);
    });
  });
});

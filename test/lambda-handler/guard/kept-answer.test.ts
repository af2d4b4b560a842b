import {
  type Answer,
  decodeAnswer,
  encodeAnswer,
  isFinal,
  LONGEST_KEPT_BODY_BYTES,
} from '../../../lambda-handler/guard/kept-answer';

const MOST_BYTES = 1_048_487;

function answer(changes: Partial<Answer> = {}): Answer {
  return { status: 201, headers: { 'content-type': 'text/plain' }, body: Buffer.from('done'), ...changes };
}

describe('isFinal', () => {
  test.each([200, 201, 204, 301, 304, 400, 401, 403, 404, 410, 422, 424, 426, 499])('keeps %d', (status) => {
    expect(isFinal(status)).toBe(true);
  });

  test.each([100, 103, 199, 408, 409, 425, 429, 500, 501, 502, 503, 504, 599])(
    'lets the next try run after %d',
    (status) => {
      expect(isFinal(status)).toBe(false);
    },
  );
});

describe('encodeAnswer', () => {
  test.each([
    { case: 'text', body: Buffer.from('{"caf\u00e9":"\u{1F4B6}"}') },
    { case: 'bytes that are no text', body: Buffer.from([0, 255, 254, 128]) },
    { case: 'nothing', body: Buffer.alloc(0) },
    { case: 'the largest body', body: Buffer.alloc(LONGEST_KEPT_BODY_BYTES, 'a') },
    { case: 'the largest body that escapes badly', body: Buffer.alloc(LONGEST_KEPT_BODY_BYTES, 1) },
    { case: 'the largest body of bytes that are no text', body: Buffer.alloc(LONGEST_KEPT_BODY_BYTES, 255) },
  ])('keeps $case byte for byte, within a document of Firestore', ({ body }) => {
    const text = encodeAnswer(answer({ body }));

    expect(decodeAnswer(text)).toEqual({ kind: 'whole', answer: answer({ body }) });
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES - 20_000);
  });

  test('keeps only the status of an answer with one byte too many', () => {
    const bodyBytes = LONGEST_KEPT_BODY_BYTES + 1;

    const text = encodeAnswer(answer({ body: Buffer.alloc(bodyBytes) }));

    expect(decodeAnswer(text)).toEqual({ kind: 'status-only', status: 201, bodyBytes });
  });

  test('keeps only the status of an answer whose headers are too large', () => {
    const text = encodeAnswer(answer({ headers: { link: 'l'.repeat(17_000) } }));

    expect(decodeAnswer(text)).toEqual({ kind: 'status-only', status: 201, bodyBytes: 4 });
  });

  test('keeps every header but those of the connection, the date and cookies', () => {
    const kept = {
      'content-type': 'text/plain',
      'content-encoding': 'gzip',
      location: '/charges/1',
      'www-authenticate': 'Bearer',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'x-request-id': '1',
      link: ['</a>; rel="next"', '</b>; rel="prev"'],
    };
    const left = {
      connection: 'close, X-Hop',
      'x-hop': '1',
      'keep-alive': 'timeout=5',
      'proxy-connection': 'close',
      te: 'trailers',
      trailer: 'X-T',
      'transfer-encoding': 'chunked',
      upgrade: 'h2c',
      'content-length': '4',
      'set-cookie': ['a=1'],
      date: 'now',
    };

    expect(decodeAnswer(encodeAnswer(answer({ headers: { ...kept, ...left } })))).toEqual({
      kind: 'whole',
      answer: answer({ headers: kept }),
    });
  });
});

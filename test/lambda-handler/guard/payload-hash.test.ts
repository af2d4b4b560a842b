import { canonicalJson, payloadHash } from '../../../lambda-handler/guard/payload-hash';

const PAYLOAD = { method: 'POST', target: '/charges?dry=1', body: Buffer.from('{"cents":1}') };

describe('payloadHash', () => {
  // Frozen: a changed hash answers 422 to every retry that is under way when it is deployed.
  test('keeps the hash of a request', () => {
    expect(payloadHash(PAYLOAD)).toBe('b953254377e41f977106bd88f2e62d609a41fdf80a98f58bbb623509d8df8284');
  });

  test.each([
    { case: 'method', other: { method: 'PUT' } },
    { case: 'path', other: { target: '/refunds?dry=1' } },
    { case: 'query', other: { target: '/charges' } },
    { case: 'a byte of the body', other: { body: Buffer.from('{"cents":2}') } },
    { case: 'white space in the body', other: { body: Buffer.from('{"cents": 1}') } },
  ])('differs by $case', ({ other }) => {
    expect(payloadHash({ ...PAYLOAD, ...other })).not.toBe(payloadHash(PAYLOAD));
  });
});

describe('canonicalJson', () => {
  test('is the same for objects of any order, at every depth', () => {
    const one = { b: [{ y: 1, x: null }], a: 'text' };
    const other = { a: 'text', b: [{ x: null, y: 1 }] };

    expect(canonicalJson(one)).toBe('{"a":"text","b":[{"x":null,"y":1}]}');
    expect(canonicalJson(other)).toBe(canonicalJson(one));
  });

  test('keeps the order of lists', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]');
  });
});

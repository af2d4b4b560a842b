import { StoreError } from '../../lambda-handler/errors';
import { loggable } from '../../lambda-handler/loggable';

const circular: Record<string, unknown> = { name: 'a' };
circular['self'] = circular;

const hostile = {
  get secret() {
    throw new Error('no');
  },
};

describe('loggable', () => {
  test.each([
    { case: 'a text', value: 'x', copy: 'x' },
    { case: 'true', value: true, copy: true },
    { case: 'null', value: null, copy: null },
    { case: 'undefined', value: undefined, copy: undefined },
    { case: 'a function', value: () => 1, copy: undefined },
    { case: 'not a number', value: Number.NaN, copy: 'NaN' },
    { case: 'a bigint', value: 7n, copy: '7' },
    { case: 'a symbol', value: Symbol('s'), copy: 'Symbol(s)' },
    { case: 'a time', value: new Date(0), copy: '1970-01-01T00:00:00.000Z' },
    { case: 'a time that is none', value: new Date(Number.NaN), copy: '[unreadable]' },
    { case: 'bytes', value: Buffer.alloc(3), copy: '[3 bytes]' },
    { case: 'a circle', value: circular, copy: { name: 'a', self: '[circular]' } },
    { case: 'a getter that throws', value: { hostile }, copy: { hostile: '[unreadable]' } },
    { case: 'the same object twice', value: [circular['name'], { a: 1 }], copy: ['a', { a: 1 }] },
  ])('copies $case', ({ value, copy }) => {
    expect(loggable(value)).toEqual(copy);
  });

  test('writes out an error with its code, its details and its cause', () => {
    const cause = new TypeError('fetch failed');
    const error = new StoreError('the store did not answer', {
      code: 'UNANSWERED',
      retryable: true,
      details: { tries: 3 },
      cause,
    });

    expect(loggable(error)).toMatchObject({
      name: 'StoreError',
      message: 'the store did not answer',
      stack: expect.stringContaining('loggable.test'),
      code: 'UNANSWERED',
      details: { tries: 3 },
      cause: { name: 'TypeError', message: 'fetch failed' },
    });
  });

  test('bounds texts, lists, objects and depth', () => {
    const deep = { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } };
    const wide = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, index]));

    expect(loggable('x'.repeat(20_001))).toHaveLength(20_001);
    expect(loggable('x'.repeat(20_002))).toHaveLength(20_001);
    expect(loggable(Array(201).fill(1))).toHaveLength(200);
    expect(Object.keys(loggable(wide) as object)).toHaveLength(200);
    expect(JSON.stringify(loggable(deep))).toContain('[too deep]');
  });

  test('ends a chain of causes that leads back to its start', () => {
    const error = new Error('a');
    error.cause = error;

    expect(loggable(error)).toMatchObject({ cause: '[circular]' });
  });
});

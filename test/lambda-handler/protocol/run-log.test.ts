import { runLog, withFields } from '../../../lambda-handler/protocol/run-log';
import { structuredLog } from '../../../lambda-handler/structured-log';

const resist = () => {
  throw new Error('resisted');
};
const RESISTING = new Proxy(new Error(), { get: resist, getPrototypeOf: resist, ownKeys: resist });

/** The line that job logic writes by handing over these values, whatever their types. */
function lineOf(...given: readonly unknown[]) {
  const lines: string[] = [];
  const log = runLog(
    withFields(
      structuredLog((line) => lines.push(line)),
      { runId: 'r' },
    ),
  );
  const error: (...values: readonly unknown[]) => void = log.error as never;
  error(...given);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

describe('runLog', () => {
  test.each(['debug', 'info', 'warning', 'error'] as const)('writes a line at the severity of %s', (name) => {
    const severities: string[] = [];

    runLog((severity) => severities.push(severity))[name]('charged');

    expect(severities).toEqual([name.toUpperCase()]);
  });

  test.each([
    { case: 'a text', message: 'charged', written: 'charged' },
    { case: 'nothing', message: undefined, written: 'undefined' },
    { case: 'a number', message: 5, written: '5' },
    { case: 'a bigint', message: 5n, written: '5' },
    { case: 'a symbol', message: Symbol('receipt'), written: 'Symbol(receipt)' },
    { case: 'a function', message: () => 1, written: 'function' },
    { case: 'an object', message: { invoices: 3n }, written: '{"invoices":"3"}' },
    { case: 'what resists', message: RESISTING, written: '[unreadable]' },
  ])('writes a message that is $case', ({ message, written }) => {
    expect(lineOf(message, { invoices: 3 })).toMatchObject({ message: written, invoices: 3, runId: 'r' });
  });

  test.each([
    { case: 'a text', message: 'x'.repeat(20_002), characters: 20_001 },
    { case: 'an error', message: new Error('x'.repeat(20_002)), characters: 10_000 },
    { case: 'an object', message: { a: 'x'.repeat(20_000), b: 'x'.repeat(20_000) }, characters: 20_001 },
  ])('bounds a message that is $case', ({ message, characters }) => {
    expect(lineOf(message).message).toHaveLength(characters);
  });

  test('writes an error that is the message into a field of its own', () => {
    const error = new TypeError('boom', { cause: new Error('the ledger is closed') });

    expect(lineOf(error, { invoices: 3 })).toMatchObject({
      message: 'TypeError: boom',
      error: { message: 'boom', stack: expect.any(String), cause: { message: 'the ledger is closed' } },
      invoices: 3,
    });
  });

  test('writes an error that stands for the fields into a field of its own', () => {
    expect(lineOf('not charged', new Error('boom'))).toMatchObject({
      message: 'not charged',
      error: { message: 'boom' },
    });
  });

  test.each([
    { case: 'null', fields: null, written: null },
    { case: 'a text', fields: 'three', written: 'three' },
    { case: 'a list', fields: [3], written: [3] },
    { case: 'what resists', fields: RESISTING, written: '[unreadable]' },
  ])('keeps fields that are $case', ({ fields, written }) => {
    expect(lineOf('charged', fields)).toMatchObject({ message: 'charged', fields: written, runId: 'r' });
  });

  test('survives a field that resists', () => {
    const fields = {
      get secret() {
        return resist();
      },
    };

    expect(lineOf('charged', fields)).toMatchObject({ message: 'charged', runId: 'r' });
  });
});

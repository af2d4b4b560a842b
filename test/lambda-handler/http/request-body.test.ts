import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { readBody } from '../../../lambda-handler/http/request-body';

describe('readBody', () => {
  test('reads a body byte for byte', async () => {
    const stream = new PassThrough();
    const body = readBody(stream);

    stream.write(Buffer.from([0, 255]));
    stream.end(Buffer.from([10]));

    expect(await body).toEqual({ kind: 'whole', bytes: Buffer.from([0, 255, 10]) });
  });

  test.each([
    { case: 'accepts 1 MB', bytes: 1_000_000, kind: 'whole' },
    { case: 'refuses a byte more', bytes: 1_000_001, kind: 'too-large' },
  ])('$case', async ({ bytes, kind }) => {
    const stream = new PassThrough();
    const body = readBody(stream);

    stream.end(Buffer.alloc(bytes));

    expect((await body).kind).toBe(kind);
  });

  test('refuses a longer body before it has ended', async () => {
    const stream = new PassThrough();
    const body = readBody(stream);

    stream.write(Buffer.alloc(1_000_001));

    expect(await body).toEqual({ kind: 'too-large' });
  });

  test.each([
    { case: 'is cut off', cut: (stream: PassThrough) => stream.destroy() },
    { case: 'fails', cut: (stream: PassThrough) => stream.destroy(new Error('aborted')) },
  ])('calls a body broken that $case', async ({ cut }) => {
    const stream = new PassThrough();
    const body = readBody(stream);

    stream.write('{"reg');
    cut(stream);

    expect(await body).toEqual({ kind: 'broken' });
  });

  test('calls a body broken that was cut off before anybody listened', async () => {
    const stream = new PassThrough();
    stream.destroy();
    await once(stream, 'close');

    expect(await readBody(stream)).toEqual({ kind: 'broken' });
  });
});

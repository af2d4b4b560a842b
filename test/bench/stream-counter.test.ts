import { StreamCounter } from '../../bench/wire/stream-counter';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;

function frame(type: number, stream: number, content = ''): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(content)]);
}

const CONNECTION = Buffer.concat([
  PREFACE,
  frame(SETTINGS, 0, 'settings'),
  frame(HEADERS, 1, 'first request'),
  frame(DATA, 1, 'its content'),
  frame(HEADERS, 3, 'second request'),
  frame(HEADERS, 1, 'trailers of the first'),
  frame(DATA, 3),
]);

describe('StreamCounter', () => {
  test.each([
    { case: 'in one piece', pieceBytes: CONNECTION.length },
    { case: 'byte by byte', pieceBytes: 1 },
    { case: 'cut within heads and contents', pieceBytes: 7 },
  ])('counts the streams of a connection that comes $case', ({ pieceBytes }) => {
    const counter = new StreamCounter();

    for (let at = 0; at < CONNECTION.length; at += pieceBytes) {
      counter.take(CONNECTION.subarray(at, at + pieceBytes));
    }

    expect(counter.count).toBe(2);
  });
});

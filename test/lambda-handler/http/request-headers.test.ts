import { requestHeaders, visibleHeaders } from '../../../lambda-handler/http/request-headers';

describe('requestHeaders', () => {
  test('keeps every value of a header under its lower-case name', () => {
    const headers = requestHeaders(['X-A', '1', 'x-b', '2', 'x-a', '3']);

    expect([...headers]).toEqual([
      ['x-a', ['1', '3']],
      ['x-b', ['2']],
    ]);
  });
});

describe('visibleHeaders', () => {
  test('leaves credentials out and joins what is repeated', () => {
    const headers = requestHeaders([
      'Authorization',
      'Bearer x',
      'X-Serverless-Authorization',
      'Bearer y',
      'X-A',
      '1',
      'X-A',
      '2',
    ]);

    expect(visibleHeaders(headers)).toEqual({ 'x-a': '1, 2' });
  });

  test('takes a header for a value whatever it is called', () => {
    const visible = visibleHeaders(requestHeaders(['__proto__', 'x']));

    expect(Object.entries(visible)).toEqual([['__proto__', 'x']]);
  });
});

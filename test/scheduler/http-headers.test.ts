import { Token } from 'cdktf';
import { describeProblem } from '../../src/problem';
import { bodyProblems, headerProblems, jobHeaders } from '../../src/scheduler/http-headers';

const TOKEN = Token.asString({ resolve: () => 'x' } as never);

describe('headerProblems', () => {
  test.each([
    { case: 'none', headers: undefined },
    { case: 'a header of the user', headers: { 'X-Team': 'billing' } },
    { case: 'a type of content', headers: { 'content-type': 'application/json' } },
    { case: 'a token for a value', headers: { 'X-Team': TOKEN } },
    { case: '81,919 bytes', headers: { a: 'x'.repeat(81_918) } },
  ])('takes $case', ({ headers }) => {
    expect(headerProblems(headers as never)).toEqual([]);
  });

  test.each([
    { case: 'Authorization', name: 'authorization', reason: 'the job signs its requests with an OIDC token' },
    { case: 'the project of the run', name: 'X-Dedup-Project', reason: 'they identify the run' },
    { case: 'the location of the run', name: 'x-dedup-location', reason: 'they identify the run' },
    { case: "Cloud Scheduler's own", name: 'X-CloudScheduler-Foo', reason: 'Cloud Scheduler replaces it' },
    { case: 'Host', name: 'HOST', reason: 'Cloud Scheduler replaces it' },
    {
      case: 'credentials that Cloud Run would prefer',
      name: 'X-Serverless-Authorization',
      reason: 'the job signs its requests with an OIDC token',
    },
    {
      case: 'a header of the connection',
      name: 'Transfer-Encoding',
      reason: 'it belongs to the connection, not to the request',
    },
    {
      case: 'an encoding of the body',
      name: 'Content-Encoding',
      reason: 'the functions framework would refuse a body that is not compressed',
    },
    { case: 'User-Agent', name: 'User-Agent', reason: 'Cloud Scheduler replaces it' },
    { case: 'Content-Length', name: 'Content-Length', reason: 'Cloud Scheduler replaces it' },
    { case: "Google's own", name: 'X-Google-Foo', reason: 'the provider refuses it' },
    { case: "a name that holds Google's", name: 'My-X-Google-Foo', reason: 'the provider refuses it' },
    { case: "App Engine's own", name: 'x-appengine-cron', reason: 'the provider refuses it' },
  ])('refuses $case', ({ name, reason }) => {
    expect(headerProblems({ [name]: 'x' }).map(describeProblem)).toEqual([
      `headers.${name} must not be set (${reason}), got "${name}": remove it`,
    ]);
  });

  test.each([
    {
      case: 'an empty value',
      headers: { 'X-A': '' },
      problem: "headers.X-A must not be empty, got '': remove it",
    },
    {
      case: 'a value of two lines',
      headers: { 'X-A': 'b\r\nX-C: d' },
      problem: 'headers.X-A must be printable ASCII on one line, got "b\\r\\nX-C: d"',
    },
    {
      case: 'a value that is no text',
      headers: { 'X-A': 5 as never },
      problem: "headers.X-A must be a text, got 5: write it as '5'",
    },
    {
      case: 'a name with a space',
      headers: { 'X A': 'b' },
      problem: 'headers must be named with letters, digits and hyphens, got "X A"',
    },
    {
      case: 'a type that the provider drops',
      headers: { 'Content-Type': 'application/octet-stream' },
      problem:
        'headers.Content-Type must differ from application/octet-stream (the provider drops it when it reads, a diff for ever), got application/octet-stream: use application/json or text/plain',
    },
    {
      case: 'null',
      headers: { 'X-A': null as never },
      problem: 'headers.X-A must be a text, got null: remove it',
    },
    {
      case: 'an empty name',
      headers: { '': 'b' },
      problem: 'headers must be named with letters, digits and hyphens, got ""',
    },
    {
      case: 'a charset that the functions framework refuses',
      headers: { 'Content-Type': 'application/json; charset=utf-16' },
      problem:
        "headers.Content-Type must have the charset utf-8 (the functions framework refuses others), got 'application/json; charset=utf-16': write charset=utf-8, in which the body is sent",
    },
    {
      case: 'one name in two spellings',
      headers: { 'X-A': 'b', 'x-a': 'c' },
      problem:
        'headers.x-a must differ from headers.X-A in more than upper and lower case, got x-a: remove one of them',
    },
    {
      case: '81,920 bytes',
      headers: { a: 'x'.repeat(81_919) },
      problem: 'headers must be shorter than 80 KB in all, got 81920 bytes',
    },
    {
      case: 'an array',
      headers: [] as never,
      problem: 'headers must be an object of header names and values, got an array',
    },
  ])('refuses $case', ({ headers, problem }) => {
    expect(headerProblems(headers as never).map(describeProblem)).toEqual([problem]);
  });
});

describe('bodyProblems', () => {
  test.each([
    { case: 'none', body: undefined, headers: undefined },
    { case: 'JSON', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } },
    { case: 'text that is no JSON', body: 'a=1', headers: undefined },
    { case: 'another type', body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    { case: 'a token', body: TOKEN, headers: { 'Content-Type': 'application/json' } },
    { case: '1,000,000 bytes', body: 'x'.repeat(1_000_000), headers: undefined },
  ])('takes $case', ({ body, headers }) => {
    expect(bodyProblems(body, headers as never)).toEqual([]);
  });

  test.each([
    {
      case: '1,000,001 bytes',
      body: `${'é'.repeat(500_000)}x`,
      headers: undefined,
      problem: 'body must be at most 1,000,000 bytes (the handler answers 413), got 1000001 bytes',
    },
    {
      case: 'broken JSON that calls itself JSON',
      body: '{"a":',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      problem:
        'body must be a JSON object or array, as its Content-Type application/json; charset=utf-8 says, got "{\\"a\\":": correct it, or set another Content-Type',
    },
    {
      case: 'a number',
      body: 5 as never,
      headers: undefined,
      problem: "body must be a text, got 5: write it as '5'",
    },
    {
      case: 'a JSON text that is no object',
      body: '5',
      headers: { 'Content-Type': 'application/json' },
      problem:
        'body must be a JSON object or array, as its Content-Type application/json says, got "5": correct it, or set another Content-Type',
    },
    {
      case: 'an object',
      body: { a: 1 } as never,
      headers: undefined,
      problem: 'body must be a text, got an object: pass it through JSON.stringify',
    },
  ])('refuses $case', ({ body, headers, problem }) => {
    expect(bodyProblems(body, headers as never).map(describeProblem)).toEqual([problem]);
  });
});

describe('jobHeaders', () => {
  const place = { project: 'p', location: 'l' };
  const identity = { 'X-Dedup-Project': 'p', 'X-Dedup-Location': 'l' };

  test.each([
    { case: 'a job without a body', body: undefined, headers: undefined, expected: identity },
    {
      case: 'a body that is JSON',
      body: '{}',
      headers: undefined,
      expected: { ...identity, 'Content-Type': 'application/json' },
    },
    {
      case: 'a body that is not JSON',
      body: 'night',
      headers: undefined,
      expected: { ...identity, 'Content-Type': 'text/plain; charset=utf-8' },
    },
    ...['"text"', '5', 'true', 'null'].map((body) => ({
      case: `the JSON value ${body}, which the functions framework does not take as JSON`,
      body,
      headers: undefined,
      expected: { ...identity, 'Content-Type': 'text/plain; charset=utf-8' },
    })),
    {
      case: 'a body that is a token',
      body: TOKEN,
      headers: undefined,
      expected: { ...identity, 'Content-Type': 'application/json' },
    },
    {
      case: 'a body with a type of its own',
      body: 'night',
      headers: { 'content-type': 'text/csv' },
      expected: { ...identity, 'content-type': 'text/csv' },
    },
  ])('are right for $case', ({ body, headers, expected }) => {
    expect(jobHeaders({ ...place, body, headers: headers as never })).toEqual(expected);
  });
});

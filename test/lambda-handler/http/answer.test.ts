import { ANSWERS, type Answerable, renderAnswer } from '../../../lambda-handler/http/answer';

const of = { runId: 'r', attempt: 2 };

describe('renderAnswer', () => {
  test.each<{ answer: Answerable; status: number }>([
    { answer: { kind: 'completed', ...of }, status: 200 },
    { answer: { kind: 'already-completed', ...of }, status: 200 },
    { answer: { kind: 'failed', ...of, thrown: 'x' }, status: 500 },
    { answer: { kind: 'permanently-failed', ...of, thrown: 'x' }, status: 422 },
    { answer: { kind: 'already-failed', ...of }, status: 422 },
    { answer: { kind: 'held-elsewhere', ...of, retryAfterSeconds: 7 }, status: 409 },
    { answer: { kind: 'superseded', ...of }, status: 500 },
    { answer: { kind: 'too-old', runId: 'r' }, status: 410 },
    { answer: { kind: 'forced-refused', runId: 'r' }, status: 422 },
    { answer: { kind: 'claim-unknown', runId: 'r' }, status: 500 },
    { answer: { kind: 'claim-not-released', runId: 'r' }, status: 500 },
    { answer: { kind: 'lease-over', runId: 'r' }, status: 500 },
    { answer: { kind: 'finish-unknown', ...of }, status: 500 },
    { answer: { kind: 'bad-request' }, status: 400 },
    { answer: { kind: 'body-broken' }, status: 400 },
    { answer: { kind: 'unknown-job' }, status: 403 },
    { answer: { kind: 'method-not-allowed' }, status: 405 },
    { answer: { kind: 'body-too-large' }, status: 413 },
    { answer: { kind: 'stopping' }, status: 500 },
    { answer: { kind: 'internal-error', cause: 'x' }, status: 500 },
  ])('answers $answer.kind with $status', ({ answer, status }) => {
    const response = renderAnswer(answer, 'nightly-invoices');

    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ outcome: answer.kind, job: 'nightly-invoices' });
  });

  test('never answers 503, and 2xx only for a run that is completed', () => {
    const done = Object.entries(ANSWERS).filter(([, { status }]) => status < 300);

    expect(done.map(([kind]) => kind)).toEqual(['completed', 'already-completed']);
    expect(Object.values(ANSWERS).map(({ status }) => status)).not.toContain(503);
  });

  test('says how long a held run is held', () => {
    const response = renderAnswer({ kind: 'held-elsewhere', ...of, retryAfterSeconds: 7 }, 'j');

    expect(response.headers).toMatchObject({ 'retry-after': '7' });
  });

  test.each([
    { case: 'JSON', stored: '{"invoices":3}', result: { invoices: 3 } },
    { case: 'another text', stored: 'three', result: 'three' },
  ])('gives a result that is stored as $case', ({ stored, result }) => {
    const { body } = renderAnswer({ kind: 'already-completed', ...of, result: stored }, 'j');

    expect(JSON.parse(body)).toEqual({
      outcome: 'already-completed',
      message: 'an earlier attempt completed the run',
      job: 'j',
      ...of,
      result,
    });
  });

  test('keeps what the job logic threw to the log', () => {
    const { body } = renderAnswer({ kind: 'failed', ...of, thrown: new Error('password 1234') }, 'j');

    expect(body).not.toContain('1234');
  });
});

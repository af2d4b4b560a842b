import { requestHeaders } from '../../../lambda-handler/http/request-headers';
import { traceName } from '../../../lambda-handler/http/trace';

const ID = '0af7651916cd43dd8448eb211c80319c';

describe('traceName', () => {
  test.each([
    { case: 'a traceparent', raw: ['traceparent', `00-${ID}-b7ad6b7169203331-01`] },
    { case: 'a Cloud Trace context', raw: ['X-Cloud-Trace-Context', `${ID}/123;o=1`] },
    { case: 'a Cloud Trace context without a span', raw: ['X-Cloud-Trace-Context', ID] },
  ])('reads $case', ({ raw }) => {
    expect(traceName(requestHeaders(raw), 'p')).toBe(`projects/p/traces/${ID}`);
  });

  test.each([
    { case: 'no header', raw: [] },
    { case: 'a malformed one', raw: ['traceparent', 'x', 'X-Cloud-Trace-Context', `${ID}0`] },
  ])('finds none in $case', ({ raw }) => {
    expect(traceName(requestHeaders(raw), 'p')).toBeUndefined();
  });
});

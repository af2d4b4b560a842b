import { chargesApp } from '../../examples/express/charges';
import { idempotencyGuard, memoryStore } from '../../lambda-handler/guard/idempotency-guard';
import { type GuardedService, startService } from '../guard/guard-hosts';

describe('chargesApp', () => {
  let service: GuardedService;

  beforeAll(async () => {
    service = await startService(chargesApp(idempotencyGuard({ name: 'charges', store: memoryStore() })));
  });
  afterAll(() => service.stop());

  test('tells what the guard has left on the request', async () => {
    const headers = { 'Idempotency-Key': 'a', 'Content-Type': 'application/json' };

    const reply = await fetch(`${service.url}/charges`, { method: 'POST', headers, body: '{"cents":1}' });

    expect([reply.status, await reply.json()]).toEqual([201, { key: 'a', attempt: 1 }]);
  });
});

/** A guarded service whose first attempt at a request never comes to its end. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { idempotencyGuard } from '../../../lambda-handler/guard/idempotency-guard';

const [, , project = '', database = '', leaseSeconds] = process.argv;

const guard = idempotencyGuard({
  name: 'ledger',
  store: { project, database },
  leaseSeconds: Number(leaseSeconds),
});

const server = createServer(
  guard.wrap((request, response) => {
    const attempt = request.idempotency?.attempt ?? 0;
    process.stdout.write(`attempt ${attempt}\n`);
    if (attempt > 1) response.writeHead(201).end(`attempt ${attempt}`);
  }),
);
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`));

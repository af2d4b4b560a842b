/**
 * The service that the workflow calls. It has money moved by a bank, which is given the same key in every try.
 *
 * Built with the Dockerfile beside it; see examples/workflow/main.ts.
 */
// region ledger
import { createServer } from 'node:http';
import { idempotencyGuard } from 'cdktf-deduped-scheduler/guard';

const { BANK_URL: bank = 'https://bank.example.com', RUNS_PROJECT = '', RUNS_DATABASE = '' } = process.env;

const guard = idempotencyGuard({
  name: 'ledger',
  store: { project: RUNS_PROJECT, database: RUNS_DATABASE },
});

const server = createServer(
  guard.wrap(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405, { Allow: 'POST' }).end();
    const answer = await fetch(`${bank}${request.url}`, {
      method: 'POST',
      // The last hop: between the bank's answer and the record this process can die, and only the bank can tell.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': request.idempotency?.key ?? '' },
      body: request.rawBody?.toString(),
      signal: request.idempotency?.signal,
    });
    response.writeHead(answer.ok ? 201 : 502, { 'Content-Type': 'application/json' });
    return response.end(await answer.text());
  }),
);
server.listen(process.env['PORT'] ?? 8080);
// endregion

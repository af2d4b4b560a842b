/**
 * A guarded handler of Express in TypeScript, which reads the key and the attempt of its request.
 *
 * chargesApp(idempotencyGuard({ name: 'charges', store: { project, database } })).listen(8080);
 */
// region charges
import type { Guarded, IdempotencyGuard } from 'cdktf-deduped-scheduler/guard';
import express, { type Request, type Response } from 'express';

export function chargesApp(guard: IdempotencyGuard) {
  const app = express();
  app.post('/charges', guard.middleware, express.json(), (request: Request & Guarded, response: Response) => {
    response.status(201).json({ key: request.idempotency?.key, attempt: request.idempotency?.attempt });
  });
  return app;
}
// endregion

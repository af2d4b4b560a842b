import type { JobRun } from 'cdktf-deduped-scheduler/handler';

export default async function exchangeRates(run: JobRun) {
  const answer = await fetch(`${process.env['RATES_URL']}/refresh`, {
    method: 'POST',
    headers: { 'Idempotency-Key': run.token('refresh') },
    signal: run.signal,
  });
  if (!answer.ok) throw new Error(`the rates answered ${answer.status}`);
}

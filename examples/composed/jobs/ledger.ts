import { type JobRun, PermanentFailure } from 'cdktf-deduped-scheduler/handler';

/** Posts to the ledger once per run, whatever number of attempts it takes. */
export async function postToLedger(run: JobRun, account: string): Promise<void> {
  const { LEDGER_URL, LEDGER_KEY } = process.env;
  const answer = await fetch(`${LEDGER_URL}/${account}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${LEDGER_KEY}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': run.token(account),
    },
    body: JSON.stringify({ scheduledTime: run.scheduledTime }),
    signal: run.signal,
  });
  if (answer.status === 422) throw new PermanentFailure(await answer.text());
  if (!answer.ok) throw new Error(`the ledger answered ${answer.status}`);
}

// region logic
import { createDocument, type JobRun } from 'cdktf-deduped-scheduler/handler';

const rates = process.env['RATES_URL'] ?? 'https://rates.example.com';

export default async function nightlyInterest(run: JobRun) {
  const answer = await fetch(`${rates}/interest`, { signal: run.signal });
  if (!answer.ok) throw new Error(`the rates answered ${answer.status}`);
  const { cents } = (await answer.json()) as { cents: number };
  // An entry of each attempt's own: two attempts that got here would book twice.
  const entry = createDocument(`entries/${run.runId}-${run.attempt}`, { night: run.scheduledTime, cents });
  await run.completeWith([entry], { result: { cents } });
}
// endregion

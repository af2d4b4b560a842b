import type { JobRun } from 'cdktf-deduped-scheduler/handler';
import { postToLedger } from './ledger';

export default async function reminders(run: JobRun) {
  await postToLedger(run, 'reminders');
}

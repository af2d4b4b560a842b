import type { JobRun } from 'cdktf-deduped-scheduler/handler';
import { postToLedger } from './ledger';

export default async function report(run: JobRun) {
  await postToLedger(run, 'report');
  run.log.info('report ordered', { attempt: run.attempt });
}

// region logic
import type { JobRun } from 'cdktf-deduped-scheduler/handler';
import type { Ledger } from './naive-invoices';

/** Sends the invoices under the run's token: the ledger knows what it has, whichever attempt sends it. */
export const safeInvoices = (ledger: Ledger) => async (run: JobRun) => {
  await ledger.post({ night: run.scheduledTime, key: run.token('invoices') });
};
// endregion

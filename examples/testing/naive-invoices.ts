// region logic
import type { JobRun } from 'cdktf-deduped-scheduler/handler';

/** What the job calls, so that a test can put something else in its place. */
export interface Ledger {
  post(invoice: { readonly night: Date | undefined; readonly key?: string }): Promise<void>;
}

/** Sends the invoices and hopes for the best. */
export const naiveInvoices = (ledger: Ledger) => async (run: JobRun) => {
  await ledger.post({ night: run.scheduledTime });
};
// endregion

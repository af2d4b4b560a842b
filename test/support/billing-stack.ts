import { join } from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { type App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import type { DedupedSchedulerJobProps } from '../../src/deduped-scheduler-job-props';
import { JobLogic } from '../../src/handler/job-logic';
import { Synthesized } from './synthesized';

export const EMPTY_LOGIC = JobLogic.fromFile(join(__dirname, 'logic/empty-job.ts'));

/** A stack with a provider and nothing else. */
export function billingStack(app: App = Synthesized.app(), id = 'billing'): TerraformStack {
  const stack = new TerraformStack(app, id);
  new GoogleProvider(stack, 'Google', { project: 'acme-billing' });
  return stack;
}

/** The smallest job, with what a test changes of it. */
export function nightlyJob(
  stack: TerraformStack,
  changes: Partial<DedupedSchedulerJobProps> = {},
  id = 'NightlyInvoices',
): DedupedSchedulerJob {
  return new DedupedSchedulerJob(stack, id, {
    region: 'europe-west1',
    schedule: '0 2 * * *',
    logic: 'handler' in changes ? undefined : EMPTY_LOGIC,
    ...changes,
  });
}

/** The message of the error that `act` throws. */
export function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

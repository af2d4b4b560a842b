import type { TerraformStack } from 'cdktf';
import { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { JobLogic } from '../../src/handler/job-logic';
import { FirestoreStore } from '../../src/store/firestore-store';
import { distinctSchedules } from '../schedules';
import { PROJECT, REGION } from './place';

/** Jobs that share handlers, by this library. */
export function productStack(stack: TerraformStack, jobs: number, logicFiles: readonly string[]): void {
  const place = { project: PROJECT, region: REGION };
  const store = new FirestoreStore(stack, 'Store', { project: PROJECT, location: REGION });
  const handlers = logicFiles.map((file, index) => {
    const logic = JobLogic.fromFile(file);
    return new CloudRunFunction(stack, `Handler${index}`, { ...place, store, logic });
  });
  for (const [index, when] of distinctSchedules(jobs).entries()) {
    const handler = handlers[index % handlers.length];
    new DedupedSchedulerJob(stack, `Job${index}`, { ...place, ...when, handler });
  }
}

/**
 * The pattern of Google's guide for deduplicating the requests of Cloud Scheduler, in Node: a transaction that
 * claims the run, the work, and a transaction that records how it ended.
 *
 * @see https://cloud.google.com/scheduler/docs/deduplicate-job-requests
 */
const { createHash, randomUUID } = require('node:crypto');
const functions = require('@google-cloud/functions-framework');
const { Firestore, Timestamp } = require('@google-cloud/firestore');

const LEASE_MS = 300_000;
const RETENTION_MS = 24 * 3_600_000;

const firestore = new Firestore();
const runs = firestore.collection('guide_runs');

functions.http('handler', async (request, response) => {
  const jobName = request.get('X-CloudScheduler-JobName');
  const scheduleTime = request.get('X-CloudScheduler-ScheduleTime');
  if (!jobName || !scheduleTime) {
    response.status(400).send('the request has no job name or no schedule time');
    return;
  }
  const run = runs.doc(createHash('sha256').update(`${jobName}/${scheduleTime}`).digest('hex'));
  const attemptId = randomUUID();
  const state = await claim(run, attemptId);
  if (state !== 'claimed') {
    response.status(state === 'completed' ? 200 : 409).send(`the run is ${state}`);
    return;
  }
  try {
    await work();
  } catch (error) {
    await release(run, attemptId);
    throw error;
  }
  await complete(run, attemptId);
  response.status(200).send('the run was processed');
});

/** What a job does; nothing, on both sides of the comparison. */
async function work() {}

/** Marks the run as in progress, unless it is completed or another attempt is at it. */
function claim(run, attemptId) {
  return firestore.runTransaction(async (transaction) => {
    const known = await transaction.get(run);
    const now = Date.now();
    if (known.exists) {
      if (known.get('status') === 'completed') return 'completed';
      if (known.get('lease_expires').toMillis() > now) return 'in progress';
    }
    transaction.set(run, {
      status: 'in_progress',
      attempt_id: attemptId,
      lease_expires: Timestamp.fromMillis(now + LEASE_MS),
      expire_at: Timestamp.fromMillis(now + RETENTION_MS),
    });
    return 'claimed';
  });
}

/** Marks the run as completed, if it is still this attempt's. */
function complete(run, attemptId) {
  return firestore.runTransaction(async (transaction) => {
    const known = await transaction.get(run);
    if (known.get('attempt_id') !== attemptId) return;
    transaction.update(run, { status: 'completed', completed_at: Timestamp.now() });
  });
}

/** Lets a retry have the run, if it is still this attempt's. */
function release(run, attemptId) {
  return firestore.runTransaction(async (transaction) => {
    const known = await transaction.get(run);
    if (known.get('attempt_id') === attemptId) transaction.delete(run);
  });
}

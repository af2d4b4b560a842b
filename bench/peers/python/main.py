"""The pattern of Google's guide for deduplicating the requests of Cloud Scheduler, in Python.

See https://cloud.google.com/scheduler/docs/deduplicate-job-requests
"""

import datetime
import hashlib
import uuid

import functions_framework
from google.cloud import firestore

LEASE = datetime.timedelta(minutes=5)
RETENTION = datetime.timedelta(days=1)

client = firestore.Client()
runs = client.collection("guide_runs")


@functions_framework.http
def handler(request):
    job_name = request.headers.get("X-CloudScheduler-JobName")
    schedule_time = request.headers.get("X-CloudScheduler-ScheduleTime")
    if not job_name or not schedule_time:
        return "the request has no job name or no schedule time", 400
    run = runs.document(hashlib.sha256(f"{job_name}/{schedule_time}".encode()).hexdigest())
    attempt_id = str(uuid.uuid4())
    state = claim(client.transaction(), run, attempt_id)
    if state != "claimed":
        return f"the run is {state}", 200 if state == "completed" else 409
    try:
        work()
    except Exception:
        release(client.transaction(), run, attempt_id)
        raise
    complete(client.transaction(), run, attempt_id)
    return "the run was processed", 200


def work():
    """What a job does; nothing, on both sides of the comparison."""


@firestore.transactional
def claim(transaction, run, attempt_id):
    """Marks the run as in progress, unless it is completed or another attempt is at it."""
    known = run.get(transaction=transaction)
    now = datetime.datetime.now(datetime.timezone.utc)
    if known.exists:
        if known.get("status") == "completed":
            return "completed"
        if known.get("lease_expires") > now:
            return "in progress"
    transaction.set(
        run,
        {
            "status": "in_progress",
            "attempt_id": attempt_id,
            "lease_expires": now + LEASE,
            "expire_at": now + RETENTION,
        },
    )
    return "claimed"


@firestore.transactional
def complete(transaction, run, attempt_id):
    """Marks the run as completed, if it is still this attempt's."""
    known = run.get(transaction=transaction)
    if known.get("attempt_id") == attempt_id:
        now = datetime.datetime.now(datetime.timezone.utc)
        transaction.update(run, {"status": "completed", "completed_at": now})


@firestore.transactional
def release(transaction, run, attempt_id):
    """Lets a retry have the run, if it is still this attempt's."""
    known = run.get(transaction=transaction)
    if known.get("attempt_id") == attempt_id:
        transaction.delete(run)

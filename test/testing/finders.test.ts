import 'cdktf/lib/testing/adapters/jest';
import { CloudSchedulerJob } from '@cdktf/provider-google/lib/cloud-scheduler-job';
import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import { Testing } from 'cdktf';
import {
  type BundleStub,
  grantsOf,
  jobsOf,
  resourceOf,
  stableSynth,
  stubBundles,
} from 'cdktf-deduped-scheduler/testing';
import { Duration } from '../../src/duration';
import { billingStack, nightlyJob } from '../support/billing-stack';

let bundles: BundleStub;
beforeAll(() => {
  bundles = stubBundles();
});
afterAll(() => bundles.restore());

function twoJobs() {
  const stack = billingStack();
  const invoices = nightlyJob(stack, { project: 'acme-billing' });
  const reports = nightlyJob(
    stack,
    { project: 'acme-billing', schedule: '0 6 * * 1', attemptDeadline: Duration.seconds(60) },
    'Reports',
  );
  return { stack, invoices, reports };
}

describe('jobsOf', () => {
  test('finds the jobs of a stack with their timing', () => {
    const { stack, invoices, reports } = twoJobs();

    const jobs = jobsOf(stack);

    expect(jobs).toEqual([invoices, reports]);
    expect(jobs.map((job) => job.timing.attemptDeadlineSeconds)).toEqual([180, 60]);
  });

  test('finds none where there is none', () => {
    expect(jobsOf(billingStack())).toEqual([]);
  });
});

describe('resourceOf', () => {
  test("gives the synthesized resource of one of several jobs' own", () => {
    const { reports } = twoJobs();

    const resource = resourceOf(reports.schedulerJob.resource);

    expect(resource).toMatchObject({ schedule: '0 6 * * 1', attempt_deadline: '60s' });
  });
});

describe('grantsOf', () => {
  test('lists the grants of one job with what they are on', () => {
    const { invoices } = twoJobs();

    expect(grantsOf(invoices)).toEqual([
      {
        type: 'google_project_iam_member',
        role: 'roles/datastore.user',
        member: expect.stringMatching(
          /^\$\{google_service_account\.NightlyInvoices_Handler_Runtime\w+\.member\}$/,
        ),
        on: { project: 'acme-billing' },
        condition: expect.stringMatching(
          /^resource\.name == "projects\/acme-billing\/databases\/dedup-store-/,
        ),
      },
      {
        type: 'google_cloud_run_v2_service_iam_member',
        role: 'roles/run.invoker',
        member: expect.stringMatching(
          /^\$\{google_service_account\.NightlyInvoices_Handler_Invoker\w+\.member\}$/,
        ),
        on: { project: expect.any(String), location: expect.any(String), name: expect.any(String) },
      },
    ]);
  });

  test('lists those of a stack, also of what jobs share and of what the user made', () => {
    const { stack } = twoJobs();
    new ProjectIamMember(stack, 'Viewer', {
      project: 'acme-billing',
      role: 'roles/viewer',
      member: 'user:a@acme.example',
    });

    const roles = grantsOf(stack).map((grant) => grant.role);

    expect(roles.toSorted()).toEqual([
      'roles/datastore.user',
      'roles/datastore.user',
      'roles/run.builder',
      'roles/run.invoker',
      'roles/run.invoker',
      'roles/viewer',
    ]);
  });
});

describe("cdktf's own matchers", () => {
  beforeAll(() => Testing.setupJest());

  test('take what stableSynth gives', () => {
    const { stack } = twoJobs();

    expect(stableSynth(stack)).toHaveResourceWithProperties(CloudSchedulerJob, { schedule: '0 2 * * *' });
    expect(stableSynth(stack)).not.toHaveResourceWithProperties(CloudSchedulerJob, { schedule: '1 2 * * *' });
  });
});

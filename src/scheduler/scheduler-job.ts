import { CloudSchedulerJob } from '@cdktf/provider-google/lib/cloud-scheduler-job';
import { Fn, type TerraformProvider, Token } from 'cdktf';
import { Construct } from 'constructs';
import { objectProblems, unknownProps } from '../checks';
import { throwProblems } from '../configuration-error';
import { dependsOn } from '../depends-on';
import type { Duration } from '../duration';
import type { HandlerTarget } from '../handler/handler';
import { resourceName } from '../resource-name';
import { jobHeaders } from './http-headers';
import type { ResolvedRetryConfig } from './retry-config';
import { partProblems } from './scheduler-job-part-problems';
import { type SchedulerJobIdentity, schedulerJobProblems } from './scheduler-job-problems';

/** What `SchedulerJob` makes a job of. `DedupedSchedulerJob` derives the times and proves that they fit. */
export interface SchedulerJobProps extends SchedulerJobIdentity {
  /** The project id that identifies the job's runs, a literal or a resource's attribute. */
  readonly runProject: string;
  /** How long Cloud Scheduler waits for an answer, 15 s to 30 min in whole seconds. */
  readonly attemptDeadline: Duration;
  readonly retryConfig: ResolvedRetryConfig;
  readonly target: HandlerTarget;
  /** @default - the provider of the stack */
  readonly provider?: TerraformProvider;
}

const MAX_NAME_LENGTH = 500;
export const DEFAULT_TIME_ZONE = 'Etc/UTC';

/**
 * On provider versions before 7.31 the `Authorization` header that the API adds beside an OIDC token comes
 * back on every read and would be a diff for ever.
 *
 * @see https://github.com/GoogleCloudPlatform/magic-modules/pull/17074
 */
const ADDED_BY_API = 'http_target[0].headers["Authorization"]';

const PROP_NAMES = [
  ...['schedule', 'timeZone', 'region', 'project', 'jobName', 'description', 'paused', 'body', 'headers'],
  ...['runProject', 'attemptDeadline', 'retryConfig', 'target', 'provider'],
];

/**
 * A `google_cloud_scheduler_job` that calls a handler by POST with an OIDC token.
 *
 * All five retry settings are always written out: the provider computes what is left out, so a setting that
 * is removed later would stay. The audience is always explicit: the API's default is the whole URI, which
 * Cloud Run refuses.
 *
 * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs
 */
export class SchedulerJob extends Construct {
  /** The Terraform resource, for what has no prop here. */
  readonly resource: CloudSchedulerJob;
  readonly jobName: string;

  constructor(scope: Construct, id: string, props: SchedulerJobProps) {
    super(scope, id);
    throwProblems(objectProblems('props', props, 'give schedule, region and target'), this.node.path);
    throwProblems(
      [...unknownProps(props, PROP_NAMES), ...schedulerJobProblems(props), ...partProblems(props)],
      this.node.path,
    );
    const { target, retryConfig, body } = props;
    this.jobName = props.jobName ?? resourceName(this, { maxLength: MAX_NAME_LENGTH });
    this.resource = new CloudSchedulerJob(this, 'Resource', {
      provider: props.provider,
      name: this.jobName,
      project: props.project,
      region: props.region,
      description: props.description,
      schedule: props.schedule,
      timeZone: props.timeZone ?? DEFAULT_TIME_ZONE,
      paused: props.paused ?? false,
      attemptDeadline: props.attemptDeadline.toString(),
      retryConfig: {
        retryCount: retryConfig.retryCount,
        maxRetryDuration: retryConfig.maxRetryDuration.toString(),
        minBackoffDuration: retryConfig.minBackoffDuration.toString(),
        maxBackoffDuration: retryConfig.maxBackoffDuration.toString(),
        maxDoublings: retryConfig.maxDoublings,
      },
      httpTarget: {
        httpMethod: 'POST',
        uri: `${target.uri}/jobs/${this.jobName}`,
        headers: jobHeaders({
          headers: props.headers,
          body,
          project: props.runProject,
          location: props.region,
        }),
        body: body === undefined ? undefined : base64(body),
        oidcToken: { serviceAccountEmail: target.invokerEmail, audience: target.uri },
      },
      dependsOn: dependsOn(this, target.dependencies),
      lifecycle: { ignoreChanges: [ADDED_BY_API] },
    });
    this.node.addValidation({ validate: () => this.escapeHatchFindings() });
  }

  /** What comes through the escape hatch and would make every run fail. */
  private escapeHatchFindings(): string[] {
    const { oauthTokenInput, httpMethodInput } = this.resource.httpTarget;
    const findings: string[] = [];
    if (oauthTokenInput !== undefined) {
      findings.push(
        'oauthToken must not be given: OAuth access tokens are for *.googleapis.com, and Cloud Run checks OIDC tokens',
      );
    }
    if (httpMethodInput !== undefined && httpMethodInput !== 'POST') {
      findings.push(`httpMethod must be POST, got ${httpMethodInput}: the handler answers 405 to any other`);
    }
    return findings;
  }
}

/** Encoding a token here would encode its marker, so Terraform does it. */
function base64(body: string): string {
  return Token.isUnresolved(body) ? Fn.base64encode(body) : Buffer.from(body, 'utf8').toString('base64');
}

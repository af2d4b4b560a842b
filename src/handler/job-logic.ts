import type { CloudBuildTriggerProps } from '../proxy/cloud-build-trigger';
import type { CloudRunJobProps } from '../proxy/cloud-run-job';
import type { HttpProps } from '../proxy/http';
import type { PubSubProps } from '../proxy/pub-sub';
import type { WorkflowExecutionProps } from '../proxy/workflow-execution';
import { findLogicFile } from './logic-file';
import type { BundledLogic, LogicSource } from './logic-source';

// Each proxy is loaded with the first use of its kind: most apps have none, and all wait for what they import.

/**
 * The work of a job: a module with a `JobFunction` as its default export, or a proxy.
 *
 * A module is bundled at synth and never run there. A proxy is job logic that is built in: it starts or calls something
 * else and gives it the run's token. One handler holds either modules or proxies, since both would share what proxies
 * are granted.
 */
export class JobLogic implements BundledLogic {
  /**
   * Job logic in a TypeScript or JavaScript module of its own.
   *
   * Where an app is compiled before it runs, a `.ts` path finds the `.js` beside which it lay.
   *
   * @param path an absolute path or a `file:` URL; a relative path would depend on the current directory
   * @example
   * JobLogic.fromFile(path.join(__dirname, 'jobs/nightly-invoices.ts'))
   * @example
   * JobLogic.fromFile(new URL('./jobs/nightly-invoices.ts', import.meta.url))
   */
  static fromFile(path: string | URL): JobLogic {
    return new JobLogic({ kind: 'file', file: findLogicFile(path) });
  }

  /**
   * Starts an execution of a workflow, once per run.
   *
   * The run's token is put into the argument and into a label. An attempt that cannot know whether an earlier one
   * started looks for that label first and adopts what it finds: at most one execution, unless the list of executions
   * lags.
   *
   * @throws ConfigurationError with every problem of the props at once
   * @see https://cloud.google.com/workflows/docs/reference/executions/rest/v1/projects.locations.workflows.executions
   * @example
   * JobLogic.workflowExecution({ workflow: 'nightly-close', location: 'europe-west1', argument: { books: 'all' } })
   */
  static workflowExecution(props: WorkflowExecutionProps): JobLogic {
    const { workflowExecution } =
      require('../proxy/workflow-execution') as typeof import('../proxy/workflow-execution');
    return new JobLogic({ kind: 'proxy', proxy: workflowExecution(props) });
  }

  /**
   * Starts an execution of a Cloud Run job, once per run.
   *
   * The run's token is put into an environment variable of the execution. An attempt that cannot know whether an
   * earlier one started looks through the executions since the run's first attempt: at most one, unless their list
   * lags.
   *
   * @throws ConfigurationError with every problem of the props at once
   * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.jobs/run
   * @example
   * JobLogic.cloudRunJob({ job: 'reindex', location: 'europe-west1' })
   */
  static cloudRunJob(props: CloudRunJobProps): JobLogic {
    const { cloudRunJob } = require('../proxy/cloud-run-job') as typeof import('../proxy/cloud-run-job');
    return new JobLogic({ kind: 'proxy', proxy: cloudRunJob(props) });
  }

  /**
   * Runs a trigger of Cloud Build, once per run.
   *
   * The run's token is put into a substitution. An attempt that cannot know whether an earlier one started looks
   * through the trigger's builds since the run's first attempt: at most one, unless their list lags.
   *
   * @throws ConfigurationError with every problem of the props at once
   * @see https://cloud.google.com/build/docs/api/reference/rest/v1/projects.locations.triggers/run
   * @example
   * JobLogic.cloudBuildTrigger({ trigger: 'nightly', location: 'global', serviceAccount: builder.email })
   */
  static cloudBuildTrigger(props: CloudBuildTriggerProps): JobLogic {
    const { cloudBuildTrigger } =
      require('../proxy/cloud-build-trigger') as typeof import('../proxy/cloud-build-trigger');
    return new JobLogic({ kind: 'proxy', proxy: cloudBuildTrigger(props) });
  }

  /**
   * Sends an HTTP request with the run's token as `Idempotency-Key`.
   *
   * It may be sent more than once for a run: the receiver has to do the work of one key once. An answer of 2xx
   * completes the run; 408, 409, 425, 429, 5xx, no answer and, where the request is signed, 401 and 403 are tried
   * again; any other is final.
   *
   * @throws ConfigurationError with every problem of the props at once
   * @example
   * JobLogic.http({ url: 'https://ledger.example.com/close', audience: 'https://ledger.example.com' })
   */
  static http(props: HttpProps): JobLogic {
    const { http } = require('../proxy/http') as typeof import('../proxy/http');
    return new JobLogic({ kind: 'proxy', proxy: http(props) });
  }

  /**
   * Publishes a message with the run's token in an attribute.
   *
   * It may be published more than once for a run: consumers have to drop what they have seen of one token.
   *
   * @throws ConfigurationError with every problem of the props at once
   * @see https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish
   * @example
   * JobLogic.pubSub({ topic: 'nightly', data: '{"books":"all"}' })
   */
  static pubSub(props: PubSubProps): JobLogic {
    const { pubSub } = require('../proxy/pub-sub') as typeof import('../proxy/pub-sub');
    return new JobLogic({ kind: 'proxy', proxy: pubSub(props) });
  }

  private constructor(
    /** The module, or what the proxy does. */
    readonly source: LogicSource,
  ) {}
}

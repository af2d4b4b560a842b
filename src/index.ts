export type { Account } from './account';
export { ConfigurationError } from './configuration-error';
export type { ForcedRuns, LeaseKind, MissingScheduleTime } from './contract/job-settings';
export type { CloudBuildSource } from './contract/proxies';
export { DedupedSchedulerJob } from './deduped-scheduler-job';
export type { BoundJobProps, DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
export { Duration } from './duration';
export type { GrantMode, RequiredGrant } from './grants';
export { CloudRunFunction } from './handler/cloud-run-function';
export type { CloudRunFunctionProps, JobLogics } from './handler/cloud-run-function-props';
export { CloudRunImage, type CloudRunImageProps, type Ingress } from './handler/cloud-run-image';
export type { HandlerTarget, IHandler, JobBinding } from './handler/handler';
export type { HandlerProps, VpcEgress } from './handler/handler-props';
export { HandlerService, type Invoker } from './handler/handler-service';
export { JobLogic } from './handler/job-logic';
export type { LogicSource } from './handler/logic-source';
export type { SecretVersion } from './handler/secret';
export type { ServiceReference } from './handler/service-elsewhere';
export type { JobTiming } from './job-timing';
export { Lease } from './lease';
export type { Problem } from './problem';
export type { CloudBuildTriggerProps } from './proxy/cloud-build-trigger';
export type { CloudRunJobProps } from './proxy/cloud-run-job';
export type { RunJobContainer, RunJobOverrides } from './proxy/cloud-run-job-overrides';
export type { CalledService, HttpProps } from './proxy/http';
export type { HttpAuthKind } from './proxy/http-auth';
export type { GoogleApiProps, StartingProps } from './proxy/proxy-props';
export type { PubSubProps } from './proxy/pub-sub';
export type { WorkflowExecutionProps } from './proxy/workflow-execution';
export type { ResolvedRetryConfig, RetryConfig } from './scheduler/retry-config';
export { SchedulerJob, type SchedulerJobProps } from './scheduler/scheduler-job';
export type { Grantee, IDedupStore } from './store/dedup-store';
export { FirestoreStore } from './store/firestore-store';
export type {
  FirestoreCollectionProps,
  FirestoreDatabaseReference,
  FirestoreStoreProps,
  RemovalPolicy,
} from './store/firestore-store-props';
export type { RecordAccess } from './store/record-access-role';
export type { CoveredFaults, CrashRecoveryTimes, Timing } from './timing/timing';

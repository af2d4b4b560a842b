export type { Account } from './account';
export { ConfigurationError } from './configuration-error';
export type { ForcedRuns, LeaseKind, MissingScheduleTime } from './contract/job-settings';
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
export type { SecretVersion } from './handler/secret';
export type { ServiceReference } from './handler/service-elsewhere';
export type { JobTiming } from './job-timing';
export { Lease } from './lease';
export type { Problem } from './problem';
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

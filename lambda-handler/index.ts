export type {
  CompleteWith,
  CompletionOptions,
  SdkDocuments,
  SdkFirestore,
  SdkTransaction,
  SdkWriteBatch,
} from './completion';
export {
  createDocument,
  type DocumentFields,
  type DocumentValue,
  type DocumentWrite,
  deleteDocument,
  setDocument,
  updateDocument,
} from './document-writes';
export { CompletionError, type CompletionErrorCode } from './errors';
export { type Fence, passesFence } from './fence';
export type { JobFunction, JobRun, RunLog } from './job-run';
export { PermanentFailure } from './permanent-failure';

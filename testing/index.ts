export { type Draw, listedDraw, seededDraw } from '../lambda-handler/simulation/draw';
export { drawPlan, type PlanOptions } from '../lambda-handler/simulation/draw-plan';
export { FAULT_KINDS, type FaultKind } from '../lambda-handler/simulation/fault-kinds';
export {
  type DeliveryFaults,
  type Duplicate,
  type FaultPlan,
  type InstanceFault,
  type Moment,
  type NextRunReading,
  NO_FAULTS,
  type OutsideFault,
  type RunFaults,
  type StoreFault,
} from '../lambda-handler/simulation/fault-plan';
export type {
  Commit,
  CompletionCall,
  DeliveryEntry,
  Execution,
  History,
  InstanceDeath,
  LogLine,
  RecordState,
} from '../lambda-handler/simulation/history';
export { type Outside, OutsideError } from '../lambda-handler/simulation/outside';
export {
  type CheckedSubject,
  type FaultSearch,
  replay,
  type SearchEffort,
  searchFaults,
  type Violation,
} from '../lambda-handler/simulation/search-faults';
export { type Subject, simulate } from '../lambda-handler/simulation/simulate';
export { type JobLike, type SimulatedJob, simulatedJob } from '../lambda-handler/simulation/simulated-job';
export { archiveSerializer, type SnapshotSerializer } from '../src/testing/archive-serializer';
export { grantsOf, type SynthesizedGrant } from '../src/testing/grants-of';
export { jobsOf } from '../src/testing/jobs-of';
export { redactArchives } from '../src/testing/redact-archives';
export { resourceOf, type SynthesizedResource } from '../src/testing/resource-of';
export { stableSynth } from '../src/testing/stable-synth';
export { type BundleStub, stubBundles } from '../src/testing/stub-bundles';

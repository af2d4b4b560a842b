export { type Draw, listedDraw, seededDraw } from './draw';
export { drawPlan, FAULT_KINDS, type FaultKind, type PlanOptions } from './draw-plan';
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
} from './fault-plan';
export type { Commit, DeliveryEntry, Execution, History, InstanceDeath, RecordState } from './history';
export { type Outside, OutsideError } from './outside';
export {
  type CheckedSubject,
  type FaultSearch,
  replay,
  type SearchEffort,
  searchFaults,
  type Violation,
} from './search-faults';
export { type Subject, simulate } from './simulate';
export { type JobLike, type SimulatedJob, simulatedJob } from './simulated-job';

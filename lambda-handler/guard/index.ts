export { BootError } from '../errors';
export type { Log, Severity } from '../protocol/log';
export type { RunStore } from '../protocol/run-store';
export type { GuardDatabase, IdempotencyGuardOptions } from './guard-options';
export type { Guarded, Idempotency } from './guarded-request';
export { type IdempotencyGuard, idempotencyGuard, memoryStore } from './idempotency-guard';

import { HEADER } from '../../src/contract/header-names';
import type { JobSettings } from '../../src/contract/job-settings';
import { printScheduleTime } from '../../src/contract/schedule-time';
import { handleDelivery } from '../http/handle-delivery';
import { JobTable } from '../http/job-table';
import { bufferedBody } from '../http/request-body';
import { requestHeaders } from '../http/request-headers';
import type { JobFunction } from '../job-run';
import { ProcessOwner } from '../process-owner';
import { ActiveAttempts } from '../protocol/active-attempts';
import { processDelivery } from '../protocol/delivery';
import { StoreLeaseKeeper } from '../protocol/renewed-lease';
import type { DeliveryEntry, History } from './history';
import { loadLogic } from './load-logic';
import { LogicWatch } from './logic-watch';
import { type Outside, outsideOf } from './outside';
import { SimulatedInstance } from './simulated-instance';
import type { SimulatedStore } from './simulated-store';
import { StoreClient } from './store-client';
import type { VirtualClock } from './virtual-clock';

const OFFSET_MS = 7 * 3_600_000;

/** What all instances share. */
export interface SimulatedWorld {
  readonly clock: VirtualClock;
  readonly store: SimulatedStore;
  readonly history: History;
  /** Loads job logic, once in each instance. */
  logic(outside: Outside): JobFunction;
  /** Ends the simulation with an error. */
  fail(error: unknown): void;
}

/**
 * Handles one delivery in an instance of its own, with the handler's own code from the headers on.
 *
 * Resolves with the status of the answer, or `undefined` when the instance dies before it answers.
 */
export function handleSimulated(world: SimulatedWorld, delivery: DeliveryEntry): Promise<number | undefined> {
  const { clock, history } = world;
  return new Promise((resolve) => {
    delivery.handledAtMs = clock.nowMs();
    const { faults, settings } = delivery;
    const watch = new LogicWatch(clock, history, delivery);
    const instance = new SimulatedInstance(clock, faults.clockAheadMs, faults.instance, {
      died(why) {
        delivery.death = { atMs: clock.nowMs(), why };
        watch.died();
        resolve(undefined);
      },
      frozen() {
        delivery.wasFrozen = true;
      },
      woke() {
        delivery.wokeAtMs = clock.nowMs();
      },
      stopping() {
        delivery.stoppedAtMs = clock.nowMs();
      },
    });
    const attempts = new ActiveAttempts();
    const log = () => undefined;
    const owner = new ProcessOwner({ process: instance.process, clock: instance.clock, log, attempts });
    owner.own();
    const store = new StoreClient(world.store.for(delivery.id), clock, instance, faults.store, history);
    const protocol = {
      clock: instance.clock,
      attempts,
      watchdog: instance.watchdog,
      randomUUID: () => `delivery-${delivery.id}`,
      leaseKeeper: new StoreLeaseKeeper({ store, clock: instance.clock, watchdog: instance.watchdog }),
      store,
    };
    let logic: JobFunction;
    try {
      logic = loadLogic(world.logic, outsideOf(clock, instance, faults.outside, watch.waits));
    } catch (error) {
      return world.fail(error);
    }
    const answered = handleDelivery(
      {
        jobs: new JobTable([{ settings, logic: watch.over(logic, instance) }]),
        clock: instance.clock,
        log,
        isStopping: () => attempts.stopping !== undefined,
        deliver: (one) => processDelivery(protocol, one),
      },
      {
        method: 'POST',
        headers: requestHeaders(rawHeaders(settings, delivery)),
        body: async () => bufferedBody(Buffer.alloc(0)),
      },
    ).then(({ status, body }) => {
      const { outcome, attempt } = JSON.parse(body);
      delivery.answer = { atMs: clock.nowMs(), status, outcome, attempt };
      resolve(status);
    });
    owner.track(answered);
  });
}

function rawHeaders(settings: JobSettings, { scheduledTimeMs, faults }: DeliveryEntry): string[] {
  const time = faults.timeWithOffset
    ? printScheduleTime(scheduledTimeMs - OFFSET_MS).replace('Z', '-07:00')
    : printScheduleTime(scheduledTimeMs);
  return [
    ...[HEADER.SCHEDULER, 'true'],
    ...[HEADER.JOB_NAME, settings.jobName],
    ...[HEADER.SCHEDULE_TIME, time],
    ...[HEADER.PROJECT, settings.project],
    ...[HEADER.LOCATION, settings.location],
  ];
}

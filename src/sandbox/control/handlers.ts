import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { operations } from '../../contract/operations.ts';
import type { ClockState } from '../../contract/sandbox/control.ts';
import { isOfScreens } from '../../contract/enumerations.ts';
import { sandboxOperations } from '../../contract/sandboxOperations.ts';
import type { Handlers } from '../runtime/handler.ts';
import type { MovableClock } from '../runtime/movableClock.ts';
import { invalidValue, notFound } from '../runtime/refusal.ts';
import { deliverJob } from '../features/webhooks/deliveries.ts';
import type { AccessKey } from '../http/accessKey.ts';
import type { Faults } from '../http/faults.ts';

/** The maximum time in milliseconds that advancing the clock waits for webhook receivers. */
const RECEIVERS_MS = 5000;

/** Creates the control handlers for faults and the clock. */
export function controlHandlers(faults: Faults, clock: MovableClock): Handlers {
  const clockState = (): { data: ClockState } => ({
    data: { now: new Date(clock.now()).toISOString(), frozen: clock.frozen, aheadMs: clock.aheadMs },
  });
  return {
    listFaults: () => ({ data: faults.list() }),
    addFault: ({ body, service: { store } }) => {
      const { operation } = body;
      if (operation !== undefined && !Object.hasOwn({ ...operations, ...sandboxOperations }, operation))
        throw invalidValue('body.operation', `there is no operation named “${operation}”`, operation);
      const { fault, path, probability, times } = body;
      if (isOfScreens(fault) && (operation ?? path ?? probability ?? times) !== undefined) {
        const message = 'this fault applies to screens, so only its “deviceId” limits it';
        throw invalidValue('body', message, body);
      }
      if (isOfScreens(fault) && store.devices.get(fault.deviceId ?? '')?.sandbox.phone)
        throw invalidValue('body.fault.deviceId', 'a real phone has no faults of screens', fault.deviceId);
      return { data: faults.add(body) };
    },
    clearFaults: (): undefined => {
      faults.clear();
    },
    removeFault: ({ params }): undefined => {
      if (!faults.remove(params.faultId)) throw notFound('fault');
    },
    getClock: clockState,
    setClock: ({ body }) => {
      // Freezes first, so that the time set is kept to the millisecond.
      if (body.frozen !== undefined) clock.freeze(body.frozen);
      if (body.now !== undefined) clock.set(Date.parse(body.now));
      return clockState();
    },
    resetClock: () => {
      clock.reset();
      return clockState();
    },
    advanceClock: async ({ body, service }) => {
      const limit = wait(RECEIVERS_MS, undefined, { ref: false });
      // Lets each delivery attempt end before time advances, since the next one is scheduled from its end.
      const waitForDeliveries = (): Promise<void> =>
        Promise.race([service.jobs.waitForKind(deliverJob.name), limit]);
      await waitForDeliveries();
      for (const moment of clock.advancing(body.milliseconds)) {
        // Due tasks start in a later turn of the event loop.
        await turn(moment);
        await waitForDeliveries();
      }
      return clockState();
    },
  };
}

/** Creates the handlers for the API key. */
export function keyHandlers(key: AccessKey): Handlers {
  return {
    revokeKey: (): undefined => {
      key.revoke();
    },
  };
}

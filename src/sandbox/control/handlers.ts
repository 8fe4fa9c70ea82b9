import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { operations } from '../../contract/operations.ts';
import type { ClockState } from '../../contract/sandbox/control.ts';
import { sandboxOperations } from '../../contract/sandboxOperations.ts';
import type { Handlers } from '../handler.ts';
import type { MovableClock } from '../movableClock.ts';
import { Refusal } from '../refusal.ts';
import { deliverJob } from '../webhooks/deliveries.ts';
import type { Faults } from './faults.ts';

/** How long receivers may hold the clock up while it is moved on, in milliseconds. */
const RECEIVERS_MS = 5000;

/** Handlers of the control interface for the faults and the clock of one sandbox. */
export function controlHandlers(faults: Faults, clock: MovableClock): Handlers {
  const clockState = (): { data: ClockState } => ({
    data: { now: new Date(clock.now()).toISOString(), frozen: clock.frozen, aheadMs: clock.aheadMs },
  });
  return {
    listFaults: () => ({ data: faults.list() }),
    addFault: ({ body }) => {
      const { operation } = body;
      if (operation !== undefined && !Object.hasOwn({ ...operations, ...sandboxOperations }, operation)) {
        const problem = { location: 'body.operation', message: 'no such operation', value: operation };
        const message = `body.operation: there is no operation named “${operation}”.`;
        throw new Refusal(400, 'invalid_request', message, { problems: [problem] });
      }
      return { data: faults.add(body) };
    },
    clearFaults: () => {
      faults.clear();
      return undefined;
    },
    removeFault: ({ params }) => {
      if (!faults.remove(params.faultId))
        throw new Refusal(404, 'not_found', 'There is no fault with this id.');
      return undefined;
    },
    getClock: clockState,
    setClock: ({ body }) => {
      // Frozen first, so that a time that is set stands still to the millisecond.
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
      // Each attempt at a delivery ends before the time goes on, since the next one counts from there.
      const delivered = (): Promise<void> => Promise.race([service.jobs.over(deliverJob.name), limit]);
      await delivered();
      for (const moment of clock.advancing(body.milliseconds)) {
        // What falls due begins in a turn of its own.
        await turn(moment);
        await delivered();
      }
      return clockState();
    },
  };
}

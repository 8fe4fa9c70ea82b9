import { Refusal } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';

/** The number of flows that the sandbox keeps, without archived ones. */
export const FLOW_SLOTS = 2000;

export function remainingSlots(store: Store): number {
  return Math.max(0, FLOW_SLOTS - store.flows.count());
}

/** Throws a 403 Refusal if no other flow can be created. Neither its status nor its code is public. */
export function requireSlot(store: Store): void {
  if (remainingSlots(store) > 0) return;
  const message = `There are ${FLOW_SLOTS} flows already. Archive one to create another.`;
  throw new Refusal(403, 'flow_capacity_exhausted', message);
}

import type { Store } from '../store/store.ts';

const FACT = 'confinedFlows';

/** True if the runs that triggers start of a flow may send requests only to this computer. */
export function isFlowConfined(store: Store, flowId: string): boolean {
  return confinedFlows(store).includes(flowId);
}

/** Confines a flow that a confined call has activated or changed. */
export function confineFlow(store: Store, flowId: string): void {
  if (!isFlowConfined(store, flowId)) store.setFact(FACT, [...confinedFlows(store), flowId]);
}

/** Ends the confinement of a flow, because the user activated it or it was deleted. */
export function releaseFlow(store: Store, flowId: string): void {
  const known = confinedFlows(store);
  if (known.includes(flowId))
    store.setFact(
      FACT,
      known.filter(id => id !== flowId),
    );
}

function confinedFlows(store: Store): readonly string[] {
  const ids = store.fact(FACT);
  return Array.isArray(ids) ? ids.map(String) : [];
}

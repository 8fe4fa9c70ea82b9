import type { Service } from '../../runtime/service.ts';

const DAY_MS = 86_400_000;

/** Deletes the evidence of runs that are too old, and of the oldest runs of a flow beyond the maximum. */
export function deleteOldTraces({ store, clock, settings: { traces } }: Service, flowId: string): void {
  const createdAt = new Date(clock.now() - traces.days * DAY_MS).toISOString();
  const old = [
    ...store.traces.list({ to: { createdAt } }),
    ...store.traces.list({ where: { flowId }, offset: traces.runs }),
  ];
  store.transaction(() => {
    for (const { id } of old) {
      store.traces.delete(id);
      store.traceSteps.deleteWhere({ executionId: id });
      store.traceScreens.deleteWhere({ executionId: id });
    }
  });
}

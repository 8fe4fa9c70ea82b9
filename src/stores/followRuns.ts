import { isVerification } from '../contract/enumerations.ts';
import type { Disposable } from '../util/disposables.ts';
import type { ExecutionStore } from './executionStore.ts';
import type { FlowStore } from './flowStore.ts';

/**
 * Reads the flows again when the execution list shows that a run has started or ended, so that both views agree. Dry
 * runs are ignored, since they do not change flows.
 */
export function followRuns(executions: ExecutionStore, flows: FlowStore): Disposable {
  let { filter } = executions;
  let known: ReadonlyMap<string, string> | undefined;
  return executions.onDidChange(() => {
    const { state } = executions;
    if (state.kind !== 'ready') return;
    const runs = state.items.filter(run => !isVerification(run));
    const before = filter === executions.filter ? known : undefined;
    filter = executions.filter;
    known = new Map(runs.map(({ id, status }) => [id, status ?? '']));
    const isNews = before && [...known].some(([id, status]) => before.get(id) !== status);
    if (isNews && flows.state.kind === 'ready') void flows.refresh();
  });
}

import type { Disposable } from '../util/disposables.ts';
import type { ExecutionStore } from './executionStore.ts';
import type { FlowStore } from './flowStore.ts';

/**
 * Reads the flows again when the list of executions shows that a run has begun or ended, so that both tell the same
 * of it. Trials leave flows as they are.
 */
export function followRuns(executions: ExecutionStore, flows: FlowStore): Disposable {
  let { filter } = executions;
  let known: ReadonlyMap<string, string> | undefined;
  return executions.onDidChange(() => {
    const { state } = executions;
    if (state.kind !== 'ready') return;
    const runs = state.items.filter(({ kind }) => kind !== 'dry_run');
    const before = filter === executions.filter ? known : undefined;
    filter = executions.filter;
    known = new Map(runs.map(({ id, status }) => [id, status ?? '']));
    const isNews = before && [...known].some(([id, status]) => before.get(id) !== status);
    if (isNews && flows.state.kind === 'ready') void flows.refresh();
  });
}

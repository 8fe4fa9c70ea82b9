import type { Services } from './services.ts';

/** Reads executions and tasks anew, of every flow. */
export async function refreshActivity({ session, executions, tasks }: Services): Promise<void> {
  session.require();
  await Promise.all([
    executions.filter.flowId === undefined ? executions.refresh() : executions.show({ flowId: undefined }),
    tasks.refresh(),
  ]);
}

/** Forgets the requests of this window. */
export function clearRequests({ requests }: Services): void {
  requests.clear();
}

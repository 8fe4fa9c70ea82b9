import type { QueryValue } from '../contract/operations.ts';
import type { Execution } from '../contract/records/execution.ts';
import { ListStore } from './listStore.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import { orderOf, type RunFilter } from './runFilter.ts';
import type { Session } from './session.ts';

/** The filter of the execution list: one flow or all flows, and one call that started executions or all. */
export interface ExecutionFilter extends RunFilter<QueryValue<'listExecutions', 'status'>> {
  readonly flowId: string | undefined;
  readonly invocationId: string | undefined;
}

/** Every execution, newest first. */
export const ALL_EXECUTIONS: ExecutionFilter = {
  search: '',
  status: undefined,
  flowId: undefined,
  invocationId: undefined,
  orderBy: 'began',
};

const PAGE_SIZE = 20;
const POLL_MS = 5000;

/** The flow executions of the active connection. */
export class ExecutionStore extends ListStore<Execution, ExecutionFilter> {
  constructor(session: Session) {
    super(session, ALL_EXECUTIONS, POLL_MS, async ({ client, filter, next, signal }) => {
      const { flowId, invocationId, search, status, orderBy } = filter;
      const query = {
        ...queryOfPage(next, PAGE_SIZE),
        ...orderOf(orderBy, 'startedAt'),
        flowId,
        invocationId,
        search: search || undefined,
        status,
      };
      const page = await readListPage(client.listExecutions({ query }, { signal }));
      if (invocationId === undefined) return page;
      // A service that does not know the parameter lists all executions.
      return { ...page, items: page.items.filter(execution => execution.invocationId === invocationId) };
    });
  }
}

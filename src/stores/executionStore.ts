import type { EXECUTION_STATUSES } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import { ListStore } from './listStore.ts';
import { readListPage } from './readListPage.ts';
import { orderOf, type RunFilter } from './runFilter.ts';
import type { Session } from './session.ts';

/** The filter of the execution list: one flow or all flows. */
export interface ExecutionFilter extends RunFilter<(typeof EXECUTION_STATUSES)[number]> {
  readonly flowId: string | undefined;
}

/** Every execution, newest first. */
export const ALL_EXECUTIONS: ExecutionFilter = {
  search: '',
  status: undefined,
  flowId: undefined,
  orderBy: 'began',
};

const PAGE_SIZE = 20;
const POLL_MS = 5000;

/** The flow executions of the active connection. */
export class ExecutionStore extends ListStore<Execution, ExecutionFilter> {
  constructor(session: Session) {
    super(
      session,
      ALL_EXECUTIONS,
      (client, { flowId, search, status, orderBy }, next, signal) =>
        readListPage(() =>
          client.listExecutions(
            {
              query: {
                page: Number(next ?? 1),
                pageSize: PAGE_SIZE,
                ...orderOf(orderBy, 'startedAt'),
                ...(flowId === undefined ? {} : { flowId }),
                ...(search === '' ? {} : { search }),
                ...(status === undefined ? {} : { status }),
              },
            },
            { signal },
          ),
        ),
      POLL_MS,
    );
  }
}

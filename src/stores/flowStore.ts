import type { QueryValue } from '../contract/operations.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { FlowAction } from '../contract/records/flowAction.ts';
import { KeyedLists } from './keyedLists.ts';
import { ListStore } from './listStore.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** The filter and sort order of the flow list (wire facts 2). */
export interface FlowFilter {
  readonly search: string;
  readonly enabled: boolean | undefined;
  /** Health status, such as `failing`; undefined for any. */
  readonly status: string | undefined;
  readonly orderBy: QueryValue<'listFlows', 'orderBy'>;
  readonly direction: 'asc' | 'desc';
}

export const ALL_FLOWS: FlowFilter = {
  search: '',
  enabled: undefined,
  status: undefined,
  orderBy: 'name',
  direction: 'asc',
};

const PAGE_SIZE = 100;
const POLL_MS = 15_000;

export class FlowStore extends ListStore<Flow, FlowFilter> {
  constructor(session: Session) {
    super(session, ALL_FLOWS, POLL_MS, ({ client, filter, next, signal }) => {
      const { search, enabled, status, orderBy, direction } = filter;
      const query = {
        ...queryOfPage(next, PAGE_SIZE),
        orderBy,
        orderByDirection: direction,
        search: search || undefined,
        enabled,
        status: status && [status],
      };
      return readListPage(client.listFlows({ query }, { signal }));
    });
  }
}

/** The steps of each flow as the flat list that the service returns; child steps name their parent. */
export class StepLists extends KeyedLists<FlowAction> {
  constructor(session: Session) {
    super(session, undefined, POLL_MS, async ({ client, key: flowId, signal }) => {
      const { value } = await client.listFlowActions({ params: { flowId } }, { signal });
      return { items: value.data, total: value.data.length, next: undefined };
    });
  }
}

/** The filter and sort order of a list of runs (wire facts 2). */
export interface RunFilter<S extends string> {
  readonly search: string;
  /** Status, such as `failed`; undefined for any. */
  readonly status: S | undefined;
  readonly orderBy: RunOrder;
}

/** Sort order: by start or end time, newest first, or by status name. */
export type RunOrder = 'began' | 'ended' | 'status';

/** Returns the query parameters of a sort order; executions and tasks have different names for the start time. */
export function orderOf<B extends string>(
  orderBy: RunOrder,
  began: B,
): { readonly orderBy: B | 'finishedAt' | 'status'; readonly orderByDirection: 'asc' | 'desc' } {
  if (orderBy === 'status') return { orderBy, orderByDirection: 'asc' };
  return { orderBy: orderBy === 'ended' ? 'finishedAt' : began, orderByDirection: 'desc' };
}

/** Which runs are shown and in which order (wire facts 2). */
export interface RunFilter<S extends string> {
  readonly search: string;
  /** State to show, such as `failed`; undefined shows every one. */
  readonly status: S | undefined;
  readonly orderBy: RunOrder;
}

/** By when runs began or ended, the latest first, or by the names of their states. */
export type RunOrder = 'began' | 'ended' | 'status';

/** The order as a query says it; what executions and tasks call their beginning differs. */
export function orderOf<B extends string>(
  orderBy: RunOrder,
  began: B,
): { readonly orderBy: B | 'finishedAt' | 'status'; readonly orderByDirection: 'asc' | 'desc' } {
  if (orderBy === 'status') return { orderBy, orderByDirection: 'asc' };
  return { orderBy: orderBy === 'ended' ? 'finishedAt' : began, orderByDirection: 'desc' };
}

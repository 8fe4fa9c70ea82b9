import { ApiError } from '../client/failure.ts';
import type { PlanItem } from '../flow/deploy/planItem.ts';
import { counted } from '../util/counted.ts';
import type { DeployContext } from './deployContext.ts';

/** Adds to a plan how many flows remain after it, or that it creates too many, if the service tells (wire facts 3). */
export async function addCapacity(
  { client, options }: DeployContext,
  items: readonly PlanItem[],
): Promise<readonly PlanItem[]> {
  const creating = items.filter(({ action }) => action === 'create').length;
  if (creating === 0) return items;
  const capacity = await client
    .getFlowCapacity({}, options)
    .then(({ value }) => value.data)
    // It is only advice: creating decides. Status 503 means that no limit is known.
    .catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  if (capacity?.remaining == null) return items;
  const { included, remaining } = capacity;
  const last = items.findLastIndex(({ action }) => action === 'create');
  const left = remaining - creating;
  const outOf = included == null ? '' : ` of ${included.toLocaleString('en')}`;
  return items.map((item, index) => {
    if (index !== last || item.action !== 'create') return item;
    return left < 0
      ? { ...item, reason: [item.reason, tooManyText(remaining)].filter(Boolean).join(' ') }
      : { ...item, note: `After this, ${left.toLocaleString('en')}${outOf} flows remain.` };
  });
}

function tooManyText(remaining: number): string {
  return remaining <= 0
    ? 'The service accepts no other flow. Delete one first.'
    : `The service accepts only ${counted(remaining, 'more flow')}.`;
}

import { type PlanItem, withReason } from '../flow/deploy/planItem.ts';
import { counted } from '../util/counted.ts';
import type { DeployContext } from './deployContext.ts';
import { ifAnswered } from './remoteFlow.ts';

/** Adds to a plan how many flows remain after it, or that it creates too many, if the service tells (wire facts 3). */
export async function addCapacity(
  { client, options }: DeployContext,
  items: readonly PlanItem[],
): Promise<readonly PlanItem[]> {
  const creating = items.filter(({ action }) => action === 'create').length;
  if (creating === 0) return items;
  // This is only advice; the service counts again when a flow is created. Status 503 means that no limit is known.
  const capacity = (await ifAnswered(client.getFlowCapacity({}, options)))?.value.data;
  if (capacity?.remaining == null) return items;
  const { included, remaining } = capacity;
  const last = items.findLastIndex(({ action }) => action === 'create');
  return items.map((item, index) => {
    if (index !== last || item.action !== 'create') return item;
    return remaining < creating
      ? withReason(item, tooManyText(remaining))
      : { ...item, note: remainingText(remaining - creating, included) };
  });
}

function remainingText(left: number, included: number | null | undefined): string {
  if (left === 0) return 'No other flow can be created after this. Delete one to create another.';
  const flows =
    included == null
      ? counted(left, 'flow')
      : `${left.toLocaleString('en')} of ${included.toLocaleString('en')} flows`;
  return `${flows} can still be created after this.`;
}

function tooManyText(remaining: number): string {
  return remaining <= 0
    ? 'The service accepts no other flow. Delete one to create another.'
    : `The service accepts only ${counted(remaining, 'more flow')}.`;
}

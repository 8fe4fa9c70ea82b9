import type { PrunedFlow } from '../../deploy/pruneFlows.ts';
import type { PlanItem } from '../../flow/deploy/planItem.ts';

const UNKNOWN = 'Nothing tells whether others have changed the flow since it was linked.';

const OUTDATED =
  'If your own deployment made the change, .cloud-devices/links.json is outdated: commit it after each deployment.';

/** True if the plan of a file replaces what others have changed on the service, or may have changed. */
export function isDrift(item: PlanItem): boolean {
  if (item.action !== 'update' && item.action !== 'recreate') return false;
  return item.isServiceChanged === true || item.isAdopted === true || unknownDriftText(item) !== undefined;
}

/** Returns a sentence about a flow that has no deployed state to compare with; undefined if it has one. */
export function unknownDriftText(item: PlanItem): string | undefined {
  if (item.action !== 'update' && item.action !== 'recreate') return undefined;
  const isUnknown = item.isAdopted !== true && item.remote !== undefined && item.link.deployed === undefined;
  return isUnknown ? UNKNOWN : undefined;
}

/** Returns why the flow of a file is left as it is, and what to do. */
export function driftText(item: Exclude<PlanItem, { readonly action: 'refused' }>): string {
  const { reason, path, link, isAdopted, isServiceChanged } = item;
  const pull =
    isAdopted === true && link.flowId !== undefined
      ? `Run pull --flow ${link.flowId} ${path}`
      : `Run pull ${path}`;
  const agree = `${pull} to keep what is on the service, or add --on-drift overwrite to replace it.`;
  return [unknownDriftText(item), reason, agree, isServiceChanged === true ? OUTDATED : undefined]
    .filter(text => text !== undefined)
    .join(' ');
}

/** Returns what was changed in the flow of a file that is gone; undefined if nothing was. */
export function pruneDriftText({ flows, link, isServiceChanged }: PrunedFlow): string | undefined {
  if (flows.length === 0 || !isServiceChanged) return undefined;
  if (link.deployed === undefined) return UNKNOWN;
  return 'The flow was changed on the service since it was last updated from its file.';
}

/** Returns why the flow of a file that is gone is kept, and what to do. */
export function pruneProblem(flow: PrunedFlow, reason: string): string {
  const agree = `Run pull ${flow.path} to keep the flow, or add --on-drift overwrite to delete it.`;
  return [reason, agree, ...(flow.link.deployed === undefined ? [] : [OUTDATED])].join(' ');
}

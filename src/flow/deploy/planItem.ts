import { flowText } from '../compare/canonicalText.ts';
import { compareFlows } from '../compare/compareFlows.ts';
import type { FlowDifference } from '../compare/difference.ts';
import type { Deployed, Digest } from '../compare/drift.ts';
import type { FlowMeaning } from '../compare/flowMeaning.ts';
import type { FlowLink } from './flowLink.ts';
import type { FlowSource, RefusedSource } from './flowSource.ts';

/** The state of a linked flow on the service: found, deleted or unreadable. */
export type RemoteFlow =
  | {
      readonly kind: 'found';
      readonly flowId: string;
      readonly enabled: boolean;
      /** False if the recording of the flow can be chosen only when it is created. */
      readonly canSwitchRecording: boolean;
      readonly meaning: FlowMeaning;
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly flowId: string };

/** The planned action for a file. `recreate` creates another flow and deletes the former one. */
export type PlanItem =
  | (Planned & {
      readonly action: 'create';
      /** True if the service already has a flow with this name. */
      readonly isNameTaken?: boolean;
      /** A sentence with the number of flows that remain. */
      readonly note?: string;
    })
  | (Planned &
      Existing & {
        readonly action: 'unchanged';
        /** Undefined if the flow cannot be read. */
        readonly remote: FlowMeaning | undefined;
        readonly enabled: boolean | undefined;
      })
  | (Planned &
      Existing & { readonly action: 'update'; readonly remote: FlowMeaning; readonly enabled: boolean })
  | (Planned & {
      readonly action: 'recreate';
      readonly former: string;
      /** Undefined if the former flow cannot be read. */
      readonly enabled: boolean | undefined;
      /** The former flow; undefined if it cannot be read. */
      readonly remote: FlowMeaning | undefined;
    })
  | (RefusedSource & { readonly action: 'refused' });

/** The state of a flow at the time of planning. */
export interface SeenFlow {
  readonly flowId: string;
  /** Undefined if the flow cannot be read. */
  readonly remote: FlowMeaning | undefined;
  readonly enabled: boolean | undefined;
}

interface Planned {
  readonly source: FlowSource;
  readonly key: string;
  readonly path: string;
  /** The stored link; undefined for a file that was never deployed. */
  readonly stored: FlowLink | undefined;
  /** The current link: after an interrupted creation that took effect, it has the ID of the new flow. */
  readonly link: FlowLink;
  /** The flows that an interrupted deployment has yet to delete. */
  readonly leftovers?: readonly SeenFlow[];
  /** Empty if the flow is missing or unreadable. */
  readonly differences: readonly FlowDifference[];
  /** An explanation of the action for the user, if it needs one. */
  readonly reason?: string | undefined;
  /** True if the flow was changed on the service by someone else, whose change the action replaces. */
  readonly isServiceChanged?: boolean;
  /** True if the file had no flow, and is linked to the one that has its name. */
  readonly isAdopted?: boolean;
}

interface Existing {
  readonly flowId: string;
}

/** The stored and the current link of a file, and the flows that are yet to be deleted. */
type KnownLink = Pick<Planned, 'stored' | 'link' | 'leftovers'>;

/** Returns an item with a sentence added to its reason. */
export function withReason<Item extends PlanItem & { readonly reason?: string | undefined }>(
  item: Item,
  reason: string,
): Item {
  return { ...item, reason: item.reason === undefined ? reason : `${item.reason} ${reason}` };
}

/** Plans the action for a file from its link and the state of its flow on the service. */
export function planItem(
  source: FlowSource,
  { stored, link, leftovers = [] }: KnownLink,
  remote: RemoteFlow | undefined,
  digest: Digest,
): PlanItem {
  const { key, path } = source;
  const base = { source, key, path, stored, link, leftovers, differences: [] };
  if (!remote) return { ...base, action: 'create' };
  if (remote.kind === 'gone') {
    return { ...base, action: 'create', reason: 'The flow it was linked to no longer exists.' };
  }
  const { flowId } = remote;
  if (remote.kind === 'unreadable') {
    if (link.deployed?.file === digest(flowText(source.meaning)))
      return { ...base, action: 'unchanged', flowId, remote: undefined, enabled: undefined };
    const reason = 'This service can neither read flows nor replace their steps.';
    return { ...base, action: 'recreate', former: flowId, enabled: undefined, remote: undefined, reason };
  }
  const { meaning, enabled, canSwitchRecording } = remote;
  const differences = compareFlows(meaning, source.meaning);
  if (differences.length === 0) return { ...base, action: 'unchanged', flowId, remote: meaning, enabled };
  const isServiceChanged = isChangedSince(meaning, link.deployed, digest);
  const changed = isServiceChanged ? [describeRemoteChange(source, link.deployed, digest)] : [];
  const isRecordingChanged = differences.some(
    difference => difference.kind === 'setting' && difference.setting === 'recordingPolicy',
  );
  if (isRecordingChanged && !canSwitchRecording) {
    const reason = ['This service can switch recording only when a flow is created.', ...changed].join(' ');
    const replaced = { former: flowId, enabled, remote: meaning, reason, isServiceChanged };
    return { ...base, differences, action: 'recreate', ...replaced };
  }
  const [reason] = changed;
  return {
    ...base,
    differences,
    action: 'update',
    flowId,
    remote: meaning,
    enabled,
    reason,
    isServiceChanged,
  };
}

/** True if a flow was changed on the service since it was last deployed or pulled. */
export function isChangedSince(flow: FlowMeaning, deployed: Deployed | undefined, digest: Digest): boolean {
  // If the flow was unreadable at that time, there is no digest to compare with.
  return deployed !== undefined && deployed.flow !== '' && deployed.flow !== digest(flowText(flow));
}

/** Returns a warning that the change of a flow on the service will be lost. */
function describeRemoteChange(source: FlowSource, deployed: Deployed | undefined, digest: Digest): string {
  const warning = 'Changed on the service since it was last updated from this file; that change is replaced.';
  const isFileSame = deployed?.file === digest(flowText(source.meaning));
  return isFileSame ? `${warning} The file has not changed; pull the flow to keep the change.` : warning;
}

/** Returns a plan that recreates a flow, for services that cannot replace its steps. */
export function planRecreation(
  item: Extract<PlanItem, { readonly action: 'update' }>,
): Extract<PlanItem, { readonly action: 'recreate' }> {
  const { source, key, path, link, leftovers = [], differences, enabled, remote, flowId: former } = item;
  const reason = ['This service cannot replace the steps of a flow.', item.reason].filter(Boolean).join(' ');
  // The attempted update has already stored the current link.
  const planned = { source, key, path, stored: link, link, leftovers, differences };
  const isServiceChanged = item.isServiceChanged === true;
  return { ...planned, action: 'recreate', former, enabled, remote, reason, isServiceChanged };
}

const ACTION_WORDS: Readonly<Record<PlanItem['action'], string>> = {
  create: 'to create',
  update: 'to update',
  recreate: 'to recreate',
  unchanged: 'unchanged',
  refused: 'with errors',
};

/** Summarizes a plan, such as `3 to create, 2 to update, 1 unchanged`. */
export function formatPlan(items: readonly PlanItem[]): string {
  const counts = Object.entries(ACTION_WORDS).flatMap(([action, words]) => {
    const count = items.filter(item => item.action === action).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return counts.join(', ');
}

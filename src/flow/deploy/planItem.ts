import { flowText } from '../compare/canonicalText.ts';
import { compareFlows } from '../compare/compareFlows.ts';
import type { FlowDifference } from '../compare/difference.ts';
import type { Deployed, Digest } from '../compare/drift.ts';
import type { FlowMeaning } from '../compare/flowMeaning.ts';
import type { FlowLink } from './flowLink.ts';
import type { FlowSource, RefusedSource } from './flowSource.ts';

/** What a service has for a linked file: the flow, nothing any more, or no way to tell. */
export type RemoteFlow =
  | {
      readonly kind: 'found';
      readonly flowId: string;
      readonly enabled: boolean;
      readonly meaning: FlowMeaning;
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly flowId: string };

/** What bringing one file to a service takes. `recreate` makes another flow and deletes the former one. */
export type PlanItem =
  | (Planned & {
      readonly action: 'create';
      /** Whether the service has a flow of this name already. */
      readonly nameTaken?: boolean;
    })
  | (Planned & Existing & { readonly action: 'unchanged'; readonly remote: FlowMeaning | undefined })
  | (Planned &
      Existing & { readonly action: 'update'; readonly remote: FlowMeaning; readonly enabled: boolean })
  | (Planned & {
      readonly action: 'recreate';
      readonly former: string;
      /** Whether the former one is enabled; undefined where it cannot be read. */
      readonly enabled: boolean | undefined;
      /** The former one; undefined where it cannot be read. */
      readonly remote: FlowMeaning | undefined;
    })
  | (RefusedSource & { readonly action: 'refused' });

/** A flow as a plan has seen it. */
export interface SeenFlow {
  readonly flowId: string;
  /** Undefined where it cannot be read. */
  readonly remote: FlowMeaning | undefined;
  readonly enabled: boolean | undefined;
}

interface Planned {
  readonly source: FlowSource;
  readonly key: string;
  readonly path: string;
  /** The link as it is kept; undefined for a file that was never brought to the service. */
  readonly stored: FlowLink | undefined;
  /** The link with what was found out: an interrupted creation that took effect has its flow's id. */
  readonly link: FlowLink;
  /** The flows that an interruption left to be deleted. */
  readonly leftovers?: readonly SeenFlow[];
  /** Empty where nothing is known to compare with. */
  readonly differences: readonly FlowDifference[];
  /** Why, where the action alone does not tell. */
  readonly reason?: string | undefined;
}

interface Existing {
  readonly flowId: string;
}

/** The link of a file as it is kept, and as it is now known to be, with the flows that are still to be deleted. */
export type KnownLink = Pick<Planned, 'stored' | 'link' | 'leftovers'>;

/** Decides what a file needs, from its link and what the service has for it. */
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
      return { ...base, action: 'unchanged', flowId, remote: undefined };
    const reason = 'This service can neither read flows nor replace their steps.';
    return { ...base, action: 'recreate', former: flowId, enabled: undefined, remote: undefined, reason };
  }
  const { meaning, enabled } = remote;
  const differences = compareFlows(meaning, source.meaning);
  if (differences.length === 0) return { ...base, action: 'unchanged', flowId, remote: meaning };
  const changed = changedThere(source, meaning, link.deployed, digest);
  if (differences.some(one => one.kind === 'setting' && one.setting === 'recordingEnabled')) {
    const reason = ['Recording can be switched only when a flow is created.', ...changed].join(' ');
    return { ...base, differences, action: 'recreate', former: flowId, enabled, remote: meaning, reason };
  }
  const [reason] = changed;
  return { ...base, differences, action: 'update', flowId, remote: meaning, enabled, reason };
}

/** Tells that a flow was changed on the service since its file was last brought there, and would lose that. */
function changedThere(
  source: FlowSource,
  flow: FlowMeaning,
  deployed: Deployed | undefined,
  digest: Digest,
): readonly string[] {
  // Where the flow could not be read then, nothing is known to compare with.
  if (!deployed || deployed.flow === '' || deployed.flow === digest(flowText(flow))) return [];
  const since = 'Changed on the service since it was last updated from this file; that change is replaced.';
  const isFileSame = deployed.file === digest(flowText(source.meaning));
  return [isFileSame ? `${since} The file has not changed; pull the flow to keep the change.` : since];
}

/** The same file with another flow in place of the one whose steps the service cannot replace. */
export function createdAnew(
  item: Extract<PlanItem, { readonly action: 'update' }>,
): Extract<PlanItem, { readonly action: 'recreate' }> {
  const { source, key, path, link, leftovers = [], differences, enabled, remote, flowId: former } = item;
  const reason = ['This service cannot replace the steps of a flow.', item.reason].filter(Boolean).join(' ');
  // The attempt to update it has stored what was found out.
  const planned = { source, key, path, stored: link, link, leftovers, differences };
  return { ...planned, action: 'recreate', former, enabled, remote, reason };
}

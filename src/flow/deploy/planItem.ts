import { flowText } from '../compare/canonicalText.ts';
import { compareFlows } from '../compare/compareFlows.ts';
import type { FlowDifference } from '../compare/difference.ts';
import type { Digest } from '../compare/drift.ts';
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
    })
  | (RefusedSource & { readonly action: 'refused' });

interface Planned {
  readonly source: FlowSource;
  readonly path: string;
  /** The link as it is kept; undefined for a file that was never brought to the service. */
  readonly stored: FlowLink | undefined;
  /** The link with what was found out: an interrupted creation that took effect has its flow's id. */
  readonly link: FlowLink;
  /** Empty where nothing is known to compare with. */
  readonly differences: readonly FlowDifference[];
  /** Why, where the action alone does not tell. */
  readonly reason?: string | undefined;
}

interface Existing {
  readonly flowId: string;
}

/** The link of a file as it is kept, and as it is now known to be. */
export type KnownLink = Pick<Planned, 'stored' | 'link'>;

/** Decides what a file needs, from its link and what the service has for it. */
export function planItem(
  source: FlowSource,
  { stored, link }: KnownLink,
  remote: RemoteFlow | undefined,
  digest: Digest,
): PlanItem {
  const base = { source, path: source.path, stored, link, differences: [] };
  if (!remote) return { ...base, action: 'create' };
  if (remote.kind === 'gone') {
    return { ...base, action: 'create', reason: 'The flow it was linked to no longer exists.' };
  }
  const { flowId } = remote;
  if (remote.kind === 'unreadable') {
    if (link.deployed?.file === digest(flowText(source.meaning)))
      return { ...base, action: 'unchanged', flowId, remote: undefined };
    const reason = 'This service can neither read flows nor replace their steps.';
    return { ...base, action: 'recreate', former: flowId, enabled: undefined, reason };
  }
  const { meaning, enabled } = remote;
  const differences = compareFlows(meaning, source.meaning);
  if (differences.length === 0) return { ...base, action: 'unchanged', flowId, remote: meaning };
  if (differences.some(one => one.kind === 'setting' && one.setting === 'recordingEnabled')) {
    const reason = 'Recording can be switched only when a flow is created.';
    return { ...base, differences, action: 'recreate', former: flowId, enabled, reason };
  }
  return { ...base, differences, action: 'update', flowId, remote: meaning, enabled };
}

/** The same file with another flow in place of the one whose steps the service cannot replace. */
export function createdAnew(
  item: Extract<PlanItem, { readonly action: 'update' }>,
): Extract<PlanItem, { readonly action: 'recreate' }> {
  const { source, path, stored, link, differences, enabled, flowId: former } = item;
  const reason = 'This service cannot replace the steps of a flow.';
  return { source, path, stored, link, differences, action: 'recreate', former, enabled, reason };
}

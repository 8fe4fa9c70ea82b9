import { counted } from '../util/counted.ts';
import { describeDifference, type NameOf } from '../flow/compare/differenceText.ts';
import { type PlanItem, formatPlan } from '../flow/deploy/planItem.ts';
import { shortList } from './shortList.ts';

/** A confirmation dialog. */
export interface Confirmation {
  readonly question: string;
  readonly detail: string;
  readonly verb: string;
}

/** Facts of a plan that decide whether it is shown. */
export interface KnownPlan {
  /** True if the user has agreed to a second flow with the same name. */
  readonly hasAgreed?: boolean;
  /** True if the user has not named the file, so that it must be shown. */
  readonly isImplied?: boolean;
}

type Planned = Exclude<PlanItem, { readonly action: 'refused' }>;
type Recreated = Extract<PlanItem, { readonly action: 'recreate' }>;

/**
 * Returns the confirmation for a plan; undefined if a single new file that the user named, or
 * unchanged files, need none. The detail always
 * lists flows that are deleted or share a name; other changes may be shortened.
 */
export function deployQuestion(
  connection: string,
  items: readonly PlanItem[],
  known: KnownPlan,
  nameOf?: NameOf,
): Confirmation | undefined {
  const [only, ...more] = items;
  // The links file belongs to the workspace, so flows are not deleted on its word without confirmation.
  const deletions = items.flatMap(leftOver);
  if (only && only.action !== 'refused' && more.length === 0)
    return questionOfOne(connection, only, deletions, known, nameOf);
  const isWork = ({ action }: PlanItem): boolean => action !== 'unchanged' && action !== 'refused';
  if (!items.some(isWork) && deletions.length === 0) return undefined;
  const changes = items.filter(({ action }) => action !== 'unchanged');
  const isGrave = (item: PlanItem): boolean => item.action === 'recreate' || reasonOf(item).length > 0;
  const detail = [
    ...deletions,
    ...changes.filter(isGrave).map(lineOf),
    ...liveLine(items),
    ...shortList(changes.filter(item => !isGrave(item)).map(lineOf)),
    ...items.flatMap(noteOf),
  ].join('\n');
  return { question: `${formatPlan(items)} on ${connection}. Continue?`, detail, verb: 'Continue' };
}

/** Returns the confirmation for recreating flows, because the service turned out not to replace steps. */
export function recreationQuestion(items: readonly Recreated[]): Confirmation {
  const [only, ...more] = items;
  const which = only && more.length === 0 ? `“${only.source.name}”` : `${items.length} flows`;
  const reason = 'This service cannot replace the steps of a flow, so new flows are created.';
  const detail = [reason, ...items.map(item => `${item.path}: ${fateOf(item)}`)].join('\n');
  return { question: `Recreate ${which}?`, detail, verb: 'Recreate' };
}

function questionOfOne(
  connection: string,
  item: Planned,
  deletions: readonly string[],
  { hasAgreed = false, isImplied = false }: KnownPlan,
  nameOf: NameOf | undefined,
): Confirmation | undefined {
  const { name, meaning } = item.source;
  if (item.action === 'create' && item.isNameTaken === true && !hasAgreed) {
    const advice = 'To change the flow that has this name, link the file to it and update it.';
    return {
      question: `Create another flow named “${name}” on ${connection}?`,
      detail: [...reasonOf(item), advice, ...noteOf(item), ...deletions].join('\n'),
      verb: 'Create',
    };
  }
  if (item.action === 'create' && isImplied) {
    const steps = counted(meaning.steps.length, 'step');
    const plan = `From ${item.path}, with ${steps}, disabled until a successful execution verifies it.`;
    return {
      question: `Create the flow “${name}” on ${connection}?`,
      detail: [...reasonOf(item), plan, ...noteOf(item), ...deletions].join('\n'),
      verb: 'Create',
    };
  }
  if (item.action === 'create' || item.action === 'unchanged') {
    if (deletions.length === 0) return undefined;
    const question = `Continue with “${name}” on ${connection}?`;
    return { question, detail: deletions.join('\n'), verb: 'Continue' };
  }
  const changes = shortList(item.differences.map(difference => describeDifference(difference, nameOf)));
  const detailWith = (effect: readonly string[]): string =>
    [...reasonOf(item), ...effect, ...deletions, ...changes].join('\n');
  if (item.action === 'update') {
    const live = item.enabled ? ['The flow is enabled, so this takes effect at once.'] : [];
    return {
      question: `Update the flow “${name}” on ${connection}?`,
      detail: detailWith(live),
      verb: 'Update',
    };
  }
  const question = `Recreate “${name}” on ${connection} and delete its old flow?`;
  return { question, detail: detailWith([fateOf(item)]), verb: 'Recreate' };
}

function lineOf(item: PlanItem): string {
  if (item.action === 'refused') return `${item.path}: skipped. ${item.refusal}`;
  const count = item.differences.length;
  const differences = count === 0 ? '' : `, ${counted(count, 'change')}`;
  const more = [...reasonOf(item), ...(item.action === 'recreate' ? [fateOf(item)] : [])];
  return [`${item.path}: ${item.action}${differences}${more.length === 0 ? '' : '.'}`, ...more].join(' ');
}

/** Describes what happens to the flow that is replaced. */
function fateOf({ former, enabled }: Recreated): string {
  const flow = `${enabled === true ? 'enabled flow' : 'flow'} ${former}`;
  return `Its ${flow} is deleted, and the new one is disabled until a successful execution verifies it.`;
}

/** Lists the enabled flows, whose updates take effect at once. */
function liveLine(items: readonly PlanItem[]): readonly string[] {
  const live = items.flatMap(item => (item.action === 'update' && item.enabled ? [item.source.name] : []));
  const names = live.map(name => `“${name}”`).join(', ');
  return live.length === 0 ? [] : [`Enabled, so their updates take effect at once: ${names}.`];
}

/** Lists the old flows that an interrupted run has left for deletion. */
function leftOver(item: PlanItem): readonly string[] {
  if (item.action === 'refused') return [];
  return (item.link.replaced ?? []).map(id => `${item.path}: its old flow ${id} is deleted.`);
}

function noteOf(item: PlanItem): readonly string[] {
  return item.action === 'create' && item.note !== undefined ? [item.note] : [];
}

function reasonOf(item: PlanItem): readonly string[] {
  return 'reason' in item && item.reason !== undefined ? [item.reason] : [];
}

import type { FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import type { FlowCatalog } from '../catalog.ts';
import type { StepMeaning } from '../compare/flowMeaning.ts';
import { textsIn } from '../run/trial.ts';
import { byPosition, type EntryKeys, entryKeys } from './entryKeys.ts';
import { keyReferences } from '../template.ts';

/**
 * Returns the steps that replace those of a flow, each with a key: its own or the derived one by which expressions read
 * it, that of the former step in its position with the same action, or a new one (wire facts 18). The steps stay as
 * they are if the service has no keys.
 */
export function withKeys(
  steps: readonly FlowActionEntry[],
  former: readonly StepMeaning[],
  catalog: Pick<FlowCatalog, 'action'>,
): FlowActionEntry[] {
  if (former.length > 0 && former.every(({ key }) => key === undefined)) return [...steps];
  const own = readKeys(steps, catalog);
  const used = new Set(own.values());
  const keys = new Map<FlowActionChild, string | undefined>();
  const keepKey = (step: FlowActionChild, old: StepMeaning | undefined): readonly StepMeaning[] => {
    const isSame = old?.actionId === step.actionId.toLowerCase();
    const key = own.get(step) ?? (isSame && !used.has(old.key ?? '') ? old.key : undefined);
    if (key !== undefined) used.add(key);
    keys.set(step, key);
    return isSame ? old.children : [];
  };
  for (const [at, step] of byPosition(steps).entries()) {
    const inside = keepKey(step, former[at]);
    for (const [index, child] of byPosition(step.children ?? []).entries()) keepKey(child, inside[index]);
  }
  // The keys of dropped steps are not used again.
  const dropped = former.flatMap(step => [step, ...step.children]).flatMap(({ key }) => key ?? []);
  const complete = entryKeys(steps, {
    action: catalog.action,
    keyOf: step => keys.get(step),
    reserved: dropped.filter(key => !used.has(key)),
  });
  const keyed = <Step extends FlowActionChild>(step: Step): Step => ({ ...step, key: complete.get(step) });
  return steps.map(step => ({
    ...keyed(step),
    ...(step.children ? { children: step.children.map(keyed) } : {}),
  }));
}

/** Returns the keys of the steps that have one, and of those that are read by the derived one. */
function readKeys(steps: readonly FlowActionEntry[], catalog: Pick<FlowCatalog, 'action'>): EntryKeys {
  const read = new Set(
    textsIn(steps)
      .flatMap(keyReferences)
      .map(({ key }) => key),
  );
  const all = entryKeys(steps, catalog);
  return new Map([...all].filter(([step, key]) => step.key != null || read.has(key)));
}

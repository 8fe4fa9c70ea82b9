import type { FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import type { FlowCatalog } from '../catalog.ts';
import type { StepMeaning } from '../compare/flowMeaning.ts';
import { completeKeys } from '../stepKeys.ts';

/**
 * Returns the steps that replace those of a flow, each with a key: its own, that of the former step in its position with
 * the same action, or a new one (wire facts 18). The steps stay as they are if the service has no keys.
 */
export function withKeys(
  steps: readonly FlowActionEntry[],
  former: readonly StepMeaning[],
  catalog: Pick<FlowCatalog, 'action'>,
): FlowActionEntry[] {
  if (former.length > 0 && former.every(({ key }) => key === undefined)) return [...steps];
  const given = steps.flatMap(step => [step, ...(step.children ?? [])]).flatMap(({ key }) => key ?? []);
  const used = new Set(given);
  const keptKeys = (siblings: readonly FlowActionChild[], before: readonly StepMeaning[]) =>
    siblings
      .toSorted((one, other) => one.position - other.position)
      .map((step, at) => {
        const old = before[at];
        const isSame = old?.actionId === step.actionId.toLowerCase();
        const known = step.key ?? (isSame && !used.has(old.key ?? '') ? old.key : undefined);
        if (known !== undefined) used.add(known);
        return { step, key: known, inside: isSame ? old.children : [] };
      });
  const entries = keptKeys(steps, former).flatMap(entry => {
    const children = steps.find(step => step === entry.step)?.children ?? [];
    return [entry, ...keptKeys(children, entry.inside)];
  });
  // The keys of dropped steps are not used again.
  const dropped = former.flatMap(step => [step, ...step.children]).flatMap(({ key }) => key ?? []);
  const keys = completeKeys(
    entries.map(({ step: { nameOverride, actionId }, key }) => ({
      key,
      name: nameOverride ?? catalog.action(actionId.toLowerCase())?.name ?? '',
    })),
    dropped.filter(key => !used.has(key)),
  );
  const keyOf = new Map(entries.map(({ step }, at) => [step, keys[at]]));
  const keyed = <Step extends FlowActionChild>(step: Step): Step => ({ ...step, key: keyOf.get(step) });
  return steps.map(step => ({
    ...keyed(step),
    ...(step.children ? { children: step.children.map(keyed) } : {}),
  }));
}

import type { FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import { inRunOrder } from '../document/runOrder.ts';
import { completeKeys } from '../stepKeys.ts';

/** The keys of steps in requests. */
export type EntryKeys = ReadonlyMap<FlowActionChild, string>;

/** The names of actions, and the keys that decide about those of steps. */
interface EntryKeyFacts {
  readonly action: (id: string) => { readonly name: string } | undefined;
  /** Returns the key of a step; by default, the one in the request. */
  readonly keyOf?: (step: FlowActionChild) => string | null | undefined;
  /** The keys that no step gets unless it has one of them. */
  readonly reserved?: Iterable<string>;
}

/** Returns the keys of steps in a request: the known ones, and for the others those that are derived from their names. */
export function entryKeys(
  steps: readonly FlowActionEntry[],
  { action, keyOf = ({ key }) => key, reserved }: EntryKeyFacts,
): EntryKeys {
  const all = byPosition(steps).flatMap(step => [step, ...byPosition(step.children ?? [])]);
  const keys = completeKeys(
    all.map(step => ({
      key: keyOf(step),
      name: step.nameOverride ?? action(step.actionId.toLowerCase())?.name ?? '',
    })),
    reserved,
  );
  return new Map(all.map((step, at) => [step, keys[at] ?? '']));
}

/** Returns steps of a request in execution order. */
export function byPosition<Step extends FlowActionChild>(steps: readonly Step[]): readonly Step[] {
  return inRunOrder(steps, ({ position }) => position);
}

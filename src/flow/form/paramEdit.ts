import { equalJson } from '../schema/equal.ts';
import { isObject, listOf } from '../../util/isObject.ts';
import type { FlowEdit, StepPath, ValueLocation } from '../edit/flowEdit.ts';
import type { PathSegment } from '../template.ts';
import type { FormValues } from './describeForm.ts';

/** A user's change of a parameter. */
export type ParamChange =
  | { readonly kind: 'set'; readonly value: unknown }
  | { readonly kind: 'remove' }
  | { readonly kind: 'insertItem'; readonly index: number; readonly value: unknown }
  | { readonly kind: 'moveItem'; readonly from: number; readonly to: number }
  | { readonly kind: 'renameKey'; readonly name: string };

/**
 * Converts a change of a parameter to an edit. A step overrides a parameter of its action only as a whole, so a
 * change within an inherited parameter first copies it to the step.
 */
export function toParamEdit(
  step: StepPath,
  { ownValue: own, inherited }: FormValues,
  path: readonly PathSegment[],
  change: ParamChange,
): Extract<FlowEdit, { readonly location: ValueLocation }> {
  const location = { in: 'params', step, path } as const;
  const [name] = path;
  const isOwn = typeof name === 'string' && isObject(own) && Object.hasOwn(own, name);
  const isInherited = typeof name === 'string' && isObject(inherited) && Object.hasOwn(inherited, name);
  const isWhole = path.length === 1 && (change.kind === 'set' || change.kind === 'remove');
  if (name === undefined && change.kind === 'set')
    return { ...change, value: withoutInherited(change.value, own, inherited), location };
  if (name === undefined || isOwn || !isInherited || isWhole) return { ...change, location };
  const copied = applyChange(inherited[name], path.slice(1), change);
  return { kind: 'set', location: { ...location, path: [name] }, value: copied };
}

/** Returns all parameters without those that the step does not override and that are as in its action. */
function withoutInherited(value: unknown, own: unknown, inherited: unknown): unknown {
  if (!isObject(value) || !isObject(inherited)) return value;
  const entries = Object.entries(value).filter(
    ([name, item]) =>
      !Object.hasOwn(inherited, name) ||
      (isObject(own) && Object.hasOwn(own, name)) ||
      !equalJson(item, inherited[name]),
  );
  return Object.fromEntries(entries);
}

/** Returns a JSON value with a change applied at a path. */
function applyChange(value: unknown, path: readonly PathSegment[], change: ParamChange): unknown {
  const [segment, ...rest] = path;
  const isInList = change.kind === 'insertItem' || change.kind === 'moveItem';
  if (segment === undefined) {
    if (change.kind === 'set') return change.value;
    if (!isInList) return value;
    const items = listOf(value);
    if (change.kind === 'insertItem') return items.toSpliced(change.index, 0, change.value);
    return items.toSpliced(change.from, 1).toSpliced(change.to, 0, items[change.from]);
  }
  const isLast = rest.length === 0 && !isInList;
  if (typeof segment === 'number') {
    const items = listOf(value);
    if (isLast && change.kind === 'remove') return items.toSpliced(segment, 1);
    return items.toSpliced(segment, 1, applyChange(items[segment], rest, change));
  }
  const entries = Object.entries(isObject(value) ? value : {});
  if (isLast && change.kind === 'remove')
    return Object.fromEntries(entries.filter(([name]) => name !== segment));
  if (isLast && change.kind === 'renameKey') {
    return Object.fromEntries(entries.map(([name, item]) => [name === segment ? change.name : name, item]));
  }
  const inner = applyChange(entries.find(([name]) => name === segment)?.[1], rest, change);
  const isThere = entries.some(([name]) => name === segment);
  if (!isThere) return Object.fromEntries([...entries, [segment, inner]]);
  return Object.fromEntries(entries.map(([name, item]) => [name, name === segment ? inner : item]));
}

import { lostNumberIn, lostNumberText } from '../../util/exactJson.ts';
import { childOf, type JsonNode, keyOf, nodeAt, propertyOf, valueOf } from '../document/jsonTree.ts';
import { pathText } from '../pathText.ts';
import type { PathSegment } from '../template.ts';
import { hasLooseComment } from './listNodes.ts';
import { FLOW_FIELDS, STEP_FIELDS, stepNode } from './flowText.ts';
import type { ValueEdit, ValueLocation } from './flowEdit.ts';
import { EditRefusal } from './editRefusal.ts';
import type { TextPlan } from './textPlan.ts';

/** The location of a value: an object of the flow and the path from there. */
interface Target {
  readonly base: JsonNode;
  readonly path: readonly PathSegment[];
  /** The order of the properties of `base`. */
  readonly fields: readonly string[];
}

/** Adds the changes of an edit to a plan. Throws Refusal. */
export function changeValue(plan: TextPlan, edit: ValueEdit): void {
  switch (edit.kind) {
    case 'set':
      setValue(plan, targetOf(plan, edit.location), edit.value);
      return;
    case 'remove':
      removeValue(plan, edit.location);
      return;
    case 'insertItem':
      insertItem(plan, edit);
      return;
    case 'moveItem':
      moveItem(plan, edit);
      return;
    case 'renameKey':
      renameKey(plan, edit);
      return;
    case 'renameStep': {
      const location = { in: 'step', step: edit.step, path: ['nameOverride'] } as const;
      if (edit.name === '') removeValue(plan, location);
      else setValue(plan, targetOf(plan, location), edit.name);
    }
  }
}

function targetOf({ root }: TextPlan, location: ValueLocation): Target {
  const [first] = location.path;
  if (location.in === 'settings') {
    if (first === undefined || first === 'actions') {
      throw new EditRefusal('The steps of a flow are changed one by one, not as a setting.');
    }
    return { base: root, path: location.path, fields: FLOW_FIELDS };
  }
  const base = stepNode(root, location.step);
  if (location.in === 'step' && (first === undefined || first === 'children')) {
    throw new EditRefusal('A step is not changed as a whole: it is put in, moved or deleted.');
  }
  const prefix =
    location.in === 'step' ? [] : location.in === 'overrides' ? ['overrides'] : ['overrides', 'params'];
  return { base, path: [...prefix, ...location.path], fields: STEP_FIELDS };
}

function setValue(plan: TextPlan, { base, path, fields }: Target, value: unknown): void {
  if (value === undefined) throw new EditRefusal(`There is no value to set “${pathText(path)}” to.`);
  let node = base;
  for (const [depth, segment] of path.entries()) {
    const rest = path.slice(depth + 1);
    const next = childOf(node, segment);
    // A null on the path, such as `"overrides": null`, is replaced.
    if (next && (next.type !== 'null' || rest.length === 0)) {
      node = next;
      continue;
    }
    const wrapped = wrapInPath(rest, value);
    if (next) plan.setValue(next, wrapped);
    else if (node.type === 'object' && typeof segment === 'string') {
      plan.addProperty(node, segment, wrapped, depth === 0 ? fields : undefined);
    } else if (node.type === 'array' && segment === (node.children ?? []).length) {
      plan.insertItem(node, segment, wrapped);
    } else throw new EditRefusal(describeMissingLocation(path.slice(0, depth + 1)));
    return;
  }
  refuseLoss(node);
  plan.setValue(node, value);
}

/**
 * Throws Refusal for an object or list with lost numbers: a form may have received changed values and would write them.
 */
function refuseLoss(node: JsonNode): void {
  const lost = node.children && lostNumberIn(valueOf(node));
  if (lost) throw new EditRefusal(`${lostNumberText(lost)} Fix it in the text editor first.`);
}

/** Wraps a value in the objects and lists along a path. */
function wrapInPath(path: readonly PathSegment[], value: unknown): unknown {
  let wrapped = value;
  for (const segment of path.toReversed()) {
    if (typeof segment === 'number' && segment !== 0) throw new EditRefusal(describeMissingLocation(path));
    wrapped = typeof segment === 'number' ? [wrapped] : { [segment]: wrapped };
  }
  return wrapped;
}

function removeValue(plan: TextPlan, location: ValueLocation): void {
  const { base, path } = targetOf(plan, location);
  if (location.in === 'params' && location.path.length === 0) {
    removeEmptied(plan, base, ['overrides', 'params']);
    return;
  }
  const parent = nodeAt(base, path.slice(0, -1));
  const last = path.at(-1);
  if (!parent || last === undefined || !childOf(parent, last)) return;
  if (typeof last === 'number') {
    const item = parent.children?.[last];
    if (item) plan.remove(item);
    return;
  }
  plan.removeProperty(parent, last);
  const isOfParams = path.length === 2 || (path.length === 3 && path[1] === 'params');
  if (location.in !== 'step' && location.in !== 'settings' && isOfParams) {
    const emptied = plan.itemsOf(parent).length === 0 && !hasLooseComment(plan.text, parent);
    if (emptied) removeEmptied(plan, base, path.slice(0, -1));
  }
}

/** Removes overrides that have become empty, and then their parents that have. */
function removeEmptied(plan: TextPlan, step: JsonNode, path: readonly PathSegment[]): void {
  for (let length = path.length; length > 0; length--) {
    const parent = nodeAt(step, path.slice(0, length - 1));
    if (!parent) continue;
    if (parent.type !== 'object') return;
    plan.removeProperty(parent, String(path[length - 1]));
    if (plan.itemsOf(parent).length > 0 || hasLooseComment(plan.text, parent)) return;
  }
}

function insertItem(
  plan: TextPlan,
  { location, index, value }: Extract<ValueEdit, { kind: 'insertItem' }>,
): void {
  const target = targetOf(plan, location);
  const list = nodeAt(target.base, target.path);
  if (!list || list.type === 'null') {
    if (index !== 0) throw new EditRefusal(describeMissingLocation([...target.path, index]));
    setValue(plan, target, [value]);
    return;
  }
  if (list.type !== 'array') throw new EditRefusal(`“${pathText(target.path)}” is not a list.`);
  if (index < 0 || index > (list.children ?? []).length)
    throw new EditRefusal(describeMissingLocation([...target.path, index]));
  plan.insertItem(list, index, value);
}

function moveItem(plan: TextPlan, { location, from, to }: Extract<ValueEdit, { kind: 'moveItem' }>): void {
  const { base, path } = targetOf(plan, location);
  const list = nodeAt(base, path);
  const items = list?.type === 'array' ? (list.children ?? []) : [];
  const item = items[from];
  if (!list || !item || to < 0 || to >= items.length)
    throw new EditRefusal(describeMissingLocation([...path, item ? to : from]));
  plan.setItems(list, items.toSpliced(from, 1).toSpliced(to, 0, item));
}

function renameKey(plan: TextPlan, { location, name }: Extract<ValueEdit, { kind: 'renameKey' }>): void {
  const { base, path } = targetOf(plan, location);
  const object = nodeAt(base, path.slice(0, -1));
  const last = path.at(-1);
  const key = typeof last === 'string' ? keyOf(object, last) : undefined;
  if (!key) throw new EditRefusal(describeMissingLocation(path));
  if (name === last) return;
  if (propertyOf(object, name)) throw new EditRefusal(`There is a property “${name}” already.`);
  plan.replace(key, JSON.stringify(name));
  // If the object has the old name several times, only this property was effective.
  for (const property of object?.children ?? []) {
    const other = property.children?.[0];
    if (other?.value === last && other !== key) plan.remove(property);
  }
}

function describeMissingLocation(path: readonly PathSegment[]): string {
  return `There is no place for “${pathText(path)}”; the flow has changed.`;
}

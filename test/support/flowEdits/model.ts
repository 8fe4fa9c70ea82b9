import type { FlowEdit, StepPath, ValueLocation } from '../../../src/flow/edit/flowEdit.ts';

type Named = Record<string, unknown>;
type Path = readonly (string | number)[];

/** Returns the expected flow after an edit, without positions; undefined if the edit must be refused. */
export function modelAfter(flow: Named, edit: FlowEdit): Named | undefined {
  const copy = structuredClone(flow);
  try {
    return 'location' in edit || edit.kind === 'renameStep' ? valueAfter(copy, edit) : stepsAfter(copy, edit);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Replaces all step references in the expressions of a text by the same one. */
export function withoutStepNames(text: string): string {
  return text.replaceAll(/\bsteps\.[a-z_][a-z0-9_-]*/g, 'steps.key');
}

/**
 * Returns a flow without what an edit of steps may change freely: positions, keys, step references in expressions, and
 * empty parts.
 */
export function comparable(flow: unknown, withPositions: boolean): unknown {
  const step = (value: unknown): unknown => {
    if (!isNamed(value)) return value;
    const copy = structuredClone(value);
    if (!withPositions) {
      delete copy['position'];
      delete copy['key'];
    }
    if (!withPositions && isNamed(copy['overrides']) && copy['overrides']['params'] !== undefined) {
      copy['overrides']['params'] = JSON.parse(withoutStepNames(JSON.stringify(copy['overrides']['params'])));
    }
    if (isNamed(copy['overrides'])) dropEmpty(copy['overrides'], 'params');
    dropEmpty(copy, 'overrides');
    dropEmpty(copy, 'children');
    if (Array.isArray(copy['children'])) copy['children'] = copy['children'].map(step);
    return copy;
  };
  if (!isNamed(flow)) return flow;
  const copy = structuredClone(flow);
  dropEmpty(copy, 'actions');
  return Array.isArray(copy['actions']) ? { ...copy, actions: copy['actions'].map(step) } : copy;
}

class Refused extends Error {}

function refuse(): never {
  throw new Refused();
}

function valueAfter(flow: Named, edit: FlowEdit): Named {
  if (edit.kind === 'renameStep') {
    const owner = stepAt(flow, edit.step);
    if (edit.name === '') delete owner['nameOverride'];
    else owner['nameOverride'] = edit.name;
    return flow;
  }
  if (!('location' in edit)) return refuse();
  const { base, path } = placeOf(flow, edit.location);
  switch (edit.kind) {
    case 'set':
      put(base, path, edit.value);
      return flow;
    case 'remove':
      take(base, path);
      return flow;
    case 'insertItem': {
      const list = valueAt(base, path);
      if (list === undefined || list === null) {
        if (edit.index !== 0) refuse();
        put(base, path, [edit.value]);
      } else if (!Array.isArray(list) || edit.index > list.length) refuse();
      else list.splice(edit.index, 0, edit.value);
      return flow;
    }
    case 'moveItem': {
      const list = valueAt(base, path);
      if (!Array.isArray(list) || edit.from >= list.length || edit.to >= list.length) return refuse();
      list.splice(edit.to, 0, ...(list.splice(edit.from, 1) as unknown[]));
      return flow;
    }
    case 'renameKey': {
      const owner = valueAt(base, path.slice(0, -1));
      const name = path.at(-1);
      if (typeof name !== 'string' || !isNamed(owner) || !Object.hasOwn(owner, name)) return refuse();
      if (name === edit.name) return flow;
      if (Object.hasOwn(owner, edit.name)) refuse();
      define(owner, edit.name, owner[name]);
      Reflect.deleteProperty(owner, name);
      return flow;
    }
  }
}

function placeOf(flow: Named, location: ValueLocation): { base: Named; path: Path } {
  const [first] = location.path;
  if (location.in === 'settings') {
    return first === undefined || first === 'actions' ? refuse() : { base: flow, path: location.path };
  }
  const base = stepAt(flow, location.step);
  if (location.in === 'step') {
    return first === undefined || first === 'children' ? refuse() : { base, path: location.path };
  }
  return {
    base,
    path: [...(location.in === 'params' ? ['overrides', 'params'] : ['overrides']), ...location.path],
  };
}

function put(base: unknown, [segment, ...rest]: Path, value: unknown): void {
  if (segment === undefined) refuse();
  const built = (): unknown =>
    rest.reduceRight<unknown>((inner, key) => {
      if (typeof key === 'number') return key === 0 ? [inner] : refuse();
      return Object.fromEntries([[key, inner]]);
    }, value);
  if (typeof segment === 'number') {
    if (!Array.isArray(base) || segment > base.length) return refuse();
    if (rest.length > 0 && segment < base.length && base[segment] !== null) put(base[segment], rest, value);
    else base[segment] = built();
    return;
  }
  if (!isNamed(base)) return refuse();
  const present = Object.hasOwn(base, segment) ? base[segment] : null;
  if (rest.length > 0 && present !== null) put(present, rest, value);
  else define(base, segment, built());
}

/** Removes a value; empty overrides remain, since empty parts are not compared. */
function take(base: Named, path: Path): void {
  const owner = valueAt(base, path.slice(0, -1));
  const last = path.at(-1);
  if (typeof last === 'number') {
    if (Array.isArray(owner)) owner.splice(last, 1);
  } else if (last !== undefined && isNamed(owner)) Reflect.deleteProperty(owner, last);
}

function valueAt(base: unknown, path: Path): unknown {
  let value = base;
  for (const segment of path) {
    const isContainer = typeof segment === 'number' ? Array.isArray(value) : isNamed(value);
    value = isContainer && Object.hasOwn(value as object, segment) ? (value as Named)[segment] : undefined;
  }
  return value;
}

function stepsAfter(flow: Named, edit: FlowEdit): Named {
  const entries = Array.isArray(flow['actions']) ? (flow['actions'] as unknown[]) : [];
  flow['actions'] = entries;
  const lists = new Map<unknown, unknown[]>();
  const childrenOf = (step: unknown): unknown[] => {
    const children = isNamed(step) && Array.isArray(step['children']) ? (step['children'] as unknown[]) : [];
    const list = lists.get(step) ?? children;
    lists.set(step, list);
    return list;
  };
  // Boxes everything that may be moved as an object, so that it can be found by identity.
  const box = (list: unknown[]): void =>
    list.forEach((item, index) => (list[index] = isNamed(item) ? item : [item]));
  box(entries);
  for (const entry of entries) box(childrenOf(entry));
  const listAt = (parent: number | undefined): unknown[] => {
    if (parent === undefined) return entries;
    return isNamed(entries[parent]) ? childrenOf(entries[parent]) : refuse();
  };
  const homeOf = (step: unknown): unknown[] =>
    [entries, ...entries.map(childrenOf)].find(list => list.includes(step))!;
  const chosen = (paths: readonly StepPath[]): unknown[] => {
    const targets: unknown[] = paths.map(([entry, child]) => {
      const found = child === undefined ? entries[entry] : listAt(entry)[child];
      return found ?? refuse();
    });
    if (targets.length === 0) refuse();
    return entries.flatMap(entry =>
      targets.includes(entry) ? [entry] : childrenOf(entry).filter(child => targets.includes(child)),
    );
  };
  const without = (steps: unknown[]): void => {
    for (const list of [...entries.map(childrenOf), entries]) {
      list.splice(0, list.length, ...list.filter(step => !steps.includes(step)));
    }
  };
  const flat = (steps: unknown[]): void => {
    if (steps.some(step => childrenOf(step).length > 0)) refuse();
  };
  const moved = (steps: unknown[], list: unknown[], before: unknown): void => {
    without(steps);
    list.splice(before === undefined ? list.length : list.indexOf(before), 0, ...steps);
  };
  switch (edit.kind) {
    case 'addStep':
    case 'pasteSteps': {
      const list = listAt(edit.to.parent);
      if (edit.to.index > list.length) refuse();
      const parsed: unknown = edit.kind === 'addStep' ? edit.step : JSON.parse(edit.text);
      const steps = structuredClone<unknown[]>(Array.isArray(parsed) ? parsed : [parsed]);
      if (edit.to.parent !== undefined) flat(steps);
      list.splice(edit.to.index, 0, ...steps);
      break;
    }
    case 'duplicateSteps':
      for (const [list, steps] of Map.groupBy(chosen(edit.steps), homeOf)) {
        list.splice(list.indexOf(steps.at(-1)) + 1, 0, ...structuredClone(steps));
      }
      break;
    case 'deleteSteps':
      without(chosen(edit.steps));
      break;
    case 'moveSteps': {
      const steps = chosen(edit.steps);
      const list = listAt(edit.to.parent);
      if (edit.to.index > list.length) refuse();
      if (edit.to.parent !== undefined) {
        if (steps.includes(entries[edit.to.parent])) refuse();
        flat(steps);
      }
      moved(
        steps,
        list,
        list.slice(edit.to.index).find(step => !steps.includes(step)),
      );
      break;
    }
    case 'shiftSteps': {
      const steps = chosen(edit.steps);
      const list = homeOf(steps[0]);
      if (steps.some(step => homeOf(step) !== list)) refuse();
      const host = entries.findIndex(entry => childrenOf(entry) === list);
      const [start, end] = [list.indexOf(steps[0]), list.indexOf(steps.at(-1))];
      const rest = list.filter(step => !steps.includes(step));
      if (edit.direction === 'up') {
        const before = list[Math.max(0, start - 1)];
        const target = steps.includes(before) ? rest[0] : before;
        if (start === 0 && end === steps.length - 1) refuse();
        moved(steps, list, target);
      } else if (edit.direction === 'down') {
        if (end === list.length - 1 && start === list.length - steps.length) refuse();
        moved(steps, list, list[end + 2]);
      } else if (edit.direction === 'in') {
        const into = entries[start - 1];
        if (host !== -1 || !isNamed(into)) refuse();
        flat(steps);
        moved(steps, childrenOf(into), undefined);
      } else {
        if (host === -1) refuse();
        moved(steps, entries, entries[host + 1]);
      }
      break;
    }
    case 'wrapSteps': {
      const steps = chosen(edit.steps);
      if (steps.some(step => !entries.includes(step))) refuse();
      flat(steps);
      const at = entries.indexOf(steps[0]);
      const wrapper = structuredClone(edit.step);
      lists.set(wrapper, steps);
      entries.splice(at, 0, wrapper);
      entries.splice(0, entries.length, ...entries.filter(step => !steps.includes(step)));
      break;
    }
    default:
      refuse();
  }
  const unbox = (list: unknown[]): unknown[] =>
    list.map(item => (Array.isArray(item) ? (item[0] as unknown) : item));
  for (const entry of entries) {
    const list = childrenOf(entry);
    if (!isNamed(entry) || (list.length === 0 && !Array.isArray(entry['children']))) continue;
    // A value that is not a list of steps is not overwritten.
    if (typeof (entry['children'] ?? []) !== 'object' || isNamed(entry['children'])) refuse();
    entry['children'] = unbox(list);
  }
  return { ...flow, actions: unbox(entries) };
}

function stepAt(flow: Named, [entry, child]: StepPath): Named {
  const found = valueAt(
    flow,
    child === undefined ? ['actions', entry] : ['actions', entry, 'children', child],
  );
  return isNamed(found) ? found : refuse();
}

function dropEmpty(owner: Named, name: string): void {
  const value = owner[name];
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0))
    Reflect.deleteProperty(owner, name);
}

function define(owner: Named, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Returns true if a value is an object other than a list. */
export function isNamed(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

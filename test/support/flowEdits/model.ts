import type { FlowEdit, StepPath, ValueLocation } from '../../../src/flow/edit/flowEdit.ts';

type Named = Record<string, unknown>;
type Path = readonly (string | number)[];

/** What an edit makes of a flow, by values alone and positions left aside; undefined where it must be refused. */
export function modelAfter(flow: Named, edit: FlowEdit): Named | undefined {
  const copy = structuredClone(flow);
  try {
    return 'location' in edit || edit.kind === 'renameStep' ? valueAfter(copy, edit) : stepsAfter(copy, edit);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** A text in which all steps that its expressions name are the same. */
export function withoutStepNames(text: string): string {
  return text.replaceAll(/steps\[(?:\d+|deleted)\](?:\.children\[(?:\d+|deleted)\])?/g, 'steps[]');
}

/**
 * A flow by what an edit of steps leaves free: positions, the numbers of steps in expressions, and whether what is
 * empty is there.
 */
export function comparable(flow: unknown, withPositions: boolean): unknown {
  const step = (one: unknown): unknown => {
    if (!isNamed(one)) return one;
    const own = structuredClone(one);
    if (!withPositions) delete own['position'];
    if (!withPositions && isNamed(own['overrides']) && own['overrides']['params'] !== undefined) {
      own['overrides']['params'] = JSON.parse(withoutStepNames(JSON.stringify(own['overrides']['params'])));
    }
    if (isNamed(own['overrides'])) dropEmpty(own['overrides'], 'params');
    dropEmpty(own, 'overrides');
    dropEmpty(own, 'children');
    if (Array.isArray(own['children'])) own['children'] = own['children'].map(step);
    return own;
  };
  if (!isNamed(flow)) return flow;
  const own = structuredClone(flow);
  dropEmpty(own, 'actions');
  return Array.isArray(own['actions']) ? { ...own, actions: own['actions'].map(step) } : own;
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
      const list = look(base, path);
      if (list === undefined || list === null) {
        if (edit.index !== 0) refuse();
        put(base, path, [edit.value]);
      } else if (!Array.isArray(list) || edit.index > list.length) refuse();
      else list.splice(edit.index, 0, edit.value);
      return flow;
    }
    case 'moveItem': {
      const list = look(base, path);
      if (!Array.isArray(list) || edit.from >= list.length || edit.to >= list.length) return refuse();
      list.splice(edit.to, 0, ...(list.splice(edit.from, 1) as unknown[]));
      return flow;
    }
    case 'renameKey': {
      const owner = look(base, path.slice(0, -1));
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
  const wanted = (): unknown =>
    rest.reduceRight<unknown>((own, one) => {
      if (typeof one === 'number') return one === 0 ? [own] : refuse();
      return Object.fromEntries([[one, own]]);
    }, value);
  if (typeof segment === 'number') {
    if (!Array.isArray(base) || segment > base.length) return refuse();
    if (rest.length > 0 && segment < base.length && base[segment] !== null) put(base[segment], rest, value);
    else base[segment] = wanted();
    return;
  }
  if (!isNamed(base)) return refuse();
  const present = Object.hasOwn(base, segment) ? base[segment] : null;
  if (rest.length > 0 && present !== null) put(present, rest, value);
  else define(base, segment, wanted());
}

/** Takes a value away; emptied overrides are left, since what is empty is not compared. */
function take(base: Named, path: Path): void {
  const owner = look(base, path.slice(0, -1));
  const last = path.at(-1);
  if (typeof last === 'number') {
    if (Array.isArray(owner)) owner.splice(last, 1);
  } else if (last !== undefined && isNamed(owner)) Reflect.deleteProperty(owner, last);
}

function look(base: unknown, path: Path): unknown {
  let value = base;
  for (const segment of path) {
    const fits = typeof segment === 'number' ? Array.isArray(value) : isNamed(value);
    value = fits && Object.hasOwn(value as object, segment) ? (value as Named)[segment] : undefined;
  }
  return value;
}

function stepsAfter(flow: Named, edit: FlowEdit): Named {
  const entries = Array.isArray(flow['actions']) ? (flow['actions'] as unknown[]) : [];
  flow['actions'] = entries;
  const lists = new Map<unknown, unknown[]>();
  const childrenOf = (one: unknown): unknown[] => {
    const own = isNamed(one) && Array.isArray(one['children']) ? (one['children'] as unknown[]) : [];
    const list = lists.get(one) ?? own;
    lists.set(one, list);
    return list;
  };
  // Everything that may be moved is an object of its own, so that it is known by what it is.
  const box = (list: unknown[]): void =>
    list.forEach((one, index) => (list[index] = isNamed(one) ? one : [one]));
  box(entries);
  for (const one of entries) box(childrenOf(one));
  const listAt = (parent: number | undefined): unknown[] => {
    if (parent === undefined) return entries;
    return isNamed(entries[parent]) ? childrenOf(entries[parent]) : refuse();
  };
  const homeOf = (one: unknown): unknown[] =>
    [entries, ...entries.map(childrenOf)].find(list => list.includes(one))!;
  const chosen = (paths: readonly StepPath[]): unknown[] => {
    const wanted: unknown[] = paths.map(([entry, child]) => {
      const found = child === undefined ? entries[entry] : listAt(entry)[child];
      return found ?? refuse();
    });
    if (wanted.length === 0) refuse();
    return entries.flatMap(one =>
      wanted.includes(one) ? [one] : childrenOf(one).filter(two => wanted.includes(two)),
    );
  };
  const without = (steps: unknown[]): void => {
    for (const list of [...entries.map(childrenOf), entries]) {
      list.splice(0, list.length, ...list.filter(one => !steps.includes(one)));
    }
  };
  const flat = (steps: unknown[]): void => {
    if (steps.some(one => childrenOf(one).length > 0)) refuse();
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
        list.slice(edit.to.index).find(one => !steps.includes(one)),
      );
      break;
    }
    case 'shiftSteps': {
      const steps = chosen(edit.steps);
      const list = homeOf(steps[0]);
      if (steps.some(one => homeOf(one) !== list)) refuse();
      const host = entries.findIndex(one => childrenOf(one) === list);
      const [start, end] = [list.indexOf(steps[0]), list.indexOf(steps.at(-1))];
      const rest = list.filter(one => !steps.includes(one));
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
      if (steps.some(one => !entries.includes(one))) refuse();
      flat(steps);
      const at = entries.indexOf(steps[0]);
      const wrapper = structuredClone(edit.step);
      lists.set(wrapper, steps);
      entries.splice(at, 0, wrapper);
      entries.splice(0, entries.length, ...entries.filter(one => !steps.includes(one)));
      break;
    }
    default:
      refuse();
  }
  const unbox = (list: unknown[]): unknown[] =>
    list.map(one => (Array.isArray(one) ? (one[0] as unknown) : one));
  for (const one of entries) {
    const list = childrenOf(one);
    if (!isNamed(one) || (list.length === 0 && !Array.isArray(one['children']))) continue;
    // What is no list of steps is not written over.
    if (typeof (one['children'] ?? []) !== 'object' || isNamed(one['children'])) refuse();
    one['children'] = unbox(list);
  }
  return { ...flow, actions: unbox(entries) };
}

function stepAt(flow: Named, [entry, child]: StepPath): Named {
  const found = look(flow, child === undefined ? ['actions', entry] : ['actions', entry, 'children', child]);
  return isNamed(found) ? found : refuse();
}

function dropEmpty(owner: Named, name: string): void {
  const own = owner[name];
  if (own === null || (typeof own === 'object' && Object.keys(own).length === 0))
    Reflect.deleteProperty(owner, name);
}

function define(owner: Named, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
}

function isNamed(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import * as fc from 'fast-check';
import type {
  FlowEdit,
  NewStep,
  StepPath,
  InsertionPoint,
  ValueLocation,
} from '../../../src/flow/edit/flowEdit.ts';
import { json } from './documents.ts';

type Path = (string | number)[];

/** An edit that does not depend on a flow yet: the numbers select from what the flow contains. */
interface EditIntent {
  readonly kind: FlowEdit['kind'];
  readonly picks: readonly number[];
  readonly value: unknown;
  readonly name: string;
  readonly direction: 'up' | 'down' | 'in' | 'out';
  /** True if the location may not exist. */
  readonly beyond: boolean;
}

const KINDS: readonly FlowEdit['kind'][] = [
  ...(['set', 'set', 'set', 'remove', 'insertItem', 'moveItem', 'renameKey', 'renameStep'] as const),
  ...(['addStep', 'duplicateSteps', 'deleteSteps', 'moveSteps', 'moveSteps', 'shiftSteps'] as const),
  ...(['pasteSteps', 'wrapSteps'] as const),
];

/** A random edit. */
export const editIntent: fc.Arbitrary<EditIntent> = fc.record({
  kind: fc.constantFrom(...KINDS),
  picks: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }),
  value: json,
  name: fc.constantFrom('a', 'new', 'name', 'x"\n', '__proto__', ''),
  direction: fc.constantFrom('up', 'down', 'in', 'out'),
  beyond: fc.boolean(),
});

/** Returns the edit of a flow for an intent; some edits are invalid. */
export function editFor(
  flow: Readonly<Record<string, unknown>>,
  intent: EditIntent,
  count: number,
): FlowEdit {
  const { kind, picks, value, name, direction, beyond } = intent;
  const [first = 0, second = 0, third = 0] = picks;
  const steps = stepsOf(flow);
  const stepAt = (at: number): StepPath => steps[at % Math.max(1, steps.length)] ?? [0];
  const some = [...new Set(picks.slice(0, 1 + (first % 3)).map(stepAt))];
  const to: InsertionPoint =
    second % 2 === 0 && steps.length > 0
      ? { parent: stepAt(third)[0], index: picks[3]! % 4 }
      : { index: picks[3]! % 6 };
  const step: NewStep = { actionId: 'fresh', overrides: { params: { value } }, tag: `n${count}` };
  const location = placeFor(flow, stepAt(first), intent);
  switch (kind) {
    case 'set':
      return { kind, location, value };
    case 'remove':
      return { kind, location };
    case 'insertItem':
      return { kind, location: listPlace(flow, location), index: second % 4, value };
    case 'moveItem':
      return { kind, location: listPlace(flow, location), from: second % 3, to: third % 3 };
    case 'renameKey':
      return { kind, location, name };
    case 'renameStep':
      return { kind, step: stepAt(first), name };
    case 'addStep':
      return { kind, to, step };
    case 'duplicateSteps':
    case 'deleteSteps':
      return { kind, steps: some };
    case 'moveSteps':
      return { kind, steps: some, to };
    case 'shiftSteps':
      return { kind, steps: some, direction };
    case 'pasteSteps': {
      const inner = { actionId: 'inner', tag: `i${count}` };
      const pasted = beyond ? [step, { actionId: 'two', tag: `m${count}`, children: [inner] }] : step;
      return { kind, to, text: JSON.stringify(pasted, undefined, second % 2) };
    }
    case 'wrapSteps':
      return { kind, steps: some, step };
  }
}

/** Returns the location of a value, or one next to it that does not exist. */
function placeFor(
  flow: Readonly<Record<string, unknown>>,
  step: StepPath,
  { picks, name, beyond }: EditIntent,
): ValueLocation {
  const [, second = 0, third = 0] = picks;
  const owner = (['settings', 'params', 'params', 'overrides', 'step'] as const)[second % 5]!;
  const base = baseOf(flow, owner, step);
  const paths = pathsIn(base).filter(path => {
    const [head] = path;
    return owner === 'settings'
      ? head !== undefined && head !== 'actions'
      : owner !== 'step' || head !== 'children';
  });
  const path = paths[third % Math.max(1, paths.length)] ?? [name];
  const fullPath = beyond ? [...path, ...(picks[4]! % 3 === 0 ? [picks[5]! % 3] : [name])] : path;
  return owner === 'settings' ? { in: owner, path: fullPath } : { in: owner, step, path: fullPath };
}

/** Returns the location itself if it contains a list, and otherwise the nearest list that contains it. */
function listPlace(flow: Readonly<Record<string, unknown>>, location: ValueLocation): ValueLocation {
  const base = baseOf(flow, location.in, location.in === 'settings' ? [0] : location.step);
  for (let length = location.path.length; length > 0; length--) {
    if (Array.isArray(valueAt(base, location.path.slice(0, length)))) {
      return { ...location, path: location.path.slice(0, length) };
    }
  }
  return location;
}

function baseOf(flow: unknown, owner: ValueLocation['in'], [entry, child]: StepPath): unknown {
  if (owner === 'settings') return flow;
  const step = valueAt(
    flow,
    child === undefined ? ['actions', entry] : ['actions', entry, 'children', child],
  );
  if (owner === 'step') return step;
  return valueAt(step, owner === 'overrides' ? ['overrides'] : ['overrides', 'params']);
}

/** Returns the paths of all steps, including invalid ones. */
function stepsOf(flow: unknown): StepPath[] {
  const entries = valueAt(flow, ['actions']);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry, index): StepPath[] => {
    const children = valueAt(entry, ['children']);
    return [
      [index],
      ...(Array.isArray(children) ? children.map((_, child): StepPath => [index, child]) : []),
    ];
  });
}

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Array.isArray(value)
    ? value.map((item, index): [number, unknown] => [index, item])
    : Object.entries(value);
  return [[], ...inner.flatMap(([segment, child]) => pathsIn(child).map(path => [segment, ...path]))];
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = (current as Record<string | number, unknown>)[segment];
  }
  return current;
}

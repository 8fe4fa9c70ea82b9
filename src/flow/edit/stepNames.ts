import { inRunOrder } from '../document/runOrder.ts';
import { findOffsets, type JsonNode, propertyOf, sourceOf, stringsIn } from '../document/jsonTree.ts';
import { type StepName, stepNames } from '../template.ts';
import { isStepItem, type StepHandle, type StepTree } from './stepTree.ts';
import type { TextPlan } from './textPlan.ts';

/** A placeholder for the index of a deleted step, which makes the checker report the expression. */
const GONE = 'deleted';

/** Returns the new text for a step reference in an expression of a step; undefined if it stays. */
export type Rename = (within: StepHandle, name: StepName) => string | undefined;

/** The steps of a list in text order and in execution order. */
interface Order {
  readonly written: readonly StepHandle[];
  readonly running: readonly StepHandle[];
}

/** The steps of a flow by the indexes that expressions such as `{{steps[2].output.code}}` use. */
export class StepNames {
  readonly #entries: Order;
  readonly #children: ReadonlyMap<StepHandle, Order>;

  constructor({ entries }: StepTree) {
    this.#entries = orderOf(entries);
    this.#children = new Map(entries.map(entry => [entry, orderOf(entry.children)]));
  }

  /** Returns the reference of a step, such as `steps[2]`; undefined if it is not a valid step. */
  nameOf(step: StepHandle): string | undefined {
    const entry = this.#entries.running.indexOf(step);
    if (entry !== -1) return nameOf([entry]);
    for (const [outer, { running }] of this.#children) {
      const child = running.indexOf(step);
      if (child !== -1) return nameOf([this.#entries.running.indexOf(outer), child]);
    }
    return undefined;
  }

  /** Returns a function that maps references to the same steps in their new arrangement. */
  createRename(tree: StepTree): Rename {
    const numbers = new Map<StepHandle, readonly [entry: number, child?: number]>();
    const copies = new Map<StepHandle, StepHandle>();
    for (const [entry, handle] of updateOrder(this.#entries, tree.entries).entries()) {
      numbers.set(handle, [entry]);
      const children = updateOrder(this.#children.get(handle), handle.children);
      for (const [child, inner] of children.entries()) numbers.set(inner, [entry, child]);
      for (const step of [handle, ...children]) if (step.copyOf) copies.set(step.copyOf, step);
    }
    return (within, { step, child }) => {
      const exact = within.pasted?.get(child === undefined ? nameOf([step]) : nameOf([step, child]));
      if (exact) return nameOf(numbers.get(exact) ?? [GONE]);
      const outerPasted = within.pasted?.get(nameOf([step]));
      if (outerPasted && child !== undefined) return nameOf([numbers.get(outerPasted)?.[0] ?? GONE, child]);
      const entry = this.#entries.running[step];
      if (!entry) return undefined;
      // Steps that are copied together keep referencing each other.
      const copyOf = (original: StepHandle | undefined): StepHandle | undefined =>
        original && within.copyOf && copies.get(original);
      const outer = numbers.get(copyOf(entry) ?? entry);
      if (child === undefined) return nameOf(outer ?? [GONE]);
      const inner = this.#children.get(entry)?.running[child];
      const copy = copyOf(inner);
      const target = copy ?? (copyOf(entry) ? undefined : inner);
      if (!target) return nameOf([outer?.[0] ?? GONE, child]);
      return nameOf(numbers.get(target) ?? (outer ? [outer[0], GONE] : [GONE, child]));
    };
  }
}

/** Updates the expressions in existing steps, so that they still reference the same steps. */
export function renameSteps(plan: TextPlan, tree: StepTree, rename: Rename): void {
  if (!/\{\{|\\u007b/i.test(plan.text)) return;
  for (const handle of tree.entries.flatMap(entry => [entry, ...entry.children])) {
    if (handle.source.kind === 'item') renameIn(plan, handle.source.node, name => rename(handle, name));
  }
}

/** Renames the step references in the parameters of a step, and with `deep` in those of its children. */
export function renameIn(
  plan: TextPlan,
  step: JsonNode,
  rename: (name: StepName) => string | undefined,
  deep = false,
): void {
  const params = propertyOf(propertyOf(step, 'overrides'), 'params');
  for (const text of stringsIn(params)) renameInText(plan, text, rename);
  if (deep) for (const child of propertyOf(step, 'children')?.children ?? []) renameIn(plan, child, rename);
}

function renameInText(plan: TextPlan, node: JsonNode, rename: (name: StepName) => string | undefined): void {
  const value = String(node.value);
  const raw = sourceOf(plan.text, node);
  const offsets = value.includes('{{') ? findOffsets(raw) : [];
  let text = '';
  let at = 0;
  for (const name of stepNames(value)) {
    const renamed = rename(name);
    if (renamed === undefined || renamed === value.slice(name.start, name.end)) continue;
    text += raw.slice(at, offsets[name.start]) + renamed;
    at = offsets[name.end] ?? raw.length;
  }
  if (at > 0) plan.replace(node, text + raw.slice(at));
}

function nameOf([entry, child]: readonly [entry: number | string, child?: number | string]): string {
  return `steps[${entry}]${child === undefined ? '' : `.children[${child}]`}`;
}

function orderOf(written: readonly StepHandle[]): Order {
  const steps = written.filter(isStepItem);
  const running = inRunOrder(steps, ({ source }) =>
    source.kind === 'item' ? propertyOf(source.node, 'position')?.value : undefined,
  );
  return { written: [...written], running };
}

/** Returns the new execution order. A changed list gets new positions, so that it runs in text order. */
function updateOrder(before: Order | undefined, now: readonly StepHandle[]): readonly StepHandle[] {
  const isSame =
    before?.written.length === now.length && now.every((step, at) => step === before.written[at]);
  return isSame ? before.running : now.filter(isStepItem);
}

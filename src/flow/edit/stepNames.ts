import { runOrder } from '../check/siblings.ts';
import { type JsonNode, propertyOf } from '../document/jsonTree.ts';
import { type StepName, stepNames } from '../template.ts';
import type { StepHandle, StepTree } from './stepTree.ts';
import type { TextPlan } from './textPlan.ts';

/** What stands for the number of a step that is gone, so that the checker marks the expression. */
const GONE = 'deleted';

/** What is to stand where an expression of a step names one; undefined where that can stay. */
export type Rename = (within: StepHandle, name: StepName) => string | undefined;

/** Steps of a list as they are written, and as they run. */
interface Order {
  readonly written: readonly StepHandle[];
  readonly running: readonly StepHandle[];
}

/** The steps of a flow by the numbers that expressions such as `{{steps[2].output.code}}` name them by. */
export class StepNames {
  readonly #entries: Order;
  readonly #children: ReadonlyMap<StepHandle, Order>;

  constructor({ entries }: StepTree) {
    this.#entries = orderOf(entries);
    this.#children = new Map(entries.map(entry => [entry, orderOf(entry.children)]));
  }

  /** What expressions call a step where it stands; undefined for what is no step. */
  nameOf(step: StepHandle): string | undefined {
    const entry = this.#entries.running.indexOf(step);
    if (entry !== -1) return nameOf([entry]);
    for (const [outer, { running }] of this.#children) {
      const child = running.indexOf(step);
      if (child !== -1) return nameOf([this.#entries.running.indexOf(outer), child]);
    }
    return undefined;
  }

  /** How the same steps are named where they stand now. */
  follow(tree: StepTree): Rename {
    const numbers = new Map<StepHandle, readonly [entry: number, child?: number]>();
    const copies = new Map<StepHandle, StepHandle>();
    for (const [entry, handle] of orderNow(this.#entries, tree.entries).entries()) {
      numbers.set(handle, [entry]);
      const children = orderNow(this.#children.get(handle), handle.children);
      for (const [child, inner] of children.entries()) numbers.set(inner, [entry, child]);
      for (const one of [handle, ...children]) if (one.copyOf) copies.set(one.copyOf, one);
    }
    return (within, { step, child }) => {
      const exact = within.pasted?.get(child === undefined ? nameOf([step]) : nameOf([step, child]));
      if (exact) return nameOf(numbers.get(exact) ?? [GONE]);
      const around = within.pasted?.get(nameOf([step]));
      if (around && child !== undefined) return nameOf([numbers.get(around)?.[0] ?? GONE, child]);
      const entry = this.#entries.running[step];
      if (!entry) return undefined;
      // Steps that are copied together and name one another still do.
      const copyOf = (one: StepHandle | undefined): StepHandle | undefined =>
        one && within.copyOf && copies.get(one);
      const outer = numbers.get(copyOf(entry) ?? entry);
      if (child === undefined) return nameOf(outer ?? [GONE]);
      const inner = this.#children.get(entry)?.running[child];
      const copy = copyOf(inner);
      const own = copy ?? (copyOf(entry) ? undefined : inner);
      if (!own) return nameOf([outer?.[0] ?? GONE, child]);
      return nameOf(numbers.get(own) ?? (outer ? [outer[0], GONE] : [GONE, child]));
    };
  }
}

/** Has the expressions of the steps that a flow keeps name the steps that they named. */
export function renameSteps(plan: TextPlan, tree: StepTree, rename: Rename): void {
  if (!/\{\{|\\u007b/i.test(plan.text)) return;
  for (const handle of tree.entries.flatMap(entry => [entry, ...entry.children])) {
    if (handle.source.kind === 'item') renameIn(plan, handle.source.node, name => rename(handle, name));
  }
}

/** Renames the steps that the parameters of a step name; its children are looked at where `deep`. */
export function renameIn(
  plan: TextPlan,
  step: JsonNode,
  rename: (name: StepName) => string | undefined,
  deep = false,
): void {
  const visit = (node: JsonNode | undefined): void => {
    if (node?.type === 'string') renameInText(plan, node, rename);
    else if (node?.type === 'property') visit(node.children?.[1]);
    else for (const child of node?.children ?? []) visit(child);
  };
  visit(propertyOf(propertyOf(step, 'overrides'), 'params'));
  if (deep) for (const child of propertyOf(step, 'children')?.children ?? []) renameIn(plan, child, rename);
}

function renameInText(plan: TextPlan, node: JsonNode, rename: (name: StepName) => string | undefined): void {
  const value = node.value as string;
  const raw = plan.text.slice(node.offset, node.offset + node.length);
  const places = value.includes('{{') ? placesIn(raw) : [];
  let text = '';
  let at = 0;
  for (const name of stepNames(value)) {
    const renamed = rename(name);
    if (renamed === undefined || renamed === value.slice(name.start, name.end)) continue;
    text += raw.slice(at, places[name.start]) + renamed;
    at = places[name.end] ?? raw.length;
  }
  if (at > 0) plan.replace(node, text + raw.slice(at));
}

/** Where each unit of a JSON text stands as it is written, escape sequences counted as what they mean. */
function placesIn(raw: string): readonly number[] {
  return [...raw.matchAll(/\\u[\dA-Fa-f]{4}|\\[^]|[^\\]/g)].slice(1).map(({ index }) => index);
}

function nameOf([entry, child]: readonly [entry: number | string, child?: number | string]): string {
  return `steps[${entry}]${child === undefined ? '' : `.children[${child}]`}`;
}

function orderOf(written: readonly StepHandle[]): Order {
  const steps = written.filter(isStep);
  const ranks = runOrder(
    steps.map(({ source }) => {
      const position = source.kind === 'item' ? propertyOf(source.node, 'position') : undefined;
      return { step: { position } };
    }),
  );
  const running = [...steps];
  for (const [index, step] of steps.entries()) running[ranks[index] ?? index] = step;
  return { written: [...written], running };
}

/** A list that has changed is given its positions anew, so that it runs as it is written. */
function orderNow(before: Order | undefined, now: readonly StepHandle[]): readonly StepHandle[] {
  const isSame = before?.written.length === now.length && now.every((one, at) => one === before.written[at]);
  return isSame ? before.running : now.filter(isStep);
}

function isStep({ source }: StepHandle): boolean {
  return source.kind !== 'item' || source.node.type === 'object';
}

import { LostNumber } from '../../util/exactJson.ts';
import { isObject, type JsonObject } from '../../util/isObject.ts';
import { CannotCheck } from './cannotCheck.ts';
import { Marks } from './marks.ts';
import type { Resource } from './resources.ts';
import type { Run } from './run.ts';

/** Checks one keyword; `marks` is present if evaluated properties and items are tracked. */
export type Check<Value = unknown> = (value: Value, run: Run, marks: Marks | undefined) => boolean;

/** The checks of a schema by value type, in order of execution; most schemas have few types. */
export class NodeChecks {
  type: Check | undefined;
  #exact: Check[] | undefined;
  #text: Check<string>[] | undefined;
  #number: Check<number>[] | undefined;
  #list: Check<readonly unknown[]>[] | undefined;
  #object: Check<JsonObject>[] | undefined;
  #combined: Check[] | undefined;
  #last: Check[] | undefined;

  addExact(check: Check): void {
    (this.#exact ??= []).push(check);
  }

  addText(check: Check<string>): void {
    (this.#text ??= []).push(check);
  }

  addNumber(check: Check<number>): void {
    (this.#number ??= []).push(check);
  }

  addList(check: Check<readonly unknown[]>): void {
    (this.#list ??= []).push(check);
  }

  addObject(check: Check<JsonObject>): void {
    (this.#object ??= []).push(check);
  }

  addCombined(check: Check): void {
    (this.#combined ??= []).push(check);
  }

  /** Adds a check that depends on what all others have evaluated. */
  addLast(check: Check): void {
    (this.#last ??= []).push(check);
  }

  /** Runs the checks for a value of its type; `reading` says if a text contains template expressions. */
  judge(value: unknown, reading: 'plain' | 'mixed', run: Run, marks: Marks | undefined): boolean {
    let valid = reading === 'mixed' || every(this.#exact, value, run, marks);
    if (typeof value === 'string') {
      if (this.#text) run.spend((this.#text.length * value.length) / 16);
      if (reading === 'plain') valid = every(this.#text, value, run, marks) && valid;
    } else if (typeof value === 'number') valid = every(this.#number, value, run, marks) && valid;
    else if (Array.isArray(value)) valid = every(this.#list, value, run, marks) && valid;
    else if (isObject(value)) valid = every(this.#object, value, run, marks) && valid;
    valid = every(this.#combined, value, run, marks) && valid;
    return every(this.#last, value, run, marks) && valid;
  }
}

/** A compiled subschema. */
export class SchemaNode {
  readonly resource: Resource;
  readonly checks = new NodeChecks();
  /** Other subschemas that apply to the same value. */
  readonly inPlace: SchemaNode[] = [];
  /** True for the schema `false`. */
  readonly never: boolean;
  /** True if null is valid whatever the other keywords say, as in OpenAPI 3.0. */
  nullable = false;
  /** True if it describes a property by its name; references and combinations do so through `inPlace`. */
  describes: (name: string) => boolean = () => false;

  constructor(resource: Resource, never: boolean) {
    this.resource = resource;
    this.never = never;
  }

  /** True if the schema, or another that applies to the same value, describes a property. */
  knows(name: string): boolean {
    return this.describes(name) || this.inPlace.some(node => node.knows(name));
  }

  /** True if the value is valid. Adds problems to the run. Throws CannotCheck. */
  check(value: unknown, run: Run, outer: Marks | undefined): boolean {
    if (this.never) return run.fail('false', () => 'must not be there', { expected: false, onKey: true });
    if (value === null && this.nullable) return true;
    // Only its type is certain, and the JSON parser already reports the number.
    if (value instanceof LostNumber) return this.checks.type?.(value, run, undefined) ?? true;
    run.enter(this);
    const entered = run.scope.at(-1) !== this.resource;
    if (entered) run.scope.push(this.resource);
    const marks = run.tracks ? new Marks() : undefined;
    const valid = this.#judge(value, run, marks);
    if (valid) run.merge(marks, outer);
    if (entered) run.scope.pop();
    run.leave();
    return valid;
  }

  #judge(value: unknown, run: Run, marks: Marks | undefined): boolean {
    const { checks } = this;
    const reading = typeof value === 'string' ? run.classify(value) : 'plain';
    if (reading !== 'plain') run.uncertain = true;
    if (reading === 'whole') return true;
    if (checks.type && !checks.type(value, run, marks)) return false;
    return checks.judge(value, reading, run, marks);
  }
}

/** Runs all checks to find every problem; without problem collection, stops at the first failure. */
function every<Value>(
  checks: readonly Check<Value>[] | undefined,
  value: Value,
  run: Run,
  marks: Marks | undefined,
): boolean {
  if (!checks) return true;
  run.spend(checks.length);
  let valid = true;
  for (const check of checks) {
    if (check(value, run, marks)) continue;
    if (!run.problems) return false;
    valid = false;
  }
  return valid;
}

/** Throws CannotCheck for schemas that apply to the same value and refer endlessly to themselves. */
export function refuseEndless(nodes: Iterable<SchemaNode>): void {
  const done = new Set<SchemaNode>();
  const open = new Set<SchemaNode>();
  const visit = (node: SchemaNode): void => {
    if (done.has(node)) return;
    if (open.has(node)) throw new CannotCheck('the schema refers to itself without end');
    open.add(node);
    for (const next of node.inPlace) visit(next);
    open.delete(node);
    done.add(node);
  };
  for (const node of nodes) visit(node);
}

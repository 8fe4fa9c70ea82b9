import assert from 'node:assert/strict';
import { parseJson, valueOf } from '../../src/flow/document/jsonTree.ts';
import { applyEdit } from '../../src/flow/edit/applyEdit.ts';
import { nodesWithin } from '../../src/flow/form/childNodes.ts';
import { describeForm } from '../../src/flow/form/describeForm.ts';
import type { FormNode, ObjectNode, UnionNode } from '../../src/flow/form/formNode.ts';
import { SchemaReader } from '../../src/flow/schema/schemaReader.ts';
import { type ParamChange, toParamEdit } from '../../src/flow/form/paramEdit.ts';
import { applyEdits } from '../../src/flow/document/textEdits.ts';
import { templateExpressions } from '../../src/flow/template.ts';

type Path = readonly (string | number)[];

/** Simulates a user who fills in the form of the first step of a flow, with only the options of the form. */
export class FormFiller {
  text: string;
  /** Pointers of values that require “Edit as JSON”, which every field has. */
  readonly asJson: string[] = [];
  readonly #schema: SchemaReader;
  readonly #inherited: unknown;

  constructor(text: string, paramsSchema: unknown, inherited: unknown) {
    this.text = text;
    this.#schema = new SchemaReader(paramsSchema);
    this.#inherited = inherited;
  }

  /** The step's own parameters. */
  get own(): unknown {
    const { root, problems } = parseJson(this.text);
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    );
    const flow = root && (valueOf(root) as { actions: { overrides?: { params?: unknown } }[] });
    return flow?.actions[0]?.overrides?.params;
  }

  /** Returns the current form. */
  form(): FormNode {
    return describeForm(this.#schema, { ownValue: this.own, inherited: this.#inherited });
  }

  /** Returns the field of the form at a path. */
  at(path: Path): FormNode {
    const found = nodesWithin(this.form()).findLast(
      node => JSON.stringify(node.path) === JSON.stringify(path),
    );
    return found ?? assert.fail(`The form has nothing at ${JSON.stringify(path)}.`);
  }

  /** Changes a parameter. */
  change(path: Path, change: ParamChange): void {
    const gesture = toParamEdit([0], { ownValue: this.own, inherited: this.#inherited }, path, change);
    const outcome = applyEdit(this.text, gesture);
    if (outcome.kind === 'refused') assert.fail(outcome.sentence);
    this.text = applyEdits(this.text, outcome.edits);
  }

  /** Enters the parameters, one after another. */
  fill(params: Readonly<Record<string, unknown>>): void {
    this.#enter([], params, new Set());
  }

  #enter(path: Path, target: unknown, chosen: ReadonlySet<string>): void {
    const node = this.#outermost(path, chosen);
    const isExpression = typeof target === 'string' && templateExpressions(target).length > 0;
    if (isExpression || (target === null && node.nullable)) {
      this.change(path, { kind: 'set', value: target });
      return;
    }
    switch (node.kind) {
      case 'number':
      case 'boolean':
        this.#type(path, target, node);
        return;
      case 'text':
      case 'json':
        if (node.instead !== undefined) this.#restart(path, target, chosen, node);
        else this.#type(path, target, node);
        return;
      case 'constant':
        assert.deepEqual(node.constant, target);
        this.change(path, { kind: 'set', value: node.constant });
        return;
      case 'choice': {
        const option = node.options.find(({ value }) => JSON.stringify(value) === JSON.stringify(target));
        this.change(path, { kind: 'set', value: (option ?? assert.fail('It is not offered.')).value });
        return;
      }
      case 'union':
        this.#choose(
          path,
          target,
          chosen,
          node.branches.map(({ start }) => start),
        );
        return;
      case 'array':
        this.#enterItems(path, target, node.options !== undefined);
        return;
      case 'object':
      case 'map':
        this.#enterFields(path, target);
    }
  }

  /** Returns the field at a path below the unions that were already chosen. */
  #outermost(path: Path, chosen: ReadonlySet<string>): FormNode {
    let node = nodesWithin(this.form()).find(other => JSON.stringify(other.path) === JSON.stringify(path));
    while (node?.kind === 'union' && chosen.has(labelsOf(node))) node = node.content;
    return node ?? assert.fail(`The form has nothing at ${JSON.stringify(path)}.`);
  }

  #type(path: Path, target: unknown, node: FormNode): void {
    const types: Readonly<Record<string, string>> = { text: 'string', number: 'number', boolean: 'boolean' };
    if (types[node.kind] !== typeof target && node.kind !== 'json') this.asJson.push(node.pointer);
    this.change(path, { kind: 'set', value: target });
  }

  /** Starts over if the present value does not match the schema. */
  #restart(path: Path, target: unknown, chosen: ReadonlySet<string>, node: FormNode): void {
    this.change(path, { kind: 'set', value: node.start });
    this.#enter(path, target, chosen);
  }

  #choose(path: Path, target: unknown, chosen: ReadonlySet<string>, starts: readonly unknown[]): void {
    const before = this.text;
    const union = this.#outermost(path, chosen);
    const isChosen = new Set([...chosen, union.kind === 'union' ? labelsOf(union) : '']);
    let failure: unknown;
    const typed = this.asJson.length;
    for (const [index, start] of starts.entries()) {
      this.text = before;
      try {
        this.change(path, { kind: 'set', value: start });
        const now = this.#outermost(path, chosen);
        assert.equal(now.kind === 'union' && now.chosen, index, 'another form is shown than was chosen');
        this.#enter(path, target, isChosen);
        assert.equal(this.asJson.length, typed, 'another form may take it');
        return;
      } catch (error) {
        this.asJson.length = typed;
        failure = error;
      }
    }
    assert.fail(`No form takes ${JSON.stringify(target)}: ${String(failure)}`);
  }

  #enterItems(path: Path, target: unknown, ofOptions: boolean): void {
    assert.ok(Array.isArray(target), 'a list is asked for');
    if (ofOptions) {
      this.change(path, { kind: 'set', value: target });
      return;
    }
    if (!this.at(path).value) this.change(path, { kind: 'set', value: this.at(path).start });
    for (const [index, item] of (target as unknown[]).entries()) {
      const node = this.#listAt(path);
      if (index < lengthOf(node)) this.#enter([...path, index], item, new Set());
      else if (index < node.items.length) this.#enter([...path, index], item, new Set());
      else {
        const { start } = node.addition ?? assert.fail('No item can be added.');
        this.change(path, { kind: 'insertItem', index, value: start });
        this.#enter([...path, index], item, new Set());
      }
    }
    while (lengthOf(this.#listAt(path)) > target.length)
      this.change([...path, target.length], { kind: 'remove' });
  }

  #listAt(path: Path): Extract<FormNode, { kind: 'array' }> {
    const node = this.at(path);
    return node.kind === 'array' ? node : assert.fail('It is no list.');
  }

  #enterFields(path: Path, target: unknown): void {
    assert.ok(
      typeof target === 'object' && target !== null && !Array.isArray(target),
      'an object is asked for',
    );
    if (!this.at(path).value) this.change(path, { kind: 'set', value: this.at(path).start });
    const present = this.at(path).value?.value;
    for (const name of Object.keys(typeof present === 'object' && present ? present : {})) {
      if (!Object.hasOwn(target, name)) this.change([...path, name], { kind: 'remove' });
    }
    // A field may appear only after another one has its value.
    let left = Object.entries(target);
    while (left.length > 0) {
      const waiting: [string, unknown][] = [];
      for (const [name, value] of left) {
        if (this.#offers(path, name)) this.#enter([...path, name], value, new Set());
        else waiting.push([name, value]);
      }
      if (waiting.length === left.length) assert.fail(`There is no way to enter ${waiting.join()}.`);
      left = waiting;
    }
  }

  /** Returns true if there is a field with a name; adds it if possible. */
  #offers(path: Path, name: string): boolean {
    const node = this.#objectAt(path);
    if ([...node.fields, ...node.others].some(field => field.path.at(-1) === name)) return true;
    const { addition } = node;
    if (!addition) return false;
    const { patterns, names, start } = addition;
    const matches = patterns.length === 0 || patterns.some(pattern => new RegExp(pattern, 'u').test(name));
    if (!matches || (names && !names.includes(name))) return false;
    this.change([...path, name], { kind: 'set', value: start });
    return true;
  }

  #objectAt(path: Path): ObjectNode {
    const node = this.at(path);
    return node.kind === 'object' || node.kind === 'map' ? node : assert.fail('It is no object.');
  }
}

/** Returns the labels of the alternatives of a union, which identify it. */
export function labelsOf({ branches }: Pick<UnionNode, 'branches'>): string {
  return JSON.stringify(branches.map(({ label }) => label));
}

function lengthOf({ value }: FormNode): number {
  return Array.isArray(value?.value) ? value.value.length : 0;
}

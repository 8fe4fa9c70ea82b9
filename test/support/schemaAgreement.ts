import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { createCatalog } from '../../src/flow/catalog.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { nodesWithin } from '../../src/flow/form/childNodes.ts';
import { describeForm } from '../../src/flow/form/describeForm.ts';
import type { FormNode, UnionNode } from '../../src/flow/form/formNode.ts';
import { readerOf } from '../../src/flow/schema/schemaReader.ts';
import { pointerOf } from '../../src/flow/form/pointer.ts';
import { completionsAt } from '../../src/flow/language/completion.ts';
import { hoverAt } from '../../src/flow/language/hover.ts';
import { compileSchema } from '../../src/flow/schema/compileSchema.ts';
import type { SchemaProblem } from '../../src/flow/schema/problem.ts';
import type { PathSegment } from '../../src/flow/template.ts';
import { isObject, memberOf } from '../../src/util/isObject.ts';
import { escapeMarkdown } from '../../src/util/markdown.ts';
import { labelsOf } from './formFilling.ts';

type Path = readonly PathSegment[];

/** A location where form, completion, hover and check disagree, or where an alternative cannot be chosen. */
export interface Disagreement {
  readonly rule: keyof typeof RULES;
  readonly pointer: string;
  readonly detail: string;
}

export const RULES = {
  completion: 'a field of the form is not completed',
  form: 'a completed property is no field of the form',
  hover: 'the hover of a property differs from its field',
  option: 'an option of the form is not completed',
  check: 'a property that is offered is refused',
  shown: 'another alternative is shown than the chosen one',
  valid: 'the value of a chosen alternative is invalid',
} as const;

const MAX_LOCATIONS = 30;
const MAX_UNIONS = 5;
/** The maximum number of fields that are tested one by one even if the check accepts all together. */
const MAX_FIELDS = 30;
const MAX_BRANCHES = 12;
/** The keywords that a new text or number can violate because the user must still enter it. */
const ENTERED = [
  'required',
  'dependentRequired',
  'pattern',
  'format',
  'minLength',
  'minimum',
  'exclusiveMinimum',
  'multipleOf',
];

/** A parameter schema as form, completion, hover and check read it. */
export class SchemaViews {
  readonly #schema: unknown;
  readonly #catalog;
  readonly #checker;

  constructor(schema: unknown) {
    this.#schema = schema;
    this.#catalog = createCatalog([{ id: 'a', name: 'A', paramsSchema: schema }]);
    this.#checker = compileSchema(schema);
  }

  form(value: unknown): FormNode {
    return describeForm(readerOf(this.#schema), { ownValue: value });
  }

  check(value: unknown): readonly SchemaProblem[] {
    return this.#checker.check(value, { templates: true });
  }

  /** Compares what is offered and described at the objects and options of a value. */
  compare(value: unknown): Disagreement[] {
    const found: Disagreement[] = [];
    const step = { actionId: 'a', position: 1, overrides: { params: value } };
    const text = JSON.stringify({ actions: [step] }, undefined, 1);
    const tree = parseTree(text);
    const document = parseFlow(text);
    const nodes = nodesWithin(this.form(value));
    const byPointer = Map.groupBy(nodes, ({ pointer }) => pointer);
    const isValid = this.check(value).length === 0;
    for (const path of objectsIn(value).slice(0, MAX_LOCATIONS)) {
      const pointer = pointerOf(path);
      const add = (rule: Disagreement['rule'], names: Iterable<string>): void => {
        for (const detail of names) found.push({ rule, pointer, detail });
      };
      const node = tree && findNodeAtLocation(tree, ['actions', 0, 'overrides', 'params', ...path]);
      const here = byPointer.get(pointer) ?? [];
      if (!node) continue;
      const { items } = completionsAt(document, node.offset + 1, this.#catalog);
      const completed = new Set(items.filter(({ kind }) => kind === 'property').map(({ label }) => label));
      const present = new Set(namesOf(valueAt(value, path)));
      const fields = absentFields(here).map(({ path: at }) => String(at.at(-1)));
      add('completion', without(fields, completed));
      const surplus = without(without(completed, new Set(fields)), present);
      if (surplus.length > 0) add('form', without(surplus, this.#otherFields(value, path, here)));
      if (isValid) add('check', this.#refused(value, absentFields(here)));
      for (const property of node.children ?? []) {
        const [key] = property.children ?? [];
        const name = String(key?.value);
        const field = byPointer.get(pointerOf([...path, name]))?.[0];
        if (!key || !field) continue;
        const shown =
          hoverAt(document, key.offset + 1, this.#catalog)?.text.replace(/(^|\n\n)Runs with .*/s, '') ?? '';
        const isSame = field.unknown
          ? !isValid || shown === ''
          : shown.includes(escapeMarkdown(field.description ?? ''));
        if (!isSame) add('hover', [name]);
      }
      for (const field of here.flatMap(one => ('fields' in one ? one.fields : []))) {
        if (field.kind !== 'choice' || !field.value) continue;
        const at = findNodeAtLocation(node, [...field.path.slice(path.length)]);
        if (!at) continue;
        const values = completionsAt(document, at.offset, this.#catalog).items;
        const labels = new Set(values.map(({ label }) => label));
        const options = field.options
          .filter(({ wrong }) => !wrong)
          .map(option => JSON.stringify(option.value));
        add(
          'option',
          without(options, labels).map(option => `${String(field.path.at(-1))}: ${option}`),
        );
      }
    }
    return found;
  }

  /** Chooses the first alternatives of the first choices in the form of a value; `count` is the number of choices. */
  choose(value: unknown): { readonly count: number; readonly found: Disagreement[] } {
    const found: Disagreement[] = [];
    let count = 0;
    const unions = nodesWithin(this.form(value)).filter(node => node.kind === 'union');
    for (const { path, pointer, branches } of unions.slice(0, MAX_UNIONS)) {
      for (const [index, { start, label }] of branches.slice(0, MAX_BRANCHES).entries()) {
        count++;
        const chosen = withValue(value, path, start);
        const shown = nodesWithin(this.form(chosen)).find(
          (node): node is UnionNode =>
            node.kind === 'union' && node.pointer === pointer && labelsOf(node) === labelsOf({ branches }),
        );
        if (shown && shown.chosen !== index) found.push({ rule: 'shown', pointer, detail: label });
        const problems = this.check(chosen).filter(problem => isWithin(problem.path, path));
        const [wrong] = problems.filter(({ keyword }) => !ENTERED.includes(keyword));
        const detail = `${label}: ${pointerOf(wrong?.path ?? [])} ${wrong?.message}`;
        if (wrong) found.push({ rule: 'valid', pointer, detail });
      }
    }
    return { count, found };
  }

  /** Returns the fields of the alternatives at a location that are not chosen. */
  #otherFields(value: unknown, path: Path, here: readonly FormNode[]): ReadonlySet<string> {
    const pointer = pointerOf(path);
    const fields = new Set<string>();
    for (const node of here) {
      if (node.kind !== 'union') continue;
      for (const { start } of node.branches.slice(0, MAX_BRANCHES * 4)) {
        const others = nodesWithin(this.form(withValue(value, path, start)));
        for (const { path: at } of fieldsOf(others.filter(other => other.pointer === pointer)))
          fields.add(String(at.at(-1)));
      }
    }
    return fields;
  }

  /** Returns the absent fields that the check rejects, or because of which it rejects something else. */
  #refused(value: unknown, fields: readonly FormNode[]): readonly string[] {
    const refusedIn = (added: readonly FormNode[]): readonly FormNode[] => {
      const next = added.reduce((sum, field) => withValue(sum, field.path, field.start), value);
      const wrong = this.check(next).filter(
        ({ path, missing, onKey }) =>
          missing === undefined && (onKey === true || !added.some(field => isWithin(path, field.path))),
      );
      return wrong.length > 0 ? added : [];
    };
    const suspected = fields.length > MAX_FIELDS ? refusedIn(fields) : fields;
    return suspected.filter(field => refusedIn([field]).length > 0).map(field => String(field.path.at(-1)));
  }
}

function fieldsOf(nodes: readonly FormNode[]): readonly FormNode[] {
  return nodes.flatMap(node => ('fields' in node ? node.fields : []));
}

function absentFields(nodes: readonly FormNode[]): readonly FormNode[] {
  return fieldsOf(nodes).filter(({ origin, unknown }) => origin === 'absent' && !unknown);
}

function objectsIn(value: unknown): readonly Path[] {
  const paths: Path[] = [];
  const open: { readonly path: Path; readonly value: unknown }[] = [{ path: [], value }];
  for (let next = open.shift(); next && paths.length < MAX_LOCATIONS; next = open.shift()) {
    const { path, value: part } = next;
    if (isObject(part)) paths.push(path);
    if (typeof part !== 'object' || part === null) continue;
    for (const [name, inner] of Object.entries(part))
      open.push({ path: [...path, Array.isArray(part) ? Number(name) : name], value: inner });
  }
  return paths;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce(memberOf, value);
}

function withValue(value: unknown, path: Path, part: unknown): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return part;
  if (typeof segment === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.toSpliced(segment, 1, withValue(items[segment], rest, part));
  }
  const object = isObject(value) ? value : {};
  return { ...object, [segment]: withValue(object[segment], rest, part) };
}

function namesOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function without(names: Iterable<string>, others: ReadonlySet<string>): readonly string[] {
  return [...names].filter(name => !others.has(name));
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((segment, index) => path[index] === segment);
}

import { isObject, type JsonObject } from '../../util/isObject.ts';
import type { JsonSchemaDraft } from './dialect.ts';
import { type NodeChecks, SchemaNode } from './node.ts';
import { CannotCheck } from './cannotCheck.ts';
import { show } from './problem.ts';
import type { Located, Reference, Resource } from './resources.ts';
import type { Unread } from './run.ts';

/** The part of the compiler that readers use. */
interface Compiler {
  readonly formats: boolean;
  tracks: boolean;
  refers: boolean;
  readonly node: (schema: unknown, near: Resource) => SchemaNode;
  readonly unchecked: Set<string>;
  readonly unread: Unread[];
  readonly resources: {
    readonly referencesOf: (schema: JsonObject, from: Resource) => readonly Reference[];
  };
}

/** The compiled subschemas of a keyword such as `properties`, by name. */
type NamedNodes = readonly (readonly [name: string, node: SchemaNode])[];

/** Reads the keywords of one subschema. A keyword with an invalid value is left unread. */
export class KeywordReader {
  readonly schema: JsonObject;
  readonly node: SchemaNode;
  readonly #compiler: Compiler;
  readonly #unread = new Set<string>();

  constructor(schema: JsonObject, node: SchemaNode, compiler: Compiler) {
    this.schema = schema;
    this.node = node;
    this.#compiler = compiler;
  }

  get checks(): NodeChecks {
    return this.node.checks;
  }

  get draft(): JsonSchemaDraft {
    return this.node.resource.draft;
  }

  get formats(): boolean {
    return this.#compiler.formats;
  }

  has(keyword: string): boolean {
    return Object.hasOwn(this.schema, keyword);
  }

  /** Makes all checks track evaluated properties and items. */
  track(): void {
    this.#compiler.tracks = true;
  }

  number(keyword: string): number | undefined {
    return this.#own(keyword, 'a number', value => typeof value === 'number');
  }

  count(keyword: string): number | undefined {
    return this.#own(
      keyword,
      'a whole number of at least 0',
      (value): value is number => typeof value === 'number' && value >= 0 && Number.isInteger(value),
    );
  }

  text(keyword: string): string | undefined {
    return this.#own(keyword, 'a text', value => typeof value === 'string');
  }

  list(keyword: string): readonly unknown[] | undefined {
    return this.#own(keyword, 'an array', value => Array.isArray(value));
  }

  names(keyword: string): readonly string[] | undefined {
    return this.#own(keyword, 'an array of names', isNames);
  }

  object(keyword: string): JsonObject | undefined {
    return this.#own(keyword, 'an object', isObject);
  }

  /** Compiles the subschema of a keyword. */
  sub(keyword: string): SchemaNode | undefined {
    return this.has(keyword) ? this.make(this.schema[keyword], keyword) : undefined;
  }

  /** Compiles the subschema of a keyword that applies to the same value as this one. */
  subInPlace(keyword: string): SchemaNode | undefined {
    const node = this.sub(keyword);
    if (node) this.node.inPlace.push(node);
    return node;
  }

  subList(keyword: string): readonly SchemaNode[] | undefined {
    return this.list(keyword)?.map(item => this.make(item, keyword));
  }

  subNamed(keyword: string): NamedNodes {
    return Object.entries(this.object(keyword) ?? {}).map(([name, schema]) => [
      name,
      this.make(schema, keyword),
    ]);
  }

  /** Compiles a subschema; what is no schema accepts every value. */
  make(schema: unknown, keyword: string): SchemaNode {
    if (isSchema(schema)) return this.#compiler.node(schema, this.node.resource);
    const node = new SchemaNode(this.node.resource, false);
    this.#addUnread(node, keyword, wrongValue(keyword, 'a schema', schema));
    return node;
  }

  references(): readonly Reference[] {
    const references = this.read('$ref', () =>
      this.#compiler.resources.referencesOf(this.schema, this.node.resource),
    );
    const other = references?.find(({ target }) => target && !isSchema(target.schema));
    if (other) this.leaveUnread('$ref', `the schema refers to ${other.text}, which is no schema`);
    const known = other ? [] : (references ?? []);
    this.#compiler.refers ||= known.length > 0;
    return known;
  }

  /** Returns what a function reads from a keyword; undefined if it throws CannotCheck, which leaves the keyword unread. */
  read<T>(keyword: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CannotCheck)) throw error;
      this.leaveUnread(keyword, error.message);
      return undefined;
    }
  }

  /** Accepts every value as far as a keyword is concerned, because it cannot be read. */
  leaveUnread(keyword: string, why: string): void {
    if (this.#unread.has(keyword)) return;
    this.#unread.add(keyword);
    this.#addUnread(this.node, keyword, why);
  }

  isUnread(keyword: string): boolean {
    return this.#unread.has(keyword);
  }

  /** Accepts every value, as a result that is not certain, because another document has the schema. */
  leaveUnchecked(address: string): void {
    this.#compiler.unchecked.add(address);
    this.checks.addCombined((value, run, marks) => {
      marks?.addAll(value);
      return (run.uncertain = true);
    });
  }

  /** Compiles a subschema elsewhere in the document. */
  at({ schema, resource }: Located): SchemaNode {
    return this.#compiler.node(schema, resource);
  }

  #own<T>(keyword: string, expected: string, isFitting: (value: unknown) => value is T): T | undefined {
    const value = this.has(keyword) ? this.schema[keyword] : undefined;
    if (value === undefined || isFitting(value)) return value;
    this.leaveUnread(keyword, wrongValue(keyword, expected, value));
    return undefined;
  }

  #addUnread({ checks }: SchemaNode, keyword: string, why: string): void {
    const unread = { keyword, why };
    this.#compiler.unread.push(unread);
    checks.addCombined((value, run, marks) => {
      marks?.addAll(value);
      run.leaveUnread(unread);
      return true;
    });
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

function isSchema(schema: unknown): schema is boolean | JsonObject {
  return typeof schema === 'boolean' || isObject(schema);
}

function wrongValue(keyword: string, expected: string, found: unknown): string {
  return `the keyword ${keyword} must hold ${expected}, not ${show(found)}`;
}

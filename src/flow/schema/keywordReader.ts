import { isObject, type JsonObject } from '../../util/isObject.ts';
import type { Draft } from './dialect.ts';
import type { NodeChecks, SchemaNode } from './node.ts';
import { CannotCheck } from './cannotCheck.ts';
import { show } from './problem.ts';
import type { Located, Reference, Resource } from './resources.ts';

/** The part of the compiler that readers use. */
interface Compiler {
  readonly formats: boolean;
  tracks: boolean;
  refers: boolean;
  readonly node: (schema: unknown, near: Resource) => SchemaNode;
  readonly unchecked: Set<string>;
  readonly resources: {
    readonly referencesOf: (schema: JsonObject, from: Resource) => readonly Reference[];
  };
}

/** The compiled subschemas of a keyword such as `properties`, by name. */
type NamedNodes = readonly (readonly [name: string, node: SchemaNode])[];

/** Reads the keywords of one subschema. Throws CannotCheck for a keyword with an invalid value. */
export class KeywordReader {
  readonly schema: JsonObject;
  readonly node: SchemaNode;
  readonly #compiler: Compiler;

  constructor(schema: JsonObject, node: SchemaNode, compiler: Compiler) {
    this.schema = schema;
    this.node = node;
    this.#compiler = compiler;
  }

  get checks(): NodeChecks {
    return this.node.checks;
  }

  get draft(): Draft {
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
    const value = this.#own(keyword);
    if (value === undefined || typeof value === 'number') return value;
    return this.#wrong(keyword, 'a number');
  }

  count(keyword: string): number | undefined {
    const value = this.number(keyword);
    if (value === undefined || (value >= 0 && Number.isInteger(value))) return value;
    return this.#wrong(keyword, 'a whole number of at least 0');
  }

  text(keyword: string): string | undefined {
    const value = this.#own(keyword);
    if (value === undefined || typeof value === 'string') return value;
    return this.#wrong(keyword, 'a text');
  }

  list(keyword: string): readonly unknown[] | undefined {
    const value = this.#own(keyword);
    if (value === undefined || Array.isArray(value)) return value as readonly unknown[] | undefined;
    return this.#wrong(keyword, 'an array');
  }

  names(keyword: string): readonly string[] | undefined {
    const value = this.list(keyword);
    if (value === undefined || value.every(item => typeof item === 'string')) return value;
    return this.#wrong(keyword, 'an array of names');
  }

  object(keyword: string): JsonObject | undefined {
    const value = this.#own(keyword);
    if (value === undefined || isObject(value)) return value;
    return this.#wrong(keyword, 'an object');
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

  make(schema: unknown, keyword: string): SchemaNode {
    if (typeof schema !== 'boolean' && !isObject(schema)) return this.#wrong(keyword, 'a schema', schema);
    return this.#compiler.node(schema, this.node.resource);
  }

  references(): readonly Reference[] {
    const references = this.#compiler.resources.referencesOf(this.schema, this.node.resource);
    this.#compiler.refers ||= references.length > 0;
    return references;
  }

  /** Accepts every value, as a result that is not certain, because another document has the schema. */
  leaveUnchecked(address: string): void {
    this.#compiler.unchecked.add(address);
    this.checks.addCombined((_, run) => (run.uncertain = true));
  }

  /** Compiles a subschema elsewhere in the document. */
  at({ schema, resource }: Located): SchemaNode {
    return this.#compiler.node(schema, resource);
  }

  #own(keyword: string): unknown {
    return this.has(keyword) ? this.schema[keyword] : undefined;
  }

  #wrong(keyword: string, expected: string, found = this.schema[keyword]): never {
    throw new CannotCheck(`the keyword ${keyword} must hold ${expected}, not ${show(found)}`);
  }
}

import { addExactKeywords } from './keywords/exact.ts';
import { addCombinations } from './keywords/combinations.ts';
import { addItemKeywords } from './keywords/items.ts';
import { addNumberKeywords } from './keywords/numbers.ts';
import { addPropertyKeywords } from './keywords/properties.ts';
import { addReferences } from './keywords/references.ts';
import { addTextKeywords } from './keywords/texts.ts';
import { addUnevaluated } from './keywords/unevaluated.ts';
import { isSince } from './dialect.ts';
import { isObject } from '../../util/isObject.ts';
import { KeywordReader } from './keywordReader.ts';
import { type JsonObject, SchemaNode } from './node.ts';
import { CannotCheck } from './problem.ts';
import { type Resource, Resources } from './resources.ts';
import type { NamedNodes, SchemaParts } from './schemaParts.ts';

const MAX_DEPTH = 300;

/** Who reads which keywords, in the order in which they are judged. */
const READERS: readonly (readonly [read: (reader: KeywordReader) => void, keywords: readonly string[]])[] = [
  [addExactKeywords, ['type', 'enum', 'const']],
  [addTextKeywords, ['minLength', 'maxLength', 'pattern', 'format']],
  [addNumberKeywords, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  [
    addItemKeywords,
    ['minItems', 'maxItems', 'uniqueItems', 'prefixItems', 'items', 'additionalItems', 'contains'],
  ],
  [
    addPropertyKeywords,
    [
      ...['minProperties', 'maxProperties', 'required', 'properties', 'patternProperties', 'propertyNames'],
      ...['additionalProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
    ],
  ],
  [addCombinations, ['allOf', 'anyOf', 'oneOf', 'not', 'if']],
  [addUnevaluated, ['unevaluatedProperties', 'unevaluatedItems']],
];
const READER_OF: ReadonlyMap<string, number> = new Map(
  READERS.flatMap(([, keywords], index) => keywords.map(keyword => [keyword, index] as const)),
);

/** How a schema is made ready, and how values are read. */
export interface SchemaOptions {
  /** Whether `format` is held against texts; otherwise it only describes them. True unless given. */
  readonly formats?: boolean;
  /** Where subschemas are taken from and left for other documents. */
  readonly parts?: SchemaParts;
  /** The schema as JSON, which saves looking through it for parts with names of their own. */
  readonly text?: string;
}

/** Makes the subschemas of one document ready, each once. */
export class SchemaCompiler {
  readonly resources: Resources;
  readonly nodes = new Map<unknown, SchemaNode>();
  /** Whether any subschema asks what others have looked at. */
  tracks = false;
  /** Whether any subschema refers to another one. */
  refers = false;
  readonly formats: boolean;
  readonly #parts: SchemaParts | undefined;
  #depth = 0;

  constructor(schema: unknown, { formats = true, parts, text }: SchemaOptions = {}) {
    this.resources = new Resources(schema, text);
    this.formats = formats;
    this.#parts = parts;
  }

  /** A subschema made ready. Throws CannotCheck for what is no schema. */
  node(schema: unknown, near: Resource): SchemaNode {
    const known = this.nodes.get(schema);
    if (known) return known;
    // The root is a document of its own.
    if (this.#parts && schema !== near.root) return this.#parts.share(schema, near, this);
    return this.make(schema, near);
  }

  /** The subschemas of properties made ready by `make`, or in another document. */
  named(schemas: JsonObject, near: Resource, make: () => NamedNodes): NamedNodes {
    return this.#parts ? this.#parts.shareNamed(schemas, near, this, make) : make();
  }

  /** A subschema made ready that is not known yet. Throws CannotCheck for what is no schema. */
  make(schema: unknown, near: Resource): SchemaNode {
    if (typeof schema !== 'boolean' && !isObject(schema)) {
      throw new CannotCheck('a schema is an object, true or false');
    }
    const resource = this.resources.home(schema, near);
    const node = new SchemaNode(resource, schema === false);
    this.nodes.set(schema, node);
    if (!isObject(schema)) return node;
    if (++this.#depth > MAX_DEPTH) {
      throw new CannotCheck(`the schema is nested deeper than ${MAX_DEPTH} levels, with what it refers to`);
    }
    const reader = new KeywordReader(schema, node, this);
    addReferences(reader);
    if (!isSince(resource.draft, '2019-09') && typeof schema['$ref'] === 'string') {
      this.#depth--;
      return node;
    }
    let wanted = 0;
    for (const keyword of Object.keys(schema)) {
      const index = READER_OF.get(keyword);
      if (index !== undefined) wanted |= 1 << index;
    }
    for (let index = 0; wanted !== 0; index++, wanted >>= 1) if (wanted & 1) READERS[index]?.[0](reader);
    this.#depth--;
    return node;
  }
}

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
import { refuseEndless, SchemaNode } from './node.ts';
import { CannotCheck } from './cannotCheck.ts';
import { type Resource, Resources } from './resources.ts';
import type { Unread } from './run.ts';

const MAX_DEPTH = 300;

/** The readers of keywords, in the order of their checks. */
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
      'minProperties',
      'maxProperties',
      'required',
      'properties',
      'patternProperties',
      'propertyNames',
      'additionalProperties',
      'dependentRequired',
      'dependentSchemas',
      'dependencies',
    ],
  ],
  [addCombinations, ['allOf', 'anyOf', 'oneOf', 'not', 'if']],
  [addUnevaluated, ['unevaluatedProperties', 'unevaluatedItems']],
];
const READER_OF: ReadonlyMap<string, number> = new Map(
  READERS.flatMap(([, keywords], index) => keywords.map(keyword => [keyword, index] as const)),
);

export interface SchemaOptions {
  /** True to validate `format`, the default; otherwise it is only an annotation. */
  readonly formats?: boolean;
}

/** Compiles the subschemas of one document, each once. */
export class SchemaCompiler {
  readonly resources: Resources;
  readonly nodes = new Map<unknown, SchemaNode>();
  /** True if any subschema depends on the properties and items that others have evaluated. */
  tracks = false;
  /** True if any subschema refers to another one. */
  refers = false;
  /** The addresses of other documents that subschemas refer to. */
  readonly unchecked = new Set<string>();
  /** The keywords that cannot be read. */
  readonly unread: Unread[] = [];
  readonly formats: boolean;
  #depth = 0;

  constructor(schema: unknown, { formats = true }: SchemaOptions = {}) {
    this.resources = new Resources(schema);
    this.formats = formats;
  }

  /** Compiles the whole document. Throws CannotCheck for one that is too deep or endless. */
  compile(schema: unknown): SchemaNode {
    const root = this.node(schema, this.resources.root);
    // Only references can make a schema recursive.
    if (this.refers) refuseEndless(this.nodes.values());
    return root;
  }

  /** Compiles a subschema, or returns the known result. Throws CannotCheck for one that is no schema or too deep. */
  node(schema: unknown, near: Resource): SchemaNode {
    const known = this.nodes.get(schema);
    if (known) return known;
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
    node.nullable = schema['nullable'] === true;
    const reader = new KeywordReader(schema, node, this);
    addReferences(reader);
    if (!isSince(resource.draft, '2019-09') && typeof schema['$ref'] === 'string') {
      this.#depth--;
      return node;
    }
    let readerMask = 0;
    for (const keyword of Object.keys(schema)) {
      const index = READER_OF.get(keyword);
      if (index !== undefined) readerMask |= 1 << index;
    }
    for (let index = 0; readerMask !== 0; index++, readerMask >>= 1)
      if (readerMask & 1) READERS[index]?.[0](reader);
    this.#depth--;
    return node;
  }
}

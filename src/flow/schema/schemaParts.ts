import { isObject, type JsonObject } from '../../util/isObject.ts';
import type { SchemaNode } from './node.ts';
import type { Resource } from './resources.ts';

/** Compiled subschemas of properties, by property name. */
export type NamedNodes = readonly (readonly [name: string, node: SchemaNode])[];

/** The part of a compiler that the cache uses. */
interface Maker {
  readonly formats: boolean;
  readonly nodes: Map<unknown, SchemaNode>;
  readonly resources: { readonly isPlain: boolean };
  readonly make: (schema: unknown, near: Resource) => SchemaNode;
}

/** Matches references, identifiers and unevaluated keywords, which make a subschema depend on its document. */
const TIED = /"(?:\$|unevaluated|id")/;
/** The maximum size of each cache. It is rarely reached, so the cache is then simply cleared. */
const MOST = 20_000;

/** A cache of compiled subschemas that mean the same in any document, by their text. */
export class SchemaParts {
  readonly #nodes = new Map<string, SchemaNode>();
  readonly #named = new Map<string, NamedNodes>();

  /** Compiles a subschema or returns that of another document. Throws CannotCheck. */
  share(schema: unknown, near: Resource, maker: Maker): SchemaNode {
    const key = isObject(schema) ? keyOf(schema, near, maker) : undefined;
    const known = key === undefined ? undefined : this.#nodes.get(key);
    if (known) {
      maker.nodes.set(schema, known);
      return known;
    }
    const node = maker.make(schema, near);
    if (key !== undefined) keep(this.#nodes, key, node);
    return node;
  }

  /** Compiles the subschemas of properties or returns those of another document. */
  shareNamed(named: JsonObject, near: Resource, maker: Maker, make: () => NamedNodes): NamedNodes {
    const key = keyOf(named, near, maker);
    const known = key === undefined ? undefined : this.#named.get(key);
    if (known) return known;
    const nodes = make();
    if (key !== undefined) keep(this.#named, key, nodes);
    return nodes;
  }
}

/** Returns undefined for a part that depends on its document. */
function keyOf(part: object, near: Resource, { formats, resources }: Maker): string | undefined {
  const text = JSON.stringify(part);
  if (!resources.isPlain && TIED.test(text)) return undefined;
  return `${near.draft} ${formats} ${text}`;
}

function keep<Value>(known: Map<string, Value>, key: string, value: Value): void {
  if (known.size >= MOST) known.clear();
  known.set(key, value);
}

import { isObject } from '../../util/isObject.ts';
import type { JsonObject, SchemaNode } from './node.ts';
import type { Resource } from './resources.ts';

/** Subschemas by the names of the properties that they describe. */
export type NamedNodes = readonly (readonly [name: string, node: SchemaNode])[];

/** What makes subschemas ready, and remembers them for its document. */
interface Maker {
  readonly formats: boolean;
  readonly nodes: Map<unknown, SchemaNode>;
  readonly resources: { readonly isPlain: boolean };
  readonly make: (schema: unknown, near: Resource) => SchemaNode;
}

/** What ties a subschema to its document: references, identifiers, and what asks what others have looked at. */
const TIED = /"(?:\$|unevaluated|id")/;
/** How many parts are kept; nobody has as many, so they all go together. */
const MOST = 20_000;

/** Subschemas that mean the same wherever they stand, each made ready once however many documents hold its text. */
export class SchemaParts {
  readonly #nodes = new Map<string, SchemaNode>();
  readonly #named = new Map<string, NamedNodes>();

  /** The node for a subschema, from another document where that is possible. Throws CannotCheck. */
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

  /** The same for the subschemas of properties. */
  shareNamed(named: JsonObject, near: Resource, maker: Maker, make: () => NamedNodes): NamedNodes {
    const key = keyOf(named, near, maker);
    const known = key === undefined ? undefined : this.#named.get(key);
    if (known) return known;
    const nodes = make();
    if (key !== undefined) keep(this.#named, key, nodes);
    return nodes;
  }
}

/** Undefined for what means something else in another document. */
function keyOf(part: object, near: Resource, { formats, resources }: Maker): string | undefined {
  const text = JSON.stringify(part);
  if (!resources.isPlain && TIED.test(text)) return undefined;
  return `${near.draft} ${formats} ${text}`;
}

function keep<Value>(known: Map<string, Value>, key: string, value: Value): void {
  if (known.size >= MOST) known.clear();
  known.set(key, value);
}

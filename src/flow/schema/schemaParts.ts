import { isObject } from '../../util/isObject.ts';
import type { SchemaNode } from './node.ts';
import type { Resource } from './resources.ts';

/** What makes subschemas ready, and remembers them for its document. */
interface Maker {
  readonly formats: boolean;
  readonly nodes: Map<unknown, SchemaNode>;
  readonly make: (schema: unknown, near: Resource) => SchemaNode;
}

/** What ties a subschema to its document: references, identifiers, and what asks what others have looked at. */
const TIED = /"(?:\$|unevaluated|id")/;

/** Subschemas that mean the same wherever they stand, each made ready once however many documents hold its text. */
export class SchemaParts {
  readonly #nodes = new Map<string, WeakRef<SchemaNode>>();

  /** The node for a subschema, from another document where that is possible. Throws CannotCheck. */
  share(schema: unknown, near: Resource, maker: Maker): SchemaNode {
    const text = isObject(schema) ? JSON.stringify(schema) : undefined;
    if (text === undefined || TIED.test(text)) return maker.make(schema, near);
    const key = `${near.draft} ${maker.formats} ${text}`;
    const known = this.#nodes.get(key)?.deref();
    if (known) {
      maker.nodes.set(schema, known);
      return known;
    }
    const node = maker.make(schema, near);
    this.#nodes.set(key, new WeakRef(node));
    return node;
  }
}

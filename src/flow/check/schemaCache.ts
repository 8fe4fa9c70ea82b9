import { compileSchema, type SchemaChecker } from '../schema/compileSchema.ts';
import { SchemaParts } from '../schema/schemaParts.ts';

/** A cache of compiled schemas and their parts; schemas with equal content are compiled once. */
export class SchemaCache {
  readonly #byObject = new WeakMap<object, SchemaChecker>();
  readonly #parts = new SchemaParts();
  readonly #byContent = new Map<string, WeakRef<SchemaChecker>>();

  get(schema: unknown): SchemaChecker {
    if (typeof schema !== 'object' || schema === null) return compileSchema(schema);
    const known = this.#byObject.get(schema);
    if (known) return known;
    const content = contentOf(schema);
    const checker =
      (content === undefined ? undefined : this.#byContent.get(content)?.deref()) ??
      compileSchema(schema, { parts: this.#parts, ...(content === undefined ? {} : { text: content }) });
    this.#byObject.set(schema, checker);
    if (content !== undefined) this.#byContent.set(content, new WeakRef(checker));
    return checker;
  }
}

/** Returns undefined for a schema that is nested too deep to serialize. */
function contentOf(schema: object): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch {
    return undefined;
  }
}

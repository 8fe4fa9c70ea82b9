import { SchemaReader } from './schemaReader.ts';

/** A cache of prepared parameter schemas, each kept as long as the catalog holds it. */
export class SchemaReaders {
  readonly #known = new WeakMap<object, SchemaReader>();

  /** Returns a prepared schema. Accepts any JSON value; undefined and null permit everything. */
  get(schema: unknown): SchemaReader {
    if (typeof schema !== 'object' || schema === null) return new SchemaReader(schema ?? {});
    const known = this.#known.get(schema);
    if (known) return known;
    const reader = new SchemaReader(schema);
    this.#known.set(schema, reader);
    return reader;
  }
}

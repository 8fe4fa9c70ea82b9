import { compileSchema, type SchemaChecker } from '../schema/compileSchema.ts';

/** Schemas made ready, each content once, however often and under how many actions it is met. */
export class SchemaCache {
  readonly #byObject = new WeakMap<object, SchemaChecker>();
  readonly #byContent = new Map<string, WeakRef<SchemaChecker>>();

  get(schema: unknown): SchemaChecker {
    if (typeof schema !== 'object' || schema === null) return compileSchema(schema);
    const known = this.#byObject.get(schema);
    if (known) return known;
    const content = contentOf(schema);
    const checker =
      (content === undefined ? undefined : this.#byContent.get(content)?.deref()) ?? compileSchema(schema);
    this.#byObject.set(schema, checker);
    if (content !== undefined) this.#byContent.set(content, new WeakRef(checker));
    return checker;
  }
}

/** Undefined for what is nested too deep to be written. */
function contentOf(schema: object): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch {
    return undefined;
  }
}

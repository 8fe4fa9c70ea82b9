import { FormSchema } from './formSchema.ts';

/** A cache of prepared parameter schemas, each kept as long as the catalog holds it. */
export class FormSchemas {
  readonly #known = new WeakMap<object, FormSchema>();

  /** Returns a prepared schema. Accepts any JSON value; undefined and null permit everything. */
  get(schema: unknown): FormSchema {
    if (typeof schema !== 'object' || schema === null) return new FormSchema(schema ?? {});
    const known = this.#known.get(schema);
    if (known) return known;
    const form = new FormSchema(schema);
    this.#known.set(schema, form);
    return form;
  }
}

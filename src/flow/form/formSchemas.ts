import { FormSchema } from './formSchema.ts';

/** The schemas of parameters made ready for forms, each once for as long as the catalogue holds it. */
export class FormSchemas {
  readonly #known = new WeakMap<object, FormSchema>();

  /** A schema made ready; any JSON value is taken, and none at all lets everything through. */
  get(schema: unknown): FormSchema {
    if (typeof schema !== 'object' || schema === null) return new FormSchema(schema ?? {});
    const known = this.#known.get(schema);
    if (known) return known;
    const form = new FormSchema(schema);
    this.#known.set(schema, form);
    return form;
  }
}

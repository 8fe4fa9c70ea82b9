import type { FormNode } from '../../../flow/form/formNode.ts';

/** The options of the inspected forms that are shown without a value, and the search for fields. */
export class OpenOptions {
  readonly #fields = new Set<string>();
  filter: string | undefined;

  /** Hides all options without a value, as for another step. */
  clear(): void {
    this.#fields.clear();
    this.filter = undefined;
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  /** Shows a field, and those around it. */
  open(scope: string, { path, pointer }: Pick<FormNode, 'path' | 'pointer'>): void {
    let around = pointer;
    for (let length = path.length; length > 0; length--) {
      this.#fields.add(scope + around);
      around = around.slice(0, around.lastIndexOf('/'));
    }
  }

  /** Keeps showing a field that is being edited, even if it becomes empty. */
  keep(field: string): void {
    this.#fields.add(field);
  }

  close(field: string): void {
    for (const opened of this.#fields)
      if (opened === field || opened.startsWith(`${field}/`)) this.#fields.delete(opened);
  }
}

import { isObject } from '../../util/isObject.ts';

/** The properties and items of a value that have been evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Marks {
  readonly keys = new Set<string>();
  /** The number of leading items that have been evaluated. */
  items = 0;
  /** Indexes of further items that have been evaluated individually. */
  readonly single = new Set<number>();

  /** The number of marks that `merge` copies. */
  get size(): number {
    return this.keys.size + this.single.size;
  }

  /** Marks all properties and items of a value, because an unknown schema may have evaluated them. */
  addAll(value: unknown): void {
    if (Array.isArray(value)) this.items = value.length;
    else if (isObject(value)) for (const name of Object.keys(value)) this.keys.add(name);
  }

  merge(other: Marks): void {
    for (const key of other.keys) this.keys.add(key);
    for (const index of other.single) this.single.add(index);
    this.items = Math.max(this.items, other.items);
  }
}

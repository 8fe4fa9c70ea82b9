/** Which properties and items of one value a schema has looked at, for `unevaluatedProperties` and `…Items`. */
export class Marks {
  readonly keys = new Set<string>();
  /** Items up to here were looked at. */
  items = 0;
  /** Items further on that were looked at one by one. */
  readonly single = new Set<number>();

  /** The number of marks that `merge` copies. */
  get size(): number {
    return this.keys.size + this.single.size;
  }

  merge(other: Marks): void {
    for (const key of other.keys) this.keys.add(key);
    for (const index of other.single) this.single.add(index);
    this.items = Math.max(this.items, other.items);
  }
}

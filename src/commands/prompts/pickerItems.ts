/** The items of a picker in the order in which they appeared. VS Code accepts an item by its index, so none moves. */
export class PickerItems<Item extends { readonly id: string }> {
  readonly #listed = new Set<string>();
  #items: readonly Item[] = [];
  #typed: Item | undefined;

  get all(): readonly Item[] {
    return this.#items;
  }

  /** Number of the items of the list, without the typed one. */
  get listedCount(): number {
    return this.#listed.size;
  }

  /** Returns true if an item of the list has an ID. */
  isListed(id: string): boolean {
    return this.#listed.has(id);
  }

  /** Adds items of the list, except those with a known ID. One with the typed ID replaces the typed item. */
  add(items: readonly Item[]): void {
    for (const item of items) {
      if (this.#listed.has(item.id)) continue;
      this.#listed.add(item.id);
      if (this.#typed?.id !== item.id) this.#items = [...this.#items, item];
      else {
        this.#replaceTyped(item);
        this.#typed = undefined;
      }
    }
  }

  /** Replaces the typed item, which is the only one that can be removed. Returns false if nothing has changed. */
  type(item: Item | undefined): boolean {
    if (item?.id === this.#typed?.id) return false;
    if (this.#typed) this.#replaceTyped(item);
    else if (item) this.#items = [...this.#items, item];
    this.#typed = item;
    return true;
  }

  #replaceTyped(item: Item | undefined): void {
    this.#items = this.#items.flatMap(one => (one === this.#typed ? (item ?? []) : one));
  }
}

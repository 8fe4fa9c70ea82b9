import type { TextEdit } from '../document/flowDocument.ts';
import { type JsonNode, propertyOf, rangeOf, sourceOf, valueOf } from '../document/jsonTree.ts';
import { equalJson } from '../schema/equal.ts';
import { isObject } from '../../util/isObject.ts';
import { isMultiline, type ListItem, type NewItem, renderList } from './listText.ts';
import { hasBreak, type Layout, layoutOf, lineIndent, writeValue } from './layout.ts';
import { editsOf, type Chunk, joinChunks } from './chunks.ts';

/** Collects changes of a JSON text on its tree, and converts them to text edits. */
export class TextPlan {
  readonly text: string;
  readonly root: JsonNode;
  readonly layout: Layout;
  readonly #replaced = new Map<JsonNode, string>();
  readonly #lists = new Map<JsonNode, readonly ListItem[]>();
  readonly #touched = new Set<JsonNode>();

  constructor(text: string, root: JsonNode, layout = layoutOf(text)) {
    this.text = text;
    this.root = root;
    this.layout = layout;
  }

  /** Returns the edits for all changes. */
  edits(): readonly TextEdit[] {
    const { start, end } = rangeOf(this.root);
    const outer = { start: end, end: this.text.length };
    return editsOf(this.text, [{ start: 0, end: start }, ...this.render(this.root), outer]);
  }

  /** Returns the pieces of a value or property after its changes. */
  render(node: JsonNode): readonly Chunk[] {
    if (!this.#touched.has(node)) return [rangeOf(node)];
    const replaced = this.#replaced.get(node);
    if (replaced !== undefined) return [replaced];
    const items = this.#lists.get(node);
    if (items) return renderList(this.text, node, items, this.layout, item => this.render(item));
    const pieces: Chunk[] = [];
    let at = node.offset;
    for (const child of node.children ?? []) {
      pieces.push({ start: at, end: child.offset }, ...this.render(child));
      at = child.offset + child.length;
    }
    return [...pieces, { start: at, end: node.offset + node.length }];
  }

  /** Returns the text of a value or property after its changes. */
  textOf(node: JsonNode): string {
    return joinChunks(this.text, this.render(node));
  }

  /** Returns the planned properties or items of a container. */
  itemsOf(container: JsonNode): readonly ListItem[] {
    return this.#lists.get(container) ?? container.children ?? [];
  }

  /** Sets the properties or items of a container, in this order. */
  setItems(container: JsonNode, items: readonly ListItem[]): void {
    this.#lists.set(container, items);
    this.#touch(container);
  }

  /** Replaces the text of a value or name. */
  replace(node: JsonNode, text: string): void {
    this.#replaced.set(node, text);
    this.#touch(node);
  }

  /** Removes a property or item, with its comma. */
  remove(node: JsonNode): void {
    const container = node.parent;
    if (!container) return;
    this.setItems(
      container,
      this.itemsOf(container).filter(item => item !== node),
    );
  }

  /** Removes every property with a name, since an earlier duplicate would otherwise become effective. */
  removeProperty(object: JsonNode, name: string): void {
    for (const property of object.children ?? []) if (nameOf(property) === name) this.remove(property);
  }

  /** Sets the value of a property, which may not exist yet. */
  setProperty(object: JsonNode, name: string, value: unknown, fields?: readonly string[]): void {
    const node = propertyOf(object, name);
    if (node) this.setValue(node, value);
    else this.addProperty(object, name, value, fields);
  }

  /** Adds a property after those that precede it in a list of fields; as the last if the list lacks it. */
  addProperty(object: JsonNode, name: string, value: unknown, fields?: readonly string[]): void {
    this.addFormatted(object, name, indent => writeValue(value, this.layout, indent), fields);
  }

  /** Adds a property whose value `write` formats, at the same position as `addProperty`. */
  addFormatted(
    object: JsonNode,
    name: string,
    write: NewItem['write'],
    fields: readonly string[] = [],
  ): void {
    const items = this.itemsOf(object);
    const preceding = fields.slice(0, fields.indexOf(name));
    const before = fields.includes(name)
      ? items.findLastIndex(item => preceding.includes(nameOf(item)))
      : items.length - 1;
    const key = `${JSON.stringify(name)}:${this.layout.space}`;
    this.setItems(object, items.toSpliced(before + 1, 0, { name, write: indent => key + write(indent) }));
  }

  insertItem(list: JsonNode, index: number, value: unknown): void {
    this.setItems(list, this.itemsOf(list).toSpliced(index, 0, this.#item(value)));
  }

  /** Sets the value of a node; parts that are equal keep their formatting. */
  setValue(node: JsonNode, value: unknown): void {
    if (equalJson(valueOf(node), value)) return;
    if (node.type === 'object' && isObject(value)) this.#setProperties(node, value);
    else if (node.type === 'array' && Array.isArray(value)) this.#setItems(node, value);
    else this.replace(node, this.#valueText(node, value));
  }

  #setProperties(object: JsonNode, value: Readonly<Record<string, unknown>>): void {
    const present = new Set<string>();
    for (const property of (object.children ?? []).toReversed()) {
      const name = nameOf(property);
      const valueNode = property.children?.[1];
      if (!Object.hasOwn(value, name) || value[name] === undefined) this.remove(property);
      else if (valueNode && !present.has(name)) this.setValue(valueNode, value[name]);
      present.add(name);
    }
    for (const [name, item] of Object.entries(value)) {
      if (!present.has(name) && item !== undefined) this.addProperty(object, name, item);
    }
  }

  #setItems(list: JsonNode, values: readonly unknown[]): void {
    const nodes = list.children ?? [];
    const same = (node: JsonNode | undefined, value: unknown): boolean =>
      node !== undefined && equalJson(valueOf(node), value);
    const most = Math.min(nodes.length, values.length);
    let front = 0;
    while (front < most && same(nodes[front], values[front])) front++;
    let back = 0;
    while (back < most - front && same(nodes.at(-1 - back), values.at(-1 - back))) back++;
    const old = nodes.slice(front, nodes.length - back);
    const newValues = values.slice(front, values.length - back);
    for (const [index, node] of old.slice(0, newValues.length).entries())
      this.setValue(node, newValues[index]);
    const added = newValues.slice(old.length).map(item => this.#item(item));
    if (added.length === 0 && old.length <= newValues.length) return;
    const kept = [...nodes.slice(0, front), ...old.slice(0, newValues.length)];
    this.setItems(list, [...kept, ...added, ...nodes.slice(nodes.length - back)]);
  }

  #item(value: unknown): ListItem {
    return {
      isPlain: typeof value !== 'object' || value === null,
      write: indent => writeValue(value, this.layout, indent),
    };
  }

  #valueText(node: JsonNode, value: unknown): string {
    const { text } = this;
    const source = sourceOf(text, node);
    const container = node.parent?.type === 'property' ? node.parent.parent : node.parent;
    const overLines = hasBreak(source) || (container ? isMultiline(text, container) : this.layout.lines);
    return writeValue(value, this.layout, overLines ? lineIndent(text, node.offset) : undefined);
  }

  #touch(node: JsonNode): void {
    for (let at: JsonNode | undefined = node; at && !this.#touched.has(at); at = at.parent) {
      this.#touched.add(at);
    }
  }
}

/** Returns the name of an existing or new property. */
function nameOf(item: ListItem): string {
  return 'write' in item ? (item.name ?? '') : String(item.children?.[0]?.value);
}

import { type JsonNode, sourceOf } from '../document/jsonTree.ts';
import { type ListNode, type ListNodes, readListNodes, endsInLineComment, hasComment } from './listNodes.ts';
import { findIncreasing } from './increasing.ts';
import { hasBreak, type Layout, lineIndent } from './layout.ts';
import { type Chunk, joinChunks } from './chunks.ts';

/** A new property or item of a container. */
export interface NewItem {
  /** True for a value that is neither an object nor a list, so that several fit on one line. */
  readonly isPlain?: boolean;
  /** The name of a property. */
  readonly name?: string;
  /** Formats it: on one line if `indent` is undefined, else over several lines indented by it. */
  readonly write: (indent: string | undefined) => string;
  /** Comments before it, each on its own line and without white space around it. */
  readonly comments?: readonly string[];
  /** A comment after it on the same line. */
  readonly tail?: string;
}

/** An existing or new property or item of a container. */
export type ListItem = JsonNode | NewItem;

/** The white space around the properties or items of a container. */
interface LayoutStyle {
  readonly first: string;
  readonly next: string;
  /** The indentation of new items; undefined if all are on one line. */
  readonly indent: string | undefined;
  readonly close: string | undefined;
}

/** True if the first property or item of a container is on a new line. */
export function isMultiline(text: string, container: JsonNode): boolean {
  const [first] = container.children ?? [];
  return hasBreak(text.slice(container.offset, first?.offset ?? container.offset + container.length));
}

/**
 * Renders a container with other properties or items, or in another order; existing ones keep their comments and white
 * space.
 */
export function renderList(
  text: string,
  container: JsonNode,
  items: readonly ListItem[],
  layout: Layout,
  render: (node: JsonNode) => readonly Chunk[],
): readonly Chunk[] {
  const { cells, closing } = readListNodes(text, container);
  const cellOf = new Map(cells.map(cell => [cell.node, cell]));
  const numberOf = new Map(cells.map((cell, index) => [cell.node, index]));
  const style = readLayoutStyle(text, container, cells, items, layout);
  const anchors = anchorsOf(items, numberOf);
  const writer = new Writer(text, layout.eol + (style.indent ?? lineIndent(text, container.offset)));
  const ends = { start: container.offset, end: container.offset + container.length };
  writer.plain({ start: ends.start, end: ends.start + 1 });
  let looseTo = 0;
  const writeLoose = (to: number): void => {
    for (; looseTo < to; looseTo++) writer.trivia(cells[looseTo]?.loose ?? '');
  };
  for (const [index, item] of items.entries()) {
    // Comments of the list stay before the next item that keeps its order.
    writeLoose(anchors[index] ?? cells.length);
    const isLast = index === items.length - 1;
    const cell = 'write' in item ? undefined : cellOf.get(item);
    if (cell) {
      writer.trivia(leadOf(text, cell, index === 0, cells, style));
      writer.body(render(cell.node));
      writer.trivia(cell.middle);
      if (!isLast || cells.at(-1)?.comma !== undefined) {
        writer.plain(cell.comma === undefined ? ',' : { start: cell.comma, end: cell.comma + 1 });
      }
      writer.trivia(cell.tail);
    } else if ('write' in item) {
      const lead = index === 0 ? style.first : style.next;
      for (const comment of item.comments ?? []) writer.trivia(lead + comment);
      writer.trivia(lead);
      writer.body([item.write(style.indent)]);
      if (!isLast || cells.at(-1)?.comma !== undefined) writer.plain(',');
      if (item.tail !== undefined) writer.trivia(` ${item.tail}`);
    }
  }
  writeLoose(cells.length);
  writer.trivia(closingOf(text, { cells, closing }, items, writer, style));
  writer.plain({ start: ends.end - 1, end: ends.end });
  return writer.pieces;
}

/** Concatenates pieces, and inserts a line break after a line comment. */
class Writer {
  readonly pieces: Chunk[] = [];
  hasComments = false;
  readonly #text: string;
  readonly #newLine: string;
  #open = false;

  constructor(text: string, newLine: string) {
    this.#text = text;
    this.#newLine = newLine;
  }

  trivia(piece: Chunk): void {
    const pieceText = joinChunks(this.#text, [piece]);
    if (pieceText === '') return;
    if (!/^[ \t]*[\r\n]/.test(pieceText)) this.#close();
    this.pieces.push(piece);
    this.hasComments ||= hasComment(pieceText);
    this.#open = endsInLineComment(pieceText) || (this.#open && !hasBreak(pieceText));
  }

  plain(piece: Chunk): void {
    this.#close();
    this.pieces.push(piece);
  }

  body(pieces: readonly Chunk[]): void {
    this.#close();
    this.pieces.push(...pieces);
  }

  #close(): void {
    if (this.#open) this.pieces.push(this.#newLine);
    this.#open = false;
  }
}

/** Returns for each item how many cells' loose comments precede it: those up to the next item that keeps its order. */
function anchorsOf(
  items: readonly ListItem[],
  numberOf: ReadonlyMap<ListItem, number>,
): readonly (number | undefined)[] {
  const kept = items.filter((item): item is JsonNode => numberOf.has(item));
  const order = findIncreasing(
    kept.map(({ offset, length }) => ({ start: offset, end: offset + length, weight: length })),
  );
  const staying = new Set<ListItem>([...order].flatMap(index => kept[index] ?? []));
  const anchors: (number | undefined)[] = [];
  let next: number | undefined;
  for (const item of items.toReversed()) {
    if (staying.has(item)) next = (numberOf.get(item) ?? 0) + 1;
    anchors.push(next);
  }
  return anchors.reverse();
}

function readLayoutStyle(
  text: string,
  container: JsonNode,
  cells: readonly ListNode[],
  items: readonly ListItem[],
  layout: Layout,
): LayoutStyle {
  const outer = lineIndent(text, container.offset);
  const [first, second] = cells;
  const sample = [second, first].find(cell => cell && hasBreak(leadText(text, cell)));
  if (sample) {
    const indent = lineIndent(text, sample.node.offset);
    const lead = layout.eol + indent;
    return { first: lead, next: lead, indent, close: undefined };
  }
  if (first) {
    const blank = (cell: ListNode | undefined, otherwise: string): string =>
      cell && !hasComment(leadText(text, cell)) ? leadText(text, cell) : otherwise;
    const broken = cells.some(({ node }) => hasBreak(sourceOf(text, node)));
    const next = blank(second, layout.space);
    return { first: blank(first, ''), next, indent: broken ? outer : undefined, close: undefined };
  }
  const host = container.parent?.type === 'property' ? container.parent.parent : container.parent;
  const isPlain = container.type === 'array' && items.every(item => 'write' in item && item.isPlain);
  if (hasBreak(sourceOf(text, container)) || (!isPlain && (host ? isMultiline(text, host) : layout.lines))) {
    const indent = outer + layout.unit;
    const lead = layout.eol + indent;
    return { first: lead, next: lead, indent, close: layout.eol + outer };
  }
  const pad = container.type === 'object' ? layout.space : '';
  return { first: pad, next: layout.space, indent: undefined, close: pad };
}

/** Returns the white space and comments before an item; on one line, the first item has no separating space. */
function leadOf(
  text: string,
  cell: ListNode,
  isFirst: boolean,
  cells: readonly ListNode[],
  style: LayoutStyle,
): Chunk {
  const sourceLead = leadText(text, cell);
  const wasFirst = cell === cells[0];
  if (isFirst === wasFirst || /[^ \t]/.test(sourceLead)) return cell.lead;
  return isFirst ? style.first : style.next;
}

function closingOf(
  text: string,
  { cells, closing }: ListNodes,
  items: readonly ListItem[],
  writer: Writer,
  style: LayoutStyle,
): Chunk {
  const closingText = text.slice(closing.start, closing.end);
  if (items.length === 0) return writer.hasComments || hasComment(closingText) ? closing : '';
  return cells.length > 0 || hasComment(closingText) ? closing : (style.close ?? closing);
}

function leadText(text: string, { lead }: ListNode): string {
  return text.slice(lead.start, lead.end);
}

import type { TextRange } from '../document/diagnostic.ts';
import { type JsonNode, rangeOf } from '../document/jsonTree.ts';

/** A property or an item with what belongs to it around it. */
export interface Cell {
  readonly node: JsonNode;
  /** Comments before it that belong to the list: those that a blank line parts from it. */
  readonly loose: TextRange;
  /** White space and comments directly before it, which go where it goes. */
  readonly lead: TextRange;
  /** From its end to its comma. */
  readonly middle: TextRange;
  /** Where its comma is; undefined for a last one without. */
  readonly comma: number | undefined;
  /** A comment behind it in its line. */
  readonly tail: TextRange;
}

/** An object or list as its properties or items and what stands behind the last. */
export interface Cells {
  readonly cells: readonly Cell[];
  readonly closing: TextRange;
}

/** Takes the text of an object or list apart. */
export function cellsOf(text: string, container: JsonNode): Cells {
  const nodes = container.children ?? [];
  const last = container.offset + container.length - 1;
  const cells: Cell[] = [];
  let at = container.offset + 1;
  for (const [index, node] of nodes.entries()) {
    const own = ownStart(text, at, node.offset, index === 0);
    const { end } = rangeOf(node);
    const next = nodes[index + 1]?.offset ?? last;
    const found = commaIn(text, end, next);
    const comma = found === -1 ? undefined : found;
    const behind = comma === undefined ? end : comma + 1;
    const tail = { start: behind, end: tailEnd(text, behind, next) };
    cells.push({
      node,
      loose: { start: at, end: own },
      lead: { start: own, end: node.offset },
      middle: { start: end, end: comma ?? end },
      comma,
      tail,
    });
    at = tail.end;
  }
  return { cells, closing: { start: at, end: last } };
}

/** Whether comments stand in a container that belong to none of its properties or items. */
export function hasLooseComment(text: string, container: JsonNode): boolean {
  const { cells, closing } = cellsOf(text, container);
  return [...cells.map(({ loose }) => loose), closing].some(({ start, end }) =>
    hasComment(text.slice(start, end)),
  );
}

/** The comments in front of a property or item that go where it goes, and those behind it in its line. */
export function commentsOf(
  text: string,
  { lead, middle, tail }: Cell,
): Readonly<Record<'before' | 'behind', string[]>> {
  const comments = ({ start, end }: TextRange): string[] =>
    triviaOf(text.slice(start, end)).filter(hasComment);
  return { before: comments(lead), behind: [...comments(middle), ...comments(tail)] };
}

/** Whether comments stand beside a property, or between its name and its value. */
export function isRemarked(text: string, property: JsonNode): boolean {
  const [key, value] = property.children ?? [];
  const cell = property.parent && cellsOf(text, property.parent).cells.find(({ node }) => node === property);
  if (!key || !value || !cell) return false;
  const within = { start: key.offset + key.length, end: value.offset };
  return [cell.lead, cell.middle, cell.tail, within].some(({ start, end }) =>
    hasComment(text.slice(start, end)),
  );
}

/** Whether a text of comments and white space holds a comment. */
export function hasComment(trivia: string): boolean {
  return trivia.includes('/');
}

/** Whether what follows a text of comments and white space must begin a new line. */
export function endsInLineComment(trivia: string): boolean {
  return triviaOf(trivia).at(-1)?.startsWith('//') ?? false;
}

/** Comments, line breaks, stretches of white space and commas, in their order. */
function triviaOf(text: string): readonly string[] {
  return text.match(/\/\/[^\r\n]*|\/\*[^]*?\*\/|\r\n|\n|\r|,|[^\r\n/,]+/g) ?? [];
}

function commaIn(text: string, start: number, end: number): number {
  let at = start;
  for (const part of triviaOf(text.slice(start, end))) {
    if (part === ',') return at;
    at += part.length;
  }
  return -1;
}

/** The end of the comments that follow in the same line, if a line break follows them. */
function tailEnd(text: string, start: number, end: number): number {
  let at = start;
  let comment = start;
  for (const part of triviaOf(text.slice(start, end))) {
    if (isBreak(part)) return comment;
    at += part.length;
    if (hasComment(part)) comment = at;
  }
  // Behind the last one of a line there is nothing else that a comment could belong to.
  return /[}\]]/.test(text.charAt(end)) ? comment : start;
}

/** Where the white space and comments begin that belong to the value that they end at. */
function ownStart(text: string, start: number, end: number, isFirst: boolean): number {
  const trivia = text.slice(start, end);
  if (!hasComment(trivia)) return start;
  const parts = triviaOf(trivia);
  let at = end;
  let own = end;
  let commented = true;
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? '';
    at -= part.length;
    if (!isBreak(part)) {
      commented ||= hasComment(part);
      continue;
    }
    if (!commented) return own;
    own = at;
    commented = false;
  }
  // What stands behind the opening bracket is about the whole list.
  if (own === end) return start;
  return isFirst && hasComment(text.slice(start, own)) ? own : start;
}

function isBreak(part: string): boolean {
  return part === '\n' || part === '\r\n' || part === '\r';
}

import type { TextRange } from '../document/diagnostic.ts';
import { type JsonNode, rangeOf } from '../document/jsonTree.ts';

/** A property or an item with the white space and comments that belong to it. */
export interface ListNode {
  readonly node: JsonNode;
  /** Comments before it that belong to the list, because a blank line follows them. */
  readonly loose: TextRange;
  /** White space and comments directly before it, which move with it. */
  readonly lead: TextRange;
  /** The text from its end to its comma. */
  readonly middle: TextRange;
  /** The offset of its comma; undefined for a last one without. */
  readonly comma: number | undefined;
  /** A comment after it on the same line. */
  readonly tail: TextRange;
}

/** The properties or items of an object or list, and the text after the last. */
export interface ListNodes {
  readonly cells: readonly ListNode[];
  readonly closing: TextRange;
}

/** Splits the text of an object or list into cells. */
export function readListNodes(text: string, container: JsonNode): ListNodes {
  const nodes = container.children ?? [];
  const last = container.offset + container.length - 1;
  const cells: ListNode[] = [];
  let at = container.offset + 1;
  for (const [index, node] of nodes.entries()) {
    const nodeStart = findOwnStart(text, at, node.offset, index === 0);
    const { end } = rangeOf(node);
    const next = nodes[index + 1]?.offset ?? last;
    const found = commaIn(text, end, next);
    const comma = found === -1 ? undefined : found;
    const behind = comma === undefined ? end : comma + 1;
    const tail = { start: behind, end: tailEnd(text, behind, next) };
    cells.push({
      node,
      loose: { start: at, end: nodeStart },
      lead: { start: nodeStart, end: node.offset },
      middle: { start: end, end: comma ?? end },
      comma,
      tail,
    });
    at = tail.end;
  }
  return { cells, closing: { start: at, end: last } };
}

/** True if a container has comments that belong to none of its properties or items. */
export function hasLooseComment(text: string, container: JsonNode): boolean {
  const { cells, closing } = readListNodes(text, container);
  return [...cells.map(({ loose }) => loose), closing].some(({ start, end }) =>
    hasComment(text.slice(start, end)),
  );
}

/** Returns the comments before a property or item that move with it, and those after it on the same line. */
export function commentsOf(
  text: string,
  { lead, middle, tail }: ListNode,
): Readonly<Record<'before' | 'behind', string[]>> {
  const comments = ({ start, end }: TextRange): string[] =>
    triviaOf(text.slice(start, end)).filter(hasComment);
  return { before: comments(lead), behind: [...comments(middle), ...comments(tail)] };
}

/** True if a property has comments beside it or between its name and its value. */
export function isCommented(text: string, property: JsonNode): boolean {
  const [key, value] = property.children ?? [];
  const cell =
    property.parent && readListNodes(text, property.parent).cells.find(({ node }) => node === property);
  if (!key || !value || !cell) return false;
  const within = { start: key.offset + key.length, end: value.offset };
  return [cell.lead, cell.middle, cell.tail, within].some(({ start, end }) =>
    hasComment(text.slice(start, end)),
  );
}

/** True if a text of white space and comments contains a comment. */
export function hasComment(trivia: string): boolean {
  return trivia.includes('/');
}

/** True if a text of white space and comments ends in a line comment, so that a line break must follow. */
export function endsInLineComment(trivia: string): boolean {
  return triviaOf(trivia).at(-1)?.startsWith('//') ?? false;
}

/** Splits a text into comments, line breaks, white space and commas, in order. */
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

/** Returns the end of the comments on the same line, if a line break or closing bracket follows them. */
function tailEnd(text: string, start: number, end: number): number {
  let at = start;
  let comment = start;
  for (const part of triviaOf(text.slice(start, end))) {
    if (isBreak(part)) return comment;
    at += part.length;
    if (hasComment(part)) comment = at;
  }
  // Before the closing bracket, a comment can only belong to the preceding item.
  return /[}\]]/.test(text.charAt(end)) ? comment : start;
}

/** Returns the start of the white space and comments that belong to the value at `end`. */
function findOwnStart(text: string, start: number, end: number, isFirst: boolean): number {
  const trivia = text.slice(start, end);
  if (!hasComment(trivia)) return start;
  const parts = triviaOf(trivia);
  let at = end;
  let ownStart = end;
  let commented = true;
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? '';
    at -= part.length;
    if (!isBreak(part)) {
      commented ||= hasComment(part);
      continue;
    }
    if (!commented) return ownStart;
    ownStart = at;
    commented = false;
  }
  // A comment right after the opening bracket is about the whole list.
  if (ownStart === end) return start;
  return isFirst && hasComment(text.slice(start, ownStart)) ? ownStart : start;
}

function isBreak(part: string): boolean {
  return part === '\n' || part === '\r\n' || part === '\r';
}

import { BUDGETS } from '../../util/budgets.ts';
import { createScanner, type NodeType, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { LostNumber, lostNumberText, mayLoseNumbers, numberLoss } from '../../util/exactJson.ts';
import { findExcess } from '../../util/jsonText.ts';
import type { PathSegment } from '../template.ts';
import { readForeignText } from './foreignText.ts';
import type { FlowDiagnostic, TextRange } from './diagnostic.ts';

/** A JSON value with its offset and length; the children of an object are properties with a name and a value. */
export interface JsonNode {
  readonly type: NodeType;
  readonly value?: unknown;
  readonly offset: number;
  readonly length: number;
  readonly parent?: JsonNode;
  readonly children?: JsonNode[];
}

/** A JSON text parsed as far as possible, with its problems. */
export interface JsonTree {
  /** Undefined for a text without a value. */
  readonly root: JsonNode | undefined;
  readonly problems: readonly FlowDiagnostic[];
}

const SENTENCES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is no JSON value; texts need double quotes.',
  InvalidNumberFormat: 'This is not a number as JSON writes them.',
  PropertyNameExpected: 'A property name in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing brace } is expected here.',
  CloseBracketExpected: 'A closing bracket ] is expected here.',
  EndOfFileExpected: 'Nothing may follow the flow.',
  UnexpectedEndOfComment: 'This comment has no end.',
  UnexpectedEndOfString: 'This text has no closing quote.',
  UnexpectedEndOfNumber: 'This number has no end.',
  InvalidUnicode: 'After \\u four hexadecimal digits are expected.',
  InvalidEscapeCharacter: 'There is no such escape sequence.',
  InvalidCharacter: 'A control character in a text must be written as an escape sequence.',
};

/** More than any realistic file has, but safe for recursion and memory. */
const { levels, parts } = BUDGETS.flow;

const EXCESS = {
  levels: 'This is nested too deep to be read.',
  values: `The file has more than ${parts.values} values, too many to be read.`,
} as const;

const OWN = { configurable: true, enumerable: true, writable: true };

/** Parses a JSON text and reports its problems; comments and trailing commas are only warnings. */
export function parseJson(text: string): JsonTree {
  const excess = findExcess(text, levels, parts.values);
  if (excess) {
    const range = { start: excess.at, end: excess.at + 1 };
    const message = EXCESS[excess.of];
    return { root: undefined, problems: [{ code: 'syntax', severity: 'error', ...range, message }] };
  }
  const parsed = parseText(text);
  const foreign = parsed.errors.some(isSyntaxError) ? readForeignText(text) : undefined;
  if (!foreign) return describeText(text, parsed);
  const { problems, repaired } = foreign;
  // What can be read is kept, so that the secrets in it can be found and hidden.
  if (repaired === undefined) return { root: parsed.root, problems };
  const rest = describeText(repaired, parseText(repaired));
  return { root: rest.root, problems: [...problems, ...rest.problems] };
}

interface ParsedText {
  readonly errors: readonly ParseError[];
  readonly root: JsonNode | undefined;
}

function describeText(text: string, { errors, root }: ParsedText): JsonTree {
  // The parser can report several errors at one offset.
  const commas = errors.some(isValueMissing) ? findTrailingCommas(text) : new Map<number, number>();
  const reportedOffsets = new Set<number>();
  const problems = errors
    .map(error => describeSyntaxError(error, commas))
    .filter(({ start }) => !reportedOffsets.has(start) && reportedOffsets.add(start));
  if (root) addDuplicates(root, problems);
  if (root && mayLoseNumbers(text)) addNumbers(text, root, problems);
  return { root, problems };
}

function parseText(text: string): ParsedText {
  const errors: ParseError[] = [];
  return { root: parseTree(text, errors, { disallowComments: true, allowEmptyContent: false }), errors };
}

function isSyntaxError({ error }: ParseError): boolean {
  return printParseErrorCode(error) !== 'InvalidCommentToken';
}

/** Reports numbers that parsing changes, and replaces the values of lost ones by a LostNumber. */
function addNumbers(text: string, node: JsonNode, problems: FlowDiagnostic[]): void {
  for (const child of node.children ?? []) addNumbers(text, child, problems);
  if (node.type !== 'number' || typeof node.value !== 'number') return;
  const literal = sourceOf(text, node);
  const loss = numberLoss(literal);
  if (loss === 'none') return;
  if (loss === 'rounded') {
    const message = `The number has more digits than are kept: it is read as ${node.value}.`;
    problems.push({ code: 'number-rounded', severity: 'hint', ...rangeOf(node), message });
    return;
  }
  const lost = new LostNumber(literal);
  // The parsed value differs from the written one.
  Object.assign(node, { value: lost });
  problems.push({ code: 'number-lost', severity: 'error', ...rangeOf(node), message: lostNumberText(lost) });
}

/** Returns the value of a property of an object. */
export function propertyOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return propertyNodeOf(node, name)?.children?.[1];
}

/** Returns the name node of a property of an object. */
export function keyOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return propertyNodeOf(node, name)?.children?.[0];
}

/** Returns the value of a property or the item of a list. */
export function childOf(node: JsonNode | undefined, segment: PathSegment): JsonNode | undefined {
  if (typeof segment === 'string') return propertyOf(node, segment);
  return node?.type === 'array' ? node.children?.[segment] : undefined;
}

/** Returns the node at a path; undefined if there is none. */
export function nodeAt(root: JsonNode | undefined, path: readonly PathSegment[]): JsonNode | undefined {
  return path.reduce(childOf, root);
}

export function sourceOf(text: string, { offset, length }: JsonNode): string {
  return text.slice(offset, offset + length);
}

export function rangeOf({ offset, length }: JsonNode): TextRange {
  return { start: offset, end: offset + length };
}

/** Yields the strings in a value, without the names of properties. */
export function* stringsIn(node: JsonNode | undefined): Generator<JsonNode> {
  if (node?.type === 'string') yield node;
  const { children = [] } = node ?? {};
  for (const child of node?.type === 'property' ? children.slice(1) : children) yield* stringsIn(child);
}

/** Returns the plain value of a JSON text; undefined if it has none. */
export function parseValue(text: string): unknown {
  const { root } = parseJson(text);
  return root && valueOf(root);
}

/** Returns the plain value of a node; of duplicate names the last one wins. */
export function valueOf(node: JsonNode): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  const value: Record<string, unknown> = {};
  for (const { children: [key, valueNode] = [] } of node.children ?? []) {
    if (!key || !valueNode) continue;
    const name = String(key.value);
    // Plain assignment would set the prototype.
    if (name === '__proto__') Object.defineProperty(value, name, { ...OWN, value: valueOf(valueNode) });
    else value[name] = valueOf(valueNode);
  }
  return value;
}

function propertyNodeOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.findLast(property => property.children?.[0]?.value === name && property.children[1]);
}

function describeSyntaxError(
  { error, offset, length }: ParseError,
  commas: ReadonlyMap<number, number>,
): FlowDiagnostic {
  const name = printParseErrorCode(error);
  const range = { start: offset, end: Math.max(offset + length, offset + 1) };
  if (name === 'InvalidCommentToken') {
    const message = 'JSON has no comments; the service is sent the flow without them.';
    return { code: 'comment', severity: 'warning', ...range, message };
  }
  const comma = commas.get(offset);
  if (comma !== undefined) {
    const message = 'No comma is expected before a closing bracket.';
    return { code: 'trailing-comma', severity: 'warning', start: comma, end: comma + 1, message };
  }
  const message = SENTENCES[name] ?? 'This is not JSON.';
  return { code: 'syntax', severity: 'error', ...range, message };
}

function isValueMissing({ error }: ParseError): boolean {
  return ['PropertyNameExpected', 'ValueExpected'].includes(printParseErrorCode(error));
}

/** Finds commas before a closing bracket, ignoring comments. Maps the offset of the bracket to that of the comma. */
function findTrailingCommas(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const scanner = createScanner(text, true);
  let comma: number | undefined;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const at = scanner.getTokenOffset();
    const sign = text.charAt(at);
    if (comma !== undefined && (sign === '}' || sign === ']')) found.set(at, comma);
    comma = sign === ',' ? at : undefined;
  }
  return found;
}

/** Reports each place of a name that an object has several times, of which the last one counts. */
function addDuplicates(node: JsonNode, problems: FlowDiagnostic[]): void {
  const keys = (node.type === 'object' ? (node.children ?? []) : []).flatMap(
    property => property.children?.[0] ?? [],
  );
  if (new Set(keys.map(({ value }) => value)).size < keys.length) {
    for (const places of Map.groupBy(keys, ({ value }) => value).values()) {
      const [first, last] = [places[0], places.at(-1)];
      if (!first || !last || first === last) continue;
      const name = JSON.stringify(first.value);
      for (const key of places) {
        const isLast = key === last;
        problems.push({
          code: 'duplicate-key',
          severity: 'warning',
          ...rangeOf(key),
          message: isLast
            ? `The name ${name} is given ${places.length === 2 ? 'twice' : `${places.length} times`}; the last value counts.`
            : `The name ${name} is given again in this object, so this value has no effect.`,
          related: [
            isLast
              ? { ...rangeOf(first), message: 'It is given here before.' }
              : { ...rangeOf(last), message: 'This value counts.' },
          ],
        });
      }
    }
  }
  for (const child of node.children ?? []) addDuplicates(child, problems);
}

/** Returns the offset of each UTF-16 code unit of a JSON string in its source, where escape sequences are longer. */
export function findOffsets(raw: string): readonly number[] {
  return [...raw.matchAll(/\\u[\dA-Fa-f]{4}|\\[^]|[^\\]/g)].slice(1).map(({ index }) => index);
}

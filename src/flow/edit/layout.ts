import type { JsonNode } from '../document/jsonTree.ts';
import { isObject } from '../../util/isObject.ts';

/** The formatting style of a file. */
export interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** True if the file has several lines. */
  readonly lines: boolean;
  /** The space after a colon or comma within a line. */
  readonly space: string;
}

const SHORT_LIST = 80;

/** Detects the layout of a text from its first line break and its first indented line. */
export function layoutOf(text: string): Layout {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const unit = /[\r\n]([ \t]+)["{[]/.exec(text)?.[1] ?? '  ';
  const lines = /[\r\n]/.test(text.trim()) || text.trim().length < 3;
  const space = lines || /[:,] /.test(text) || !/[:,]/.test(text) ? ' ' : '';
  return { eol, unit: unit.startsWith('\t') ? '\t' : unit, lines, space };
}

/** Formats a JSON value: on one line if `indent` is undefined, else over several lines indented by it. */
export function writeValue(value: unknown, layout: Layout, indent: string | undefined): string {
  const [entries, brackets] = partsOf(value);
  if (entries === undefined) return JSON.stringify(value);
  const parts = entries.map(([name, item]): Part => {
    return {
      key: name === undefined ? undefined : JSON.stringify(name),
      isPlain: typeof item !== 'object' || item === null,
      write: within => writeValue(item, layout, within),
    };
  });
  return writeParts(parts, brackets, layout, indent);
}

/** Reformats a parsed value, with names, texts and numbers as written; drops comments. */
export function writeNode(text: string, node: JsonNode, layout: Layout, indent: string | undefined): string {
  const raw = (part: JsonNode): string => text.slice(part.offset, part.offset + part.length);
  if (node.type !== 'object' && node.type !== 'array') return raw(node);
  const parts = (node.children ?? []).map((child): Part => {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
    const valueNode = value ?? child;
    return {
      key: key && raw(key),
      isPlain: valueNode.type !== 'object' && valueNode.type !== 'array',
      write: within => writeNode(text, valueNode, layout, within),
    };
  });
  return writeParts(parts, node.type === 'array' ? '[]' : '{}', layout, indent);
}

/** A property or item to be written. */
interface Part {
  /** The quoted name of a property. */
  readonly key: string | undefined;
  /** True unless it is an object or a list. */
  readonly isPlain: boolean;
  readonly write: (indent: string | undefined) => string;
}

function writeParts(
  parts: readonly Part[],
  brackets: '[]' | '{}',
  { eol, unit, space }: Layout,
  indent: string | undefined,
): string {
  if (parts.length === 0) return brackets;
  const open = brackets.charAt(0);
  const close = brackets.charAt(1);
  const write = (within: string | undefined): string[] =>
    parts.map(part => (part.key === undefined ? '' : `${part.key}:${space}`) + part.write(within));
  const inLine = (): string => {
    const pad = brackets === '{}' ? space : '';
    return `${open}${pad}${write(undefined).join(`,${space}`)}${pad}${close}`;
  };
  if (indent === undefined) return inLine();
  if (brackets === '[]' && parts.every(({ isPlain }) => isPlain)) {
    const line = inLine();
    if (line.length <= SHORT_LIST) return line;
  }
  const inner = indent + unit;
  return `${open}${eol}${inner}${write(inner).join(`,${eol}${inner}`)}${eol}${indent}${close}`;
}

/** Replaces the indentation `from` of all lines after the first by `to`. */
export function reindent(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text.replaceAll(/(\r\n|\n|\r)([ \t]*)/g, (whole, eol: string, space: string) =>
    space.startsWith(from) ? eol + to + space.slice(from.length) : whole,
  );
}

/** Returns the indentation of the line of an offset. */
export function lineIndent(text: string, offset: number): string {
  let line = offset;
  while (line > 0 && !'\r\n'.includes(text.charAt(line - 1))) line--;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

type Entries = readonly (readonly [name: string | undefined, value: unknown])[];

function partsOf(value: unknown): readonly [Entries | undefined, brackets: '[]' | '{}'] {
  if (Array.isArray(value)) return [value.map(item => [undefined, item as unknown] as const), '[]'];
  if (!isObject(value)) return [undefined, '{}'];
  return [Object.entries(value).filter(([, item]) => item !== undefined), '{}'];
}

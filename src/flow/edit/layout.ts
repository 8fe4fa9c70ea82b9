import { parseTree } from 'jsonc-parser';
import { type JsonNode, sourceOf } from '../document/jsonTree.ts';

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
  const lines = hasBreak(text.trim()) || text.trim().length < 3;
  const space = lines || /[:,] /.test(text) || !/[:,]/.test(text) ? ' ' : '';
  return { eol, unit: unit.startsWith('\t') ? '\t' : unit, lines, space };
}

/** Formats a JSON value: on one line if `indent` is undefined, else over several lines indented by it. */
export function writeValue(value: unknown, layout: Layout, indent: string | undefined): string {
  const text = JSON.stringify(value);
  const root = parseTree(text);
  return root ? writeNode(text, root, layout, indent) : text;
}

/** Reformats a parsed value, with names, texts and numbers as written; drops comments. */
export function writeNode(text: string, node: JsonNode, layout: Layout, indent: string | undefined): string {
  const { children = [] } = node;
  if (children.length === 0)
    return node.type === 'object' ? '{}' : node.type === 'array' ? '[]' : sourceOf(text, node);
  const { eol, unit, space } = layout;
  const [open, close, pad] = node.type === 'array' ? ['[', ']', ''] : ['{', '}', space];
  const write = (within: string | undefined): string[] =>
    children.map(child => {
      const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
      return (key ? `${sourceOf(text, key)}:${space}` : '') + writeNode(text, value ?? child, layout, within);
    });
  const inLine = (): string => `${open}${pad}${write(undefined).join(`,${space}`)}${pad}${close}`;
  if (indent === undefined) return inLine();
  if (children.every(({ type }) => type !== 'object' && type !== 'array' && type !== 'property')) {
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

/** Returns true if a text has several lines. */
export function hasBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** Returns the indentation of the line of an offset. */
export function lineIndent(text: string, offset: number): string {
  let line = offset;
  while (line > 0 && !'\r\n'.includes(text.charAt(line - 1))) line--;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

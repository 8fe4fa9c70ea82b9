import { isObject } from '../../util/isObject.ts';

/** How a file is laid out, as far as new parts of it must know. */
export interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Whether the file has lines; otherwise everything stands in one. */
  readonly lines: boolean;
  /** What stands behind a colon and a comma within a line. */
  readonly space: string;
}

const SHORT_LIST = 80;

/** The layout of a text: its line breaks, and the indentation of its first indented line. */
export function layoutOf(text: string): Layout {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const unit = /[\r\n]([ \t]+)["{[]/.exec(text)?.[1] ?? '  ';
  const lines = /[\r\n]/.test(text.trim()) || text.trim().length < 3;
  const space = lines || /[:,] /.test(text) || !/[:,]/.test(text) ? ' ' : '';
  return { eol, unit: unit.startsWith('\t') ? '\t' : unit, lines, space };
}

/** A JSON value as text: in one line, or over several ones that begin with `indent`. */
export function writeValue(value: unknown, layout: Layout, indent: string | undefined): string {
  const { eol, unit, space } = layout;
  const [entries, open, close] = partsOf(value);
  if (entries === undefined) return JSON.stringify(value);
  if (entries.length === 0) return open + close;
  const inner = indent === undefined ? undefined : indent + unit;
  const write = (within: string | undefined): string[] =>
    entries.map(([name, one]) => {
      const key = name === undefined ? '' : `${JSON.stringify(name)}:${space}`;
      return key + writeValue(one, layout, within);
    });
  const inLine = (): string => {
    const pad = open === '{' ? space : '';
    return `${open}${pad}${write(undefined).join(`,${space}`)}${pad}${close}`;
  };
  if (inner === undefined) return inLine();
  if (open === '[' && entries.every(([, one]) => typeof one !== 'object' || one === null)) {
    const line = inLine();
    if (line.length <= SHORT_LIST) return line;
  }
  return `${open}${eol}${inner}${write(inner).join(`,${eol}${inner}`)}${eol}${indent ?? ''}${close}`;
}

/** A text whose lines behind the first begin with `from`, with them beginning with `to`. */
export function reindent(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text.replaceAll(/(\r\n|\n|\r)([ \t]*)/g, (whole, eol: string, space: string) =>
    space.startsWith(from) ? eol + to + space.slice(from.length) : whole,
  );
}

/** The white space that the line of a place begins with. */
export function lineIndent(text: string, offset: number): string {
  let line = offset;
  while (line > 0 && !'\r\n'.includes(text.charAt(line - 1))) line--;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

type Entries = readonly (readonly [name: string | undefined, value: unknown])[];

function partsOf(value: unknown): readonly [Entries | undefined, open: string, close: string] {
  if (Array.isArray(value)) return [value.map(one => [undefined, one as unknown] as const), '[', ']'];
  if (!isObject(value)) return [undefined, '', ''];
  return [Object.entries(value).filter(([, one]) => one !== undefined), '{', '}'];
}

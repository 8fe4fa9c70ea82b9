import { isObject } from '../../util/isObject.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { TextEdit } from '../document/flowDocument.ts';
import type { PathSegment } from '../template.ts';

/** The kind of a completion item, which determines its icon. */
export type CompletionKind = 'property' | 'value' | 'action' | 'reference' | 'entry' | 'expression';

export interface CompletionItem {
  readonly label: string;
  /** Facts beside the label that tell it apart from others with the same label. */
  readonly facts?: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** The inserted text with tab stops: `$1`, `${1:text}`; `$`, `}` and `\` are escaped with a backslash. */
  readonly snippet: string;
  /** The replaced range. */
  readonly range: TextRange;
  /** The text that typed text is matched against. */
  readonly filter: string;
  /** The sort order. */
  readonly order: number;
  /** The texts to insert elsewhere too: a comma after the previous value, or the key of a step. */
  readonly insertions?: readonly TextEdit[];
  /** True if the first tab stop has suggestions of its own, such as records by name. */
  readonly suggestsNext?: boolean;
}

/** An item without its range and order. */
export type ItemDraft = Omit<CompletionItem, 'range' | 'order'>;

/** Escapes a text for use in a snippet. */
export function plainSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}

/**
 * The part of a value that a person enters: nothing, a value to check, one of several, one that is missing, or one of
 * the forms of an object.
 */
export type Stop =
  | { readonly kind: 'none' | 'filled' | 'missing' | 'form' }
  | { readonly kind: 'choice'; readonly options: readonly unknown[]; readonly isDecided: boolean };

/** Returns the stop of a part of a value. */
export type StopOf = (value: unknown, path: readonly PathSegment[]) => Stop;

/** The most options of a tab stop. */
const MAX_OPTIONS = 20;

/** Returns the stop of a value that is complete: only what is empty is missing. */
export function plainStop(value: unknown): Stop {
  return { kind: value === '' || isEmpty(value) ? 'missing' : 'filled' };
}

/** True if a person must enter what is at a stop, because the schema does not decide about it. */
export function isAsked(stop: Stop): boolean {
  return stop.kind === 'missing' || stop.kind === 'form' || (stop.kind === 'choice' && !stop.isDecided);
}

/** A part of a value with its stop. */
interface Stopped {
  readonly part: unknown;
  readonly path: readonly PathSegment[];
  readonly stop: Stop;
}

/** Returns the parts of a value that have a stop, in the order of the text. */
export function stopsIn(value: unknown, stopOf: StopOf): readonly Stopped[] {
  return visit(value, []);

  function visit(part: unknown, path: readonly PathSegment[]): readonly Stopped[] {
    const stop = stopOf(part, path);
    if (stop.kind === 'form' || typeof part !== 'object' || part === null || isEmpty(part))
      return [{ part, path, stop }];
    if (Array.isArray(part)) return part.flatMap((one: unknown, index) => visit(one, [...path, index]));
    return Object.entries(part).flatMap(([name, one]) => visit(one, [...path, name]));
  }
}

/**
 * Converts a JSON value to a snippet with its texts and numbers as tab stops, first those that a person must enter, in
 * the order of the text. What is missing is empty, or null in place of a number. Lines are indented by tabs, for which
 * VS Code inserts the indentation of the editor.
 */
export function valueSnippet(value: unknown, stopOf: StopOf = plainStop): string {
  let asked = 0;
  let filled = stopsIn(value, stopOf).filter(({ stop }) => isAsked(stop)).length;
  return snippet(value, [], '');

  function snippet(part: unknown, path: readonly PathSegment[], indent: string): string {
    const inner = `${indent}\t`;
    const stop = stopOf(part, path);
    if (stop.kind === 'form') return `{$${++asked}\\}`;
    if (Array.isArray(part) && part.length > 0) {
      const items = (part as unknown[]).map((one, index) => snippet(one, [...path, index], inner));
      return items.some(item => item.includes('\n'))
        ? `[\n${items.map(item => `${inner}${item}`).join(',\n')}\n${indent}]`
        : `[${items.join(', ')}]`;
    }
    if (isObject(part) && Object.keys(part).length > 0) {
      const lines = Object.entries(part).map(
        ([name, one]) =>
          `${inner}${plainSnippet(JSON.stringify(name))}: ${snippet(one, [...path, name], inner)}`,
      );
      return `{\n${lines.join(',\n')}\n${indent}\\}`;
    }
    if (stop.kind === 'none') return plainSnippet(JSON.stringify(part));
    const number = isAsked(stop) ? ++asked : ++filled;
    if (Array.isArray(part)) return `[$${number}]`;
    if (isObject(part)) return `{$${number}\\}`;
    if (stop.kind === 'choice') return choiceStop(part, stop.options, number);
    if (stop.kind === 'missing') return typeof part === 'string' ? `"$${number}"` : namedStop(number, 'null');
    return typeof part === 'string'
      ? `"${namedStop(number, JSON.stringify(part).slice(1, -1))}"`
      : namedStop(number, JSON.stringify(part));
  }
}

/** Returns a value with null in place of what a person must enter, so that the check does not accept it. */
export function withoutAsked(value: unknown, stopOf: StopOf, path: readonly PathSegment[] = []): unknown {
  const stop = stopOf(value, path);
  if (stop.kind === 'form') return {};
  const inner = (part: unknown, segment: PathSegment): unknown =>
    withoutAsked(part, stopOf, [...path, segment]);
  if (Array.isArray(value) && value.length > 0) return value.map(inner);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part, name)]));
  return isAsked(stop) ? null : value;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns a tab stop that lists the options, the current value first. */
function choiceStop(part: unknown, options: readonly unknown[], number: number): string {
  const texts = [part, ...options].map(one => JSON.stringify(one));
  const listed = [...new Set(texts)].slice(0, MAX_OPTIONS);
  return `\${${number}|${listed.map(text => text.replaceAll(/[\\,|]/g, '\\$&')).join(',')}|}`;
}

function namedStop(number: number, text: string): string {
  return `\${${number}:${plainSnippet(text)}}`;
}

/** Ends a snippet at its tab stop if it has only one, so that Tab leads on from there within another snippet. */
export function endAtOnlyStop(snippet: string): string {
  const [only, ...others] = snippet.match(/(?<!\\)\$(?:\d+|\{)/g) ?? [];
  return only === '$1' && others.length === 0 ? snippet.replace(/(?<!\\)\$1/, '$$0') : snippet;
}

/** Returns the inserted text of a snippet before its tab stops are edited. */
export function snippetText(snippet: string): string {
  return snippet.replaceAll(
    /\\([\\$}])|\$\{\d+:((?:\\.|[^}\\])*)\}|\$\{\d+\|((?:\\.|[^,|\\])*)(?:\\.|[^|\\])*\|\}|\$\d+/g,
    (_, escaped?: string, filled?: string, option?: string) =>
      escaped ?? (filled ?? option ?? '').replaceAll(/\\(.)/g, '$1'),
  );
}

import { isObject } from '../../util/isObject.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { PathSegment } from '../template.ts';

/** The kind of a completion item, which determines its icon. */
export type CompletionKind = 'property' | 'value' | 'action' | 'thing' | 'entry' | 'expression';

export interface CompletionItem {
  readonly label: string;
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
}

/** An item without its range and order. */
export type Draft = Omit<CompletionItem, 'range' | 'order'>;

/** Escapes a text for use in a snippet. */
export function plainSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}

/**
 * Converts a JSON value to a snippet with its texts and numbers as tab stops, empty ones first. Values for which
 * `isChosen` is true are inserted without a tab stop.
 */
export function valueSnippet(
  value: unknown,
  isChosen: (path: readonly PathSegment[]) => boolean = () => false,
): string {
  let empty = 0;
  const count = countEmpty(value);
  let filled = count;
  return snippet(value, [], '');

  function snippet(part: unknown, path: readonly PathSegment[], indent: string): string {
    if (Array.isArray(part) && part.length > 0) return plainSnippet(JSON.stringify(part));
    if (isObject(part) && Object.keys(part).length > 0) {
      const inner = `${indent}  `;
      const lines = Object.entries(part).map(
        ([name, one]) =>
          `${inner}${plainSnippet(JSON.stringify(name))}: ${snippet(one, [...path, name], inner)}`,
      );
      return `{\n${lines.join(',\n')}\n${indent}\\}`;
    }
    if (isChosen(path)) return plainSnippet(JSON.stringify(part));
    if (Array.isArray(part)) return `[$${++empty}]`;
    if (isObject(part)) return `{$${++empty}\\}`;
    if (part === '') return `"$${++empty}"`;
    const stop = ++filled;
    return typeof part === 'string'
      ? `"\${${stop}:${plainSnippet(JSON.stringify(part).slice(1, -1))}}"`
      : `\${${stop}:${plainSnippet(JSON.stringify(part))}}`;
  }
}

/** Counts the empty values within a value, except in lists that are not empty. */
function countEmpty(value: unknown): number {
  if (value === '') return 1;
  if (Array.isArray(value)) return value.length === 0 ? 1 : 0;
  if (!isObject(value)) return 0;
  const inner = Object.values(value);
  return inner.length === 0 ? 1 : inner.reduce<number>((sum, one) => sum + countEmpty(one), 0);
}

/** Returns the inserted text of a snippet before its tab stops are edited. */
export function snippetText(snippet: string): string {
  return snippet
    .replaceAll(/\\[\\$}]|\$\{\d+:((?:\\.|[^}\\])*)\}|\$\d+/g, (match, filled?: string) =>
      match.startsWith('\\') ? match : (filled ?? ''),
    )
    .replaceAll(/\\([\\$}])/g, '$1');
}

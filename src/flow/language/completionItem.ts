import { isObject } from '../../util/isObject.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { PathSegment } from '../template.ts';

/** What kind of thing a completion puts in. */
export type CompletionKind = 'property' | 'value' | 'action' | 'thing' | 'entry' | 'expression';

/** Something that can be put in at a place. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** Text with tab stops: `$1`, `${1:text}`; `$`, `}` and `\` stand behind a backslash. */
  readonly snippet: string;
  /** What the snippet takes the place of. */
  readonly range: TextRange;
  /** What the typed text is held against. */
  readonly filter: string;
  /** Items come in this order. */
  readonly order: number;
}

/** An item before its place is known. */
export type Draft = Omit<CompletionItem, 'range' | 'order'>;

/** A text as a snippet that puts it in as it is. */
export function plainSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}

/**
 * A JSON value as a snippet whose texts and numbers are tab stops, the empty ones first. What `isChosen` is put in as it
 * is.
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

/** How many values within one are empty; a list that is not is put in as it is. */
function countEmpty(value: unknown): number {
  if (value === '') return 1;
  if (Array.isArray(value)) return value.length === 0 ? 1 : 0;
  if (!isObject(value)) return 0;
  const inner = Object.values(value);
  return inner.length === 0 ? 1 : inner.reduce<number>((sum, one) => sum + countEmpty(one), 0);
}

/** What a snippet puts in before anything is typed into its tab stops. */
export function snippetText(snippet: string): string {
  return snippet
    .replaceAll(/\\[\\$}]|\$\{\d+:((?:\\.|[^}\\])*)\}|\$\d+/g, (match, filled?: string) =>
      match.startsWith('\\') ? match : (filled ?? ''),
    )
    .replaceAll(/\\([\\$}])/g, '$1');
}

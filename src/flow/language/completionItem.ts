import { isObject } from '../../util/isObject.ts';
import type { TextRange } from '../document/diagnostic.ts';

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

/** A JSON value as a snippet whose texts and numbers are tab stops; tab stops count up from `first`. */
export function valueSnippet(value: unknown, indent = '', first = { stop: 1 }): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? `[$${first.stop++}]` : plainSnippet(JSON.stringify(value));
  }
  if (isObject(value)) {
    const inner = `${indent}  `;
    const lines = Object.entries(value).map(
      ([name, one]) => `${inner}${plainSnippet(JSON.stringify(name))}: ${valueSnippet(one, inner, first)}`,
    );
    return lines.length === 0 ? `{$${first.stop++}\\}` : `{\n${lines.join(',\n')}\n${indent}\\}`;
  }
  const stop = first.stop++;
  if (typeof value === 'string') {
    return value === '' ? `"$${stop}"` : `"\${${stop}:${plainSnippet(JSON.stringify(value).slice(1, -1))}}"`;
  }
  return `\${${stop}:${plainSnippet(JSON.stringify(value))}}`;
}

/** What a snippet puts in before anything is typed into its tab stops. */
export function snippetText(snippet: string): string {
  return snippet
    .replaceAll(/\\[\\$}]|\$\{\d+:((?:\\.|[^}\\])*)\}|\$\d+/g, (match, filled?: string) =>
      match.startsWith('\\') ? match : (filled ?? ''),
    )
    .replaceAll(/\\([\\$}])/g, '$1');
}

import { type CompletionItem, snippetText } from '../../src/flow/language/completionItem.ts';

/** Returns a text after an item is accepted in it. */
export function accept(text: string, { range, snippet, missingComma }: CompletionItem): string {
  const before = text.slice(0, range.start);
  const first =
    missingComma === undefined ? before : `${text.slice(0, missingComma)},${before.slice(missingComma)}`;
  return first + snippetText(snippet) + text.slice(range.end);
}

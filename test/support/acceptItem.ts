import { applyEdits } from '../../src/flow/document/textEdits.ts';
import { type CompletionItem, snippetText } from '../../src/flow/language/completionItem.ts';

/** Returns a text after an item is accepted in it. */
export function accept(text: string, { range, snippet, insertions = [] }: CompletionItem): string {
  return applyEdits(text, [...insertions, { ...range, text: snippetText(snippet) }]);
}

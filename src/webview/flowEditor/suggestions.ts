/** A text that can be inserted at the caret. */
export interface Suggestion {
  readonly text: string;
  /** Display text of its origin, in a few words. */
  readonly source: string;
}

/** Suggestions, and the range of the text that they replace. */
export interface Offer {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

/**
 * Returns the suggestions at the caret: matching expressions after an open `{{`, all expressions if `asked`, and values
 * if the text is empty.
 */
export function offerFor(
  text: string,
  caret: number,
  expressions: readonly string[],
  values: readonly Suggestion[],
  asked: boolean,
): Offer {
  const open = text.lastIndexOf('{{', caret - 1);
  const isOpen = open !== -1 && !text.slice(open, caret).includes('}}');
  if (!isOpen) {
    const whole = text === '' ? values : [];
    const anywhere = asked ? expressions.map(toExpression) : [];
    return { from: caret, to: caret, suggestions: [...whole, ...anywhere] };
  }
  const typed = text.slice(open, caret).replaceAll(' ', '');
  const close = /^[\w.[\]"]*\}\}/.exec(text.slice(caret));
  const matching = expressions.filter(expression => expression.startsWith(typed) && expression !== typed);
  return { from: open, to: caret + (close?.[0].length ?? 0), suggestions: matching.map(toExpression) };
}

/** Inserts a suggestion; returns the text and the caret, which stays before `}}` if the expression needs a name. */
export function applySuggestion(
  text: string,
  { from, to }: Offer,
  suggestion: Suggestion,
): { readonly text: string; readonly caret: number } {
  const end = from + suggestion.text.length;
  const caret = suggestion.text.endsWith('.}}') ? end - 2 : end;
  return { text: text.slice(0, from) + suggestion.text + text.slice(to), caret };
}

function toExpression(text: string): Suggestion {
  // Expressions number steps from 0, the list from 1.
  const [, step] = /^\{\{steps\[(\d+)\]/.exec(text) ?? [];
  return { text, source: step === undefined ? 'expression' : `output of step ${Number(step) + 1}` };
}

/** Something that can be put into a text where the caret stands. */
export interface Suggestion {
  /** What is put in. */
  readonly text: string;
  /** Where it comes from, in a word or two. */
  readonly source: string;
}

/** What is offered for a text, and which part of the text it takes the place of. */
export interface Offer {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

/**
 * What is offered where the caret stands in a text: expressions behind an open `{{`, and also, when asked for, at
 * any place; example values where there is no text yet.
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
    const anywhere = asked ? expressions.map(asExpression) : [];
    return { from: caret, to: caret, suggestions: [...whole, ...anywhere] };
  }
  const typed = text.slice(open, caret).replaceAll(' ', '');
  const close = /^[\w.[\]"]*\}\}/.exec(text.slice(caret));
  const matching = expressions.filter(one => one.startsWith(typed) && one !== typed);
  return { from: open, to: caret + (close?.[0].length ?? 0), suggestions: matching.map(asExpression) };
}

/** A text with a suggestion put in, and where the caret then stands: inside an expression that wants a name. */
export function accepted(
  text: string,
  { from, to }: Offer,
  suggestion: Suggestion,
): { readonly text: string; readonly caret: number } {
  const end = from + suggestion.text.length;
  const caret = suggestion.text.endsWith('.}}') ? end - 2 : end;
  return { text: text.slice(0, from) + suggestion.text + text.slice(to), caret };
}

function asExpression(text: string): Suggestion {
  // Expressions count steps from 0, the list beside them from 1.
  const [, step] = /^\{\{steps\[(\d+)\]/.exec(text) ?? [];
  return { text, source: step === undefined ? 'expression' : `output of step ${Number(step) + 1}` };
}

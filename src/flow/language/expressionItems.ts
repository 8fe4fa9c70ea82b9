import type { TextRange } from '../document/diagnostic.ts';
import { type CompletionItem, type Draft, plainSnippet } from './completionItem.ts';
import type { FlowPlace } from './place.ts';

/** Suggests whole expressions as the value of a parameter. */
export function wholeExpressions(place: FlowPlace): readonly Draft[] {
  return expressions(place).map(({ snippet, filter, ...rest }) => ({
    ...rest,
    snippet: `"${snippet}"`,
    filter: `"${filter}"`,
  }));
}

/**
 * Suggests expressions inside the braces at an offset in a parameter text; they replace only the expression. `range`
 * includes the quotes of the text. Undefined outside of braces or parameters.
 */
export function expressionsWithin(
  text: string,
  place: FlowPlace,
  { start, end }: TextRange,
  offset: number,
): readonly CompletionItem[] | undefined {
  if (!place.step || place.path[0] !== 'overrides' || place.path[1] !== 'params') return undefined;
  const [typed, lead] = /(\{\{\s*)[^{}]*$/.exec(text.slice(start, offset)) ?? [];
  if (typed === undefined || lead === undefined) return undefined;
  const [rest = ''] = /^[^{}"]*\}\}/.exec(text.slice(offset, end)) ?? [];
  const range = { start: offset - typed.length, end: offset + rest.length };
  // The filter must match the typed text, including its spaces.
  return expressions(place).map((item, order) => ({
    ...item,
    filter: lead + item.filter.slice(2),
    range,
    order,
  }));
}

function expressions(place: FlowPlace): readonly Draft[] {
  const sources = [['trigger.payload.', 'available when the flow runs']];
  for (let step = place.entry - 1; step >= Math.max(0, place.entry - 3); step--)
    sources.push([`steps[${step}].output.`, `output of step ${step + 1}`]);
  const ofRound = 'available in each round';
  if (place.isChild) sources.push(['item', ofRound], ['index', ofRound]);
  return sources.map(([source = '', detail = '']) => ({
    label: `{{${source}}}`,
    kind: 'expression',
    detail,
    snippet: plainSnippet(`{{${source}`) + (source.endsWith('.') ? '${1:name}' : '') + plainSnippet('}}'),
    filter: `{{${source}}}`,
  }));
}

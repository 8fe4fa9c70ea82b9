import type { TextRange } from '../document/diagnostic.ts';
import { type CompletionItem, type Draft, plainSnippet } from './completionItem.ts';
import type { FlowPlace } from './place.ts';

/** Expressions that can be the value at a place in the parameters of a step. */
export function wholeExpressions(place: FlowPlace): readonly Draft[] {
  return expressions(place).map(({ snippet, filter, ...rest }) => ({
    ...rest,
    snippet: `"${snippet}"`,
    filter: `"${filter}"`,
  }));
}

/**
 * Expressions for the braces of a text of a parameter that a place lies in, which replace them and nothing else of the
 * text, whose quotes `range` counts in; undefined outside of braces and of parameters.
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
  // The typed text is held against the filter with its spaces.
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

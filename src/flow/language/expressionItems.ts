import type { TextRange } from '../document/diagnostic.ts';
import { type CompletionItem, type Draft, plainSnippet } from './completionItem.ts';
import type { FlowLocation } from './flowLocation.ts';

/** Suggests whole expressions as the value of a parameter. */
export function wholeExpressions(location: FlowLocation): readonly Draft[] {
  return expressions(location).map(({ snippet, filter, ...rest }) => ({
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
  location: FlowLocation,
  { start, end }: TextRange,
  offset: number,
): readonly CompletionItem[] | undefined {
  if (!location.step || location.path[0] !== 'overrides' || location.path[1] !== 'params') return undefined;
  const [typed, lead] = /(\{\{\s*)[^{}]*$/.exec(text.slice(start, offset)) ?? [];
  if (typed === undefined || lead === undefined) return undefined;
  const [rest = ''] = /^[^{}"]*\}\}/.exec(text.slice(offset, end)) ?? [];
  const range = { start: offset - typed.length, end: offset + rest.length };
  // The filter must match the typed text, including its spaces.
  return expressions(location).map((item, order) => ({
    ...item,
    filter: lead + item.filter.slice(2),
    range,
    order,
  }));
}

function expressions(location: FlowLocation): readonly Draft[] {
  const sources = [['trigger.payload.', 'available when the flow runs']];
  for (let step = location.entry - 1; step >= Math.max(0, location.entry - 3); step--)
    sources.push([`steps[${step}].output.`, `output of step ${step + 1}`]);
  const ofRound = 'available in each round';
  if (location.isChild) sources.push(['item', ofRound], ['index', ofRound]);
  return sources.map(([source = '', detail = '']) => ({
    label: `{{${source}}}`,
    kind: 'expression',
    detail,
    snippet: plainSnippet(`{{${source}`) + (source.endsWith('.') ? '${1:name}' : '') + plainSnippet('}}'),
    filter: `{{${source}}}`,
  }));
}

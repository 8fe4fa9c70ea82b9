import type { FlowCatalog } from '../catalog.ts';
import { dataScope } from '../data/dataScope.ts';
import { typeWords } from '../data/dataShape.ts';
import { findSources, type FoundSource } from '../data/findSources.ts';
import { stepWithKey } from '../data/flowSteps.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { escapeMarkdown } from '../../util/markdown.ts';
import { type CompletionItem, type ItemDraft, plainSnippet } from './completionItem.ts';
import type { FlowLocation } from './flowLocation.ts';
import { stepKeyOf } from '../template.ts';
import { keyInsertion } from './keyFixes.ts';

/** The number of expressions that are suggested as a whole value, and within braces. */
const MAX = { whole: 30, within: 100 } as const;

/** Suggests whole expressions as the value of a parameter. */
export function wholeExpressions(
  document: FlowDocument,
  location: FlowLocation,
  catalog: FlowCatalog,
): readonly ItemDraft[] {
  return sourcesFor(document, location, catalog, '', MAX.whole).map(source => ({
    ...draftOf(document, source),
    snippet: `"${snippetOf(source)}"`,
    filter: `"${source.expression} ${source.parts.join(' ')}"`,
  }));
}

/**
 * Suggests expressions inside the braces at an offset in a parameter text; they replace only the expression. `range`
 * includes the quotes of the text. Undefined outside of braces or parameters.
 */
export function expressionsWithin(
  document: FlowDocument,
  location: FlowLocation,
  { start, end }: TextRange,
  offset: number,
  catalog: FlowCatalog,
): readonly CompletionItem[] | undefined {
  const { text } = document;
  if (!location.step || location.path[0] !== 'overrides' || location.path[1] !== 'params') return undefined;
  const [typed, written = ''] = /\{\{\s*([^{}]*)$/.exec(text.slice(start, offset)) ?? [];
  if (typed === undefined) return undefined;
  const [rest = ''] = /^[^{}"]*\}\}/.exec(text.slice(offset, end)) ?? [];
  const range = { start: offset - typed.length, end: offset + rest.length };
  return matching(document, location, catalog, written).map((source, order) => ({
    ...draftOf(document, source),
    snippet: snippetOf(source),
    // The items are found here by step names too, so that VS Code must not filter them again.
    filter: typed,
    range,
    order,
  }));
}

/** Returns the values whose expression begins with what is written, or else those that match its words. */
function matching(
  document: FlowDocument,
  location: FlowLocation,
  catalog: FlowCatalog,
  written: string,
): readonly FoundSource[] {
  const all = sourcesFor(document, location, catalog, '', Number.POSITIVE_INFINITY);
  const begun = all.filter(({ expression }) => expression.startsWith(`{{${written}`));
  if (begun.length > 0) return begun.slice(0, MAX.within);
  const found = sourcesFor(document, location, catalog, written.replaceAll('\\"', '"'), MAX.within);
  // What is written is not known here, so any other value may be meant.
  return found.length > 0 ? found : all.slice(0, MAX.within);
}

function sourcesFor(
  document: FlowDocument,
  { entry, step }: FlowLocation,
  catalog: FlowCatalog,
  query: string,
  most: number,
): readonly FoundSource[] {
  const outer = document.entries[entry];
  const path = outer ? [outer.at, ...(step && outer.children.includes(step) ? [step.at] : [])] : [];
  const scope = dataScope(document, path, { catalog });
  return findSources(scope, query, most);
}

function draftOf(
  document: FlowDocument,
  { parts, shape, expression, path, step }: FoundSource,
): Omit<ItemDraft, 'snippet' | 'filter'> {
  const key = stepKeyOf(path);
  const hasKey = key === undefined || stepWithKey(document, key) !== undefined;
  const insertions = step && !hasKey ? keyInsertion(document, step, key) : [];
  const detail = [typeWords(shape), shape.sample ?? ''].filter(part => part !== '').join(' · ');
  const { description } = shape;
  const documentation = [description === undefined ? '' : escapeMarkdown(description), `\`${expression}\``];
  return {
    label: parts.join(' › '),
    kind: 'expression',
    ...(insertions.length === 0 ? {} : { insertions }),
    ...(detail === '' ? {} : { facts: detail }),
    documentation: documentation.filter(part => part !== '').join('\n\n'),
  };
}

/** Returns the text to insert into a JSON string; a name that is not known is left to be typed. */
function snippetOf({ expression, group, isOpen, parts, shape }: FoundSource): string {
  const escaped = JSON.stringify(expression).slice(1, -1);
  const asksName = isOpen && shape.properties === undefined && parts.length === 1 && group !== 'round';
  if (!asksName) return plainSnippet(escaped);
  return `${plainSnippet(escaped.slice(0, -2))}.\${1:name}${plainSnippet('}}')}`;
}

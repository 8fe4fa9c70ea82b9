import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import type { ActionMatches } from '../protocol/flowEditor.ts';
import type { CatalogState } from '../stores/catalogStore.ts';
import { type ActionSearch, noActionSentence, serviceOf } from '../wording/actionSearch.ts';
import { SERVICE_LABELS } from '../wording/labels.ts';

const MAX_MATCHES = 60;
const MAX_DESCRIPTION_LENGTH = 200;

/**
 * Returns the actions that a text describes, best first, for the page; recently used actions come before all others if
 * the text is empty.
 */
export function findActions(
  search: ActionSearch,
  catalog: FlowCatalog,
  recent: readonly string[],
  text: string,
): Omit<ActionMatches, 'hint'> & { readonly hint: string | undefined } {
  const found = search.find(catalog, text);
  const used = text.trim() === '' ? recent.flatMap(id => found.find(action => action.id === id) ?? []) : [];
  const others = found.filter(action => !used.includes(action));
  const listed = [...used, ...others].slice(0, MAX_MATCHES);
  return {
    total: found.length,
    actions: listed.map(action => describeAction(action, used.includes(action))),
    hint: found.length === 0 && text.trim() !== '' ? noActionSentence(text) : undefined,
  };
}

/** Returns the reason why there are no actions; undefined if there are any. */
export function noCatalogSentence({
  count,
  reading,
}: Pick<CatalogState, 'count' | 'reading'>): string | undefined {
  if (count > 0) return undefined;
  return reading
    ? 'Reading the catalog…'
    : 'No catalog is known. Connect to a service or start the sandbox first.';
}

function describeAction(action: CatalogAction, isRecent: boolean): ActionMatches['actions'][number] {
  const [line = ''] = (action.description ?? '').split('\n');
  return {
    id: action.id,
    name: action.name,
    service: serviceOf(action),
    icon: SERVICE_LABELS.get(action.service ?? '')?.icon ?? 'symbol-method',
    description: line.slice(0, MAX_DESCRIPTION_LENGTH),
    isRecent,
  };
}

import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import type { ActionMatches } from '../protocol/flowEditor.ts';
import type { CatalogState } from '../stores/catalogStore.ts';
import { SERVICE_LABELS } from '../wording/labels.ts';

const MOST_MATCHES = 60;
const LONGEST_DESCRIPTION = 200;

/** An action with its texts in lower case. */
interface IndexedAction {
  readonly action: CatalogAction;
  readonly name: string;
  readonly service: string;
  readonly all: string;
}

/** Finds actions by the words of their names, services and descriptions. */
export class ActionSearch {
  #catalog: FlowCatalog | undefined;
  #indexed: readonly IndexedAction[] = [];

  /**
   * Returns the actions that contain every word of a text, best first: matches of the name before others, and recently
   * used actions before all others if the text is empty.
   */
  find(catalog: FlowCatalog, recent: readonly string[], text: string): Omit<ActionMatches, 'hint'> {
    const lowerText = text.trim().toLowerCase();
    const words = lowerText.split(/\s+/).filter(word => word !== '');
    const found = this.#index(catalog)
      .filter(({ all }) => words.every(word => all.includes(word)))
      .map(entry => ({ entry, rank: words.length === 0 ? 0 : rankOf(entry, lowerText, words) }))
      .toSorted((left, right) => left.rank - right.rank)
      .map(({ entry }) => entry.action);
    const used = words.length > 0 ? [] : recent.flatMap(id => found.find(action => action.id === id) ?? []);
    const others = found.filter(action => !used.includes(action));
    const listed = [...used, ...others].slice(0, MOST_MATCHES);
    return {
      total: found.length,
      actions: listed.map(action => describeAction(action, used.includes(action))),
    };
  }

  #index(catalog: FlowCatalog): readonly IndexedAction[] {
    if (catalog !== this.#catalog) {
      this.#catalog = catalog;
      this.#indexed = catalog.searchActions('', Infinity).map(indexAction);
    }
    return this.#indexed;
  }
}

/** Returns the reason why there are no actions; undefined if there are any. */
export function noCatalogSentence({
  count,
  reading,
}: Pick<CatalogState, 'count' | 'reading'>): string | undefined {
  if (count > 0) return undefined;
  return reading
    ? 'Reading the catalog…'
    : 'No catalog is known; connect to a service or start the sandbox first';
}

function indexAction(action: CatalogAction): IndexedAction {
  const name = action.name.toLowerCase();
  const service = serviceOf(action).toLowerCase();
  return { action, name, service, all: `${name}\n${service}\n${(action.description ?? '').toLowerCase()}` };
}

function serviceOf({ service = '' }: CatalogAction): string {
  return SERVICE_LABELS.get(service)?.label ?? service;
}

function rankOf({ name, service }: IndexedAction, text: string, words: readonly string[]): number {
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  if (words.every(word => name.startsWith(word) || name.includes(` ${word}`))) return 2;
  if (words.every(word => name.includes(word))) return 3;
  return words.every(word => name.includes(word) || service.includes(word)) ? 4 : 5;
}

function describeAction(action: CatalogAction, isRecent: boolean): ActionMatches['actions'][number] {
  const [line = ''] = (action.description ?? '').split('\n');
  return {
    id: action.id,
    name: action.name,
    service: serviceOf(action),
    icon: SERVICE_LABELS.get(action.service ?? '')?.icon ?? 'symbol-method',
    description: line.slice(0, LONGEST_DESCRIPTION),
    isRecent,
  };
}

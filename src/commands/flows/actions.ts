import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { ActionFilter } from '../../stores/actionStore.ts';
import { Limits } from '../../contract/limits.ts';
import type { CatalogAction } from '../../flow/catalog.ts';
import { counted } from '../../util/counted.ts';
import { done } from '../prompts/ask.ts';
import { cachedOrLoadedCatalog } from './knownCatalog.ts';
import { hasPart, markCurrent } from '../prompts/markCurrent.ts';
import { askSearch, TIME_ORDERS, type Part } from '../prompts/narrowList.ts';
import type { ActionStore } from '../../stores/actionStore.ts';

const ORDERS: readonly Part<ActionFilter>[] = [
  { label: '$(case-sensitive) Name', description: 'A to Z', part: { orderBy: 'name', direction: 'asc' } },
  { label: '$(case-sensitive) Name', description: 'Z to A', part: { orderBy: 'name', direction: 'desc' } },
  TIME_ORDERS.changed,
  TIME_ORDERS.newest,
  TIME_ORDERS.oldest,
];

/** Reads the actions again; with `failedOnly`, only the lists that failed. */
export async function refreshActions({ actions, session }: Services, failedOnly: boolean): Promise<void> {
  session.require();
  await (failedOnly ? actions.retry() : actions.refresh());
}

/** Prompts for a search text; an empty text clears the search. */
export async function searchActions({ actions, session }: Services): Promise<void> {
  session.require();
  const prompt = 'Part of a name or description. Leave empty to show all actions.';
  const text = await askSearch('Search Actions', prompt, actions.filter.search, Limits.search.max);
  if (text !== undefined) await showActions(actions, { search: text });
}

export async function clearActionSearch({ actions }: Services): Promise<void> {
  await showActions(actions, { search: '' });
}

/** Prompts for the sort order of the actions. */
export async function orderActions({ actions, session }: Services): Promise<void> {
  session.require();
  const picked = await dialogs.showQuickPick(
    markCurrent(ORDERS, ({ part }) => hasPart(actions.filter, part)),
    { title: 'Sort Actions By' },
  );
  if (picked) await showActions(actions, picked.part);
}

async function showActions(actions: ActionStore, part: Partial<ActionFilter>): Promise<void> {
  actions.show({ ...actions.filter, ...part });
  await actions.ensure();
}

/** Opens the parameter schema of an action as a read-only document. */
export async function showActionSchema(services: Services, [given]: readonly CatalogAction[]): Promise<void> {
  const action = await chosenAction(services, given, 'Show Action Schema');
  if (!action) return;
  if (action.paramsSchema == null) {
    void dialogs.showInformationMessage(`“${action.name}” has no schema: it takes any parameters.`);
    return;
  }
  await services.documents.openJson(
    `actions/${action.id}`,
    `${action.name}.schema.json`,
    action.paramsSchema,
  );
}

/** Copies the IDs of the selected actions, one per line. */
export async function copyActionId(services: Services, given: readonly CatalogAction[]): Promise<void> {
  const only = given.length > 0 ? undefined : await chosenAction(services, undefined, 'Copy Action ID');
  const ids = [...given, ...(only ? [only] : [])].map(({ id }) => id);
  if (ids.length === 0) return;
  await vscode.env.clipboard.writeText(ids.join('\n'));
  done(ids.length === 1 ? 'Copied the ID.' : `Copied ${ids.length} IDs.`);
}

/** Inserts a step for an action into the active flow file. */
export async function insertAction(services: Services, [given]: readonly CatalogAction[]): Promise<void> {
  const action = await chosenAction(services, given, 'Insert Action into Open Flow');
  if (action) await services.flowEditors.insertAction(action);
}

/** Reads the action catalog again, opening the connection if needed. */
export async function refreshCatalog({ catalog, session }: Services): Promise<void> {
  const { name } = session.require();
  await catalog.refresh();
  done(`Action catalog of ${name}: ${counted(catalog.state.count, 'action')}.`);
}

async function chosenAction(
  services: Services,
  given: CatalogAction | undefined,
  title: string,
): Promise<CatalogAction | undefined> {
  if (given) return given;
  const items = cachedOrLoadedCatalog(services).then(catalog =>
    catalog.searchActions('', Infinity).map(action => actionItem(action)),
  );
  const picked = await dialogs.showQuickPick(items, {
    title,
    placeHolder: 'Choose an action',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.action;
}

function actionItem(action: CatalogAction): vscode.QuickPickItem & { readonly action: CatalogAction } {
  return {
    label: action.name,
    description: action.method ?? '',
    detail: action.description ?? '',
    action,
  };
}

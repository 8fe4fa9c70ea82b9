import type * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { describeInput } from '../flow/record/gestureText.ts';
import type { TimedInput } from '../flow/record/timedInputs.ts';
import { type ChosenActions, type OpenChoice, planActions } from '../flow/record/recording.ts';
import { dialogs } from '../host/dialogs.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';

/**
 * Returns the catalog action for each recorded act. If it is ambiguous, the user chooses, and the choice is remembered
 * for the connection. Returns undefined if the user cancels.
 */
export async function chooseActions(
  inputs: readonly TimedInput[],
  store: CatalogStore,
  memory: vscode.Memento,
  connectionId: string,
): Promise<ChosenActions | undefined> {
  if (store.state.count === 0) await store.refresh();
  const key = `recorder.actions.${connectionId}`;
  const remembered = memory.get<Readonly<Record<string, string>>>(key, {});
  const { chosen, open } = planActions(inputs, store.catalog.searchActions('', Infinity), remembered);
  const all = new Map(chosen);
  for (const choice of open) {
    const action = await choose(choice);
    if (!action) return undefined;
    all.set(choice.name, action);
  }
  const picked = Object.fromEntries(open.map(({ name }) => [name, all.get(name)?.id ?? '']));
  if (open.length > 0) await memory.update(key, { ...remembered, ...picked });
  return all;
}

async function choose({ input, found }: OpenChoice): Promise<CatalogAction | undefined> {
  const items = found.map(({ action, losses }) => ({
    label: action.name,
    description: [action.method, ...losses.map(loss => `without ${loss}`)].filter(Boolean).join(' · '),
    ...(action.description ? { detail: action.description } : {}),
    action,
  }));
  const picked = await dialogs.showQuickPick(items, {
    title: `Choose the Action That ${describeInput(input)}`,
    placeHolder: 'Several actions match. Your choice is remembered for this connection.',
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return picked?.action;
}

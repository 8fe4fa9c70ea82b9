import type { ActionChoices } from '../appState/actionChoices.ts';
import { askElementParam } from '../appState/askElementParam.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { describeInput } from '../flow/record/gestureText.ts';
import type { TimedInput } from '../flow/record/timedInputs.ts';
import { type ChosenActions, type OpenChoice, planActions } from '../flow/record/recording.ts';
import { dialogs } from './questions.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';

/**
 * Returns the catalog action for each recorded act. If it is ambiguous, or if an action may take the touched element, the
 * user chooses, and the choice is remembered for the connection. Returns undefined if the user cancels.
 */
export async function chooseActions(
  inputs: readonly TimedInput[],
  store: CatalogStore,
  choices: ActionChoices,
  connectionId: string,
): Promise<ChosenActions | undefined> {
  if (store.state.count === 0) await store.refresh();
  const actions = await clarify(inputs, store.catalog.searchActions('', Infinity), choices, connectionId);
  const { chosen, open } = planActions(inputs, actions, choices.actionsOf(connectionId));
  const all = new Map(chosen);
  for (const choice of open) {
    const action = await choose(choice);
    if (!action) return undefined;
    all.set(choice.name, action);
  }
  const picked = Object.fromEntries(open.map(({ name }) => [name, all.get(name)?.id ?? '']));
  if (open.length > 0) await choices.chooseActions(connectionId, picked);
  return all;
}

/** Returns the actions with the answers about how they take elements, as far as these are needed. */
async function clarify(
  inputs: readonly TimedInput[],
  actions: readonly CatalogAction[],
  choices: ActionChoices,
  connectionId: string,
): Promise<readonly CatalogAction[]> {
  const asked = new Set<string>();
  let known = actions;
  for (;;) {
    const { unclear } = planActions(inputs, known, choices.actionsOf(connectionId));
    const next = unclear.find(({ id }) => !asked.has(id));
    if (!next) return known;
    asked.add(next.id);
    const answered = await askElementParam(next, choices, connectionId, { onlyLikely: true });
    if (answered) known = known.map(action => (action === next ? answered : action));
  }
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

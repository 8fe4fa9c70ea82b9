import type { CatalogAction, ElementParam } from '../flow/catalog.ts';
import { type UnclearParam, unclearParams } from '../flow/record/unclearParams.ts';
import { dialogs } from '../host/dialogs.ts';
import type { ActionChoices } from './actionChoices.ts';

const WAYS = [
  { label: 'Its ID', description: 'such as com.example.shop:id/sign_in', by: 'resourceId' },
  { label: 'Its Text', description: 'such as Sign in', by: 'text' },
  { label: 'Its Description', description: 'the label for screen readers', by: 'description' },
] as const;
const REMEMBERED = 'Your answer is remembered for this connection.';

/**
 * Asks how an action takes an element, if its parameters do not tell, and remembers the answer for a connection. Returns
 * the action with the answer; undefined on cancel. With `onlyLikely`, parameters whose names mean no element are not
 * asked about.
 */
export async function askElementParam(
  action: CatalogAction,
  choices: ActionChoices,
  connectionId: string,
  { onlyLikely = false }: { readonly onlyLikely?: boolean } = {},
): Promise<CatalogAction | undefined> {
  const params = unclearParams(action);
  const likely = params.filter(({ isLikely }) => isLikely);
  const asked = onlyLikely || likely.length > 0 ? likely : params;
  if (asked.length === 0) return action;
  const elementParam = await ask(action, asked);
  if (elementParam === undefined) return undefined;
  await choices.setElementParam(connectionId, action.id, elementParam);
  return { ...action, elementParam };
}

async function ask(
  { name }: CatalogAction,
  params: readonly UnclearParam[],
): Promise<ElementParam | null | undefined> {
  const title = `How Does “${name}” Take an Element?`;
  const none = { label: 'It Takes No Element', description: '', path: undefined, by: undefined };
  const items = params.flatMap(({ path }) =>
    WAYS.map(way => ({
      ...way,
      label: params.length > 1 ? `${path.join('.')}: ${way.label}` : way.label,
      path,
    })),
  );
  const only = params.length === 1 ? params[0]?.path.join('.') : undefined;
  const picked = await dialogs.showQuickPick<(typeof items)[number] | typeof none>([...items, none], {
    title,
    placeHolder: only === undefined ? REMEMBERED : `Choose what “${only}” is. ${REMEMBERED}`,
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  return picked.path ? { path: picked.path, by: picked.by } : null;
}

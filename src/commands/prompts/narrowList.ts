import type * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { CommandList } from '../commandLists.ts';
import type { CommandSession } from '../commandSession.ts';
import { hasPart, markCurrent } from './markCurrent.ts';
import { requireList } from '../connections/notOfferedError.ts';

/** A picker entry that sets a part of a list's filter, such as its order. */
export type Part<F> = vscode.QuickPickItem & { readonly part: Partial<F> };

/** Sort orders by creation or modification time. */
export const TIME_ORDERS = {
  oldest: {
    label: '$(calendar) Created',
    description: 'oldest first',
    part: { orderBy: 'createdAt', direction: 'asc' },
  },
  newest: {
    label: '$(calendar) Created',
    description: 'newest first',
    part: { orderBy: 'createdAt', direction: 'desc' },
  },
  changed: {
    label: '$(history) Changed',
    description: 'newest first',
    part: { orderBy: 'updatedAt', direction: 'desc' },
  },
} as const;

/** Prompts for a filter or order and applies it to a list. Throws if the service does not offer the list. */
export async function narrowList<T extends { readonly id: string }, F extends object>(
  session: CommandSession,
  list: CommandList<T, F>,
  noun: string,
  title: string,
  items: readonly Part<F>[],
): Promise<void> {
  session.require();
  requireList(list, noun);
  const choices = markCurrent(items, ({ part }) => hasPart(list.filter, part));
  const picked = await dialogs.showQuickPick(choices, { title });
  if (picked) await list.show({ ...list.filter, ...picked.part });
}

/** Prompts for the text that a list is searched for, which is a part of its filter. Throws like `narrowList`. */
export async function searchList<
  T extends { readonly id: string },
  Part extends string,
  F extends Readonly<Record<Part, string>>,
>(
  session: CommandSession,
  list: CommandList<T, F>,
  noun: string,
  part: Part,
  { title, prompt, maxLength }: { title: string; prompt: string; maxLength?: number },
): Promise<void> {
  session.require();
  requireList(list, noun);
  const text = await askSearch(title, prompt, list.filter[part], maxLength);
  if (text !== undefined) await list.show({ ...list.filter, [part]: text });
}

/** Prompts for a search text, empty to show everything; undefined if dismissed. */
export async function askSearch(
  title: string,
  prompt: string,
  value: string,
  maxLength = Infinity,
): Promise<string | undefined> {
  const text = await dialogs.showInputBox({
    title,
    prompt,
    value,
    validateInput: given =>
      given.trim().length > maxLength ? `Enter at most ${maxLength} characters.` : undefined,
  });
  return text?.trim();
}

import type * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { ListStore } from '../../stores/listStore.ts';
import type { Services } from '../commandServices.ts';
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

/** Returns a list of the command's connection. */
type ListOf<T extends { readonly id: string }, F> = (services: Services) => ListStore<T, F>;

/**
 * Returns the handler of a command that prompts for a filter or order and applies it to a list. The handler throws if the
 * service does not offer the list.
 */
export function narrowList<T extends { readonly id: string }, F extends object>(
  listOf: ListOf<T, F>,
  noun: string,
  title: string,
  items: readonly Part<F>[],
): (services: Services) => Promise<void> {
  return async services => {
    services.session.require();
    const list = listOf(services);
    requireList(list, noun);
    const choices = markCurrent(items, ({ part }) => hasPart(list.filter, part));
    const picked = await dialogs.showQuickPick(choices, { title });
    if (picked) await list.show({ ...list.filter, ...picked.part });
  };
}

/**
 * Returns the handler of a command that prompts for the text that a list is searched for, which is a part of its filter.
 * Throws like that of `narrowList`.
 */
export function searchList<
  T extends { readonly id: string },
  Part extends string,
  F extends Readonly<Record<Part, string>>,
>(
  listOf: ListOf<T, F>,
  noun: string,
  part: Part,
  { title, prompt, maxLength }: { title: string; prompt: string; maxLength?: number },
): (services: Services) => Promise<void> {
  return async services => {
    services.session.require();
    const list = listOf(services);
    requireList(list, noun);
    const text = await askSearch(title, prompt, list.filter[part], maxLength);
    if (text !== undefined) await list.show({ ...list.filter, [part]: text });
  };
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

import * as vscode from 'vscode';
import type { Command } from '../manifest.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { Disposables } from '../util/disposables.ts';

/** A record to choose from; raw ids can always be typed instead. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is wrong with a text that should be a UUID, or nothing. */
export function uuidProblem(text: string): string | undefined {
  return UUID.test(text.trim()) ? undefined : 'Enter an ID such as 6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001.';
}

/**
 * Lets the person choose records, or type the id of one that is not listed. While the list is read the
 * choice shows progress; a list that cannot be read is said so and leaves the typing.
 */
export async function chooseIds(
  title: string,
  choices: Promise<readonly Choice[]>,
  { many = false, anyId = false }: { readonly many?: boolean; readonly anyId?: boolean } = {},
): Promise<string[] | undefined> {
  const owned = new Disposables();
  const pick = owned.add(vscode.window.createQuickPick<vscode.QuickPickItem & { id: string }>());
  pick.title = title;
  const instead = anyId ? 'type another' : 'paste an ID';
  pick.placeholder = `Choose one, or ${instead}`;
  pick.canSelectMany = many;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.busy = true;
  let known: readonly (vscode.QuickPickItem & { id: string })[] = [];
  const isId = (text: string): boolean => (anyId ? text !== '' : UUID.test(text));
  const show = (): void => {
    const text = pick.value.trim();
    const typed = isId(text) && !known.some(({ id }) => id === text);
    pick.items = typed ? [...known, { label: `$(key) ${text}`, description: 'as typed', id: text }] : known;
  };
  owned.add(pick.onDidChangeValue(show));
  choices.then(
    found => {
      known = found.map(one => ({
        label: one.label,
        id: one.id,
        description: one.description ?? '',
        detail: one.detail ?? '',
      }));
      if (known.length === 0) pick.placeholder = `Nothing is listed; ${instead}`;
      pick.busy = false;
      show();
    },
    (error: unknown) => {
      const why = isNotOffered(error) ? 'This service has no such list' : 'The list could not be read';
      pick.placeholder = `${why}; ${instead}`;
      pick.busy = false;
    },
  );
  pick.show();
  return new Promise(resolve => {
    owned.add(
      pick.onDidAccept(() => {
        const chosen = pick.selectedItems.map(({ id }) => id);
        // An ID that is pasted and entered at once has no line of its own yet.
        const ids = chosen.length === 0 && isId(pick.value.trim()) ? [pick.value.trim()] : chosen;
        if (ids.length === 0) return;
        resolve(ids);
        pick.hide();
      }),
    );
    owned.add(
      pick.onDidHide(() => {
        resolve(undefined);
        owned.dispose();
      }),
    );
  });
}

/** The same for one record. */
export async function chooseId(
  title: string,
  choices: Promise<readonly Choice[]>,
  options: { readonly anyId?: boolean } = {},
): Promise<string | undefined> {
  return (await chooseIds(title, choices, options))?.[0];
}

/** Asks before something that cannot be taken back; true when the person agrees. */
export async function confirmed(question: string, detail: string, verb: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, verb)) === verb;
}

/** Does work under a notification with a cancel button; cancelling aborts the signal. */
export async function withCancel<T>(
  title: string,
  work: (signal: AbortSignal, progress: (message: string) => void) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const running = new AbortController();
    const subscription = token.onCancellationRequested(() => running.abort());
    try {
      return await work(running.signal, message => progress.report({ message }));
    } finally {
      subscription.dispose();
    }
  });
}

/** Tells in the status bar that something was done. */
export function done(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 5000);
}

/**
 * Tells something with a button that runs another command, without keeping the one that tells waiting for an
 * answer, which may never come.
 */
export function offer(
  severity: 'information' | 'warning' | 'error',
  text: string,
  button: string,
  command: Command,
  argument: unknown,
): void {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage };
  void show[severity](text, button).then(choice => {
    if (choice === button) void vscode.commands.executeCommand(command, argument);
  });
}

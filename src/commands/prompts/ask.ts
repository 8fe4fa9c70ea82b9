import * as vscode from 'vscode';
import type { ArgumentsOf } from '../../contributions/commands.ts';
import { dialogs } from '../../host/dialogs.ts';
import { pickFrom } from '../../host/picker.ts';
import type { Target } from '../../client/eachTarget.ts';
import type { Command } from '../../manifest.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import { isUuid } from '../../util/isUuid.ts';
import { type Choice, type Choices, pagesOf } from './choices.ts';
import { PickerItems } from './pickerItems.ts';
import type { Services } from '../commandServices.ts';

type Item = vscode.QuickPickItem & { readonly id: string };

/** Returns an error message unless the text is a UUID. */
export function uuidProblem(text: string): string | undefined {
  return isUuid(text.trim()) ? undefined : 'Enter an ID such as 6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001.';
}

/** Options of a picker: `many` allows several records, `anyId` accepts any text as an ID instead of only UUIDs. */
interface ChooseOptions {
  readonly many?: boolean;
  readonly anyId?: boolean;
}

/**
 * Shows a picker for records that also accepts a typed ID. For a single choice, items appear page by page; for several,
 * when all pages have been read. If the list cannot be read, the picker says so and an ID can still be typed.
 */
export async function chooseRecords(
  title: string,
  choices: Choices,
  { many = false, anyId = false }: ChooseOptions = {},
): Promise<Target[] | undefined> {
  const alternative = anyId ? 'type another' : 'paste an ID';
  const items = new PickerItems<Item>();
  const isId = (text: string): boolean => (anyId ? text !== '' : isUuid(text));
  return pickFrom<Item, Target[]>({
    title,
    fill: (pick, owned) => {
      let closed = false;
      owned.add({ dispose: () => (closed = true) });
      pick.placeholder = `Choose ${many ? 'one or more' : 'one'}, or ${alternative}`;
      pick.canSelectMany = many;
      pick.keepScrollPosition = true;
      pick.busy = true;
      // Setting new items clears the selection and the active item.
      const show = (): void => {
        const { selectedItems, activeItems } = pick;
        const keep = (before: readonly Item[]): Item[] =>
          items.all.filter(({ id }) => before.some(item => item.id === id));
        pick.items = items.all;
        if (many) pick.selectedItems = keep(selectedItems);
        if (activeItems.length > 0) pick.activeItems = keep(activeItems);
      };
      const follow = (): void => {
        const text = pick.value.trim();
        const isTyped = isId(text) && !items.isListed(text);
        if (items.type(isTyped ? { label: `$(key) ${text}`, description: 'as typed', id: text } : undefined))
          show();
      };
      const fill = async (): Promise<void> => {
        for await (const page of pagesOf(choices)) {
          if (closed) return;
          items.add(page.map(itemOf));
          // With several choices, an update could lose a selection made at the same moment.
          if (!many) show();
        }
        if (items.listedCount === 0) pick.placeholder = `Nothing is listed; ${alternative}`;
      };
      owned.add(pick.onDidChangeValue(follow));
      void fill()
        .catch((error: unknown) => {
          const why = isNotOffered(error) ? 'This service has no such list' : 'The list could not be read';
          const whole = items.listedCount === 0 ? why : `${why} to its end`;
          pick.placeholder = `${whole}; ${alternative}`;
        })
        .finally(() => {
          show();
          pick.busy = false;
        });
    },
    accepted: ({ value, selectedItems }) => {
      const text = value.trim();
      const chosen = selectedItems.map(({ id, label }) => ({ id, name: items.isListed(id) ? label : id }));
      // An ID that is pasted and accepted at once does not have an item yet.
      const records = chosen.length === 0 && isId(text) ? [{ id: text, name: text }] : chosen;
      return records.length === 0 ? undefined : records;
    },
  });
}

/** Like `chooseRecords`, but returns only the IDs. */
export async function chooseIds(
  title: string,
  choices: Choices,
  options?: ChooseOptions,
): Promise<string[] | undefined> {
  return (await chooseRecords(title, choices, options))?.map(({ id }) => id);
}

/** Like `chooseIds`, but for a single record. */
export async function chooseId(
  title: string,
  choices: Choices,
  options: { readonly anyId?: boolean } = {},
): Promise<string | undefined> {
  return (await chooseIds(title, choices, options))?.[0];
}

/** Prompts for a whole number in a range. */
export async function askNumber({
  title,
  prompt,
  value,
  min,
  max,
  unit,
}: {
  readonly title: string;
  readonly prompt: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
}): Promise<number | undefined> {
  const text = await dialogs.showInputBox({
    title,
    prompt,
    value: String(value),
    ignoreFocusOut: true,
    validateInput: given =>
      /^\d+$/.test(given.trim()) && Number(given) >= min && Number(given) <= max
        ? undefined
        : `Enter a whole number${unit === undefined ? '' : ` of ${unit}`} from ${min} to ${max}.`,
  });
  return text === undefined ? undefined : Number(text);
}

/** Asks for confirmation of an action; returns true if the user confirms. */
export async function confirmed(question: string, detail: string, verb: string): Promise<boolean> {
  return (await dialogs.showWarningMessage(question, { modal: true, detail }, verb)) === verb;
}

/** Runs work with a cancelable progress notification; Cancel aborts the signal. */
export async function withCancel<T>(
  title: string,
  work: (signal: AbortSignal, progress: (message: string) => void) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return dialogs.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const running = new AbortController();
    const subscription = token.onCancellationRequested(() => running.abort());
    try {
      return await work(running.signal, message => progress.report({ message }));
    } finally {
      subscription.dispose();
    }
  });
}

/** Shows the progress of work in the status bar. */
export async function withStatus<T>(
  title: string,
  work: (progress: (message: string) => void) => Promise<T>,
): Promise<T> {
  return dialogs.withProgress({ location: vscode.ProgressLocation.Window, title }, async progress =>
    work(message => progress.report({ message })),
  );
}

/** Shows a message in the status bar for five seconds after an action. */
export function done(text: string): void {
  dialogs.setStatusBarMessage(`$(check) ${text}`, 5000);
}

/**
 * Shows a message with a button that runs another command on the same connection. Does not wait for the user, who may
 * never respond.
 */
export function offer<C extends Command>(
  { run }: Pick<Services, 'run'>,
  severity: 'information' | 'warning' | 'error',
  text: string,
  button: string,
  command: C,
  ...given: ArgumentsOf<C>
): void {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = dialogs;
  const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage };
  void show[severity](text, button).then(choice => {
    if (choice === button) void run(command, ...given);
  });
}

function itemOf({ id, label, description = '', detail = '' }: Choice): Item {
  return { id, label, description, detail };
}

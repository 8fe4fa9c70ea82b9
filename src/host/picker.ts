import type * as vscode from 'vscode';
import { Disposables } from '../util/disposables.ts';
import { dialogs } from './dialogs.ts';

/** The parts of a picker besides its items. */
interface PickerOptions<Item extends vscode.QuickPickItem, T> {
  readonly title: string;
  /** Fills the picker before it is shown; what it adds to `owned` is disposed of with the picker. */
  readonly fill: (pick: vscode.QuickPick<Item>, owned: Disposables) => void;
  /** Returns the choice when the user presses Enter; undefined leaves the picker open. */
  readonly accepted: (pick: vscode.QuickPick<Item>) => T | undefined;
}

/** Shows a picker that is searched by all texts of its items; returns undefined if the user closes it. */
export async function pickFrom<Item extends vscode.QuickPickItem, T>({
  title,
  fill,
  accepted,
}: PickerOptions<Item, T>): Promise<T | undefined> {
  const pick = dialogs.createQuickPick<Item>();
  pick.title = title;
  // The page behind it may take the focus late.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const owned = new Disposables();
  fill(pick, owned);
  try {
    return await answerInput(pick, () => accepted(pick));
  } finally {
    owned.dispose();
  }
}

/**
 * Shows an input until it has an answer, and disposes of it. Each time the user presses Enter, calls `accepted`, and
 * resolves once it returns one; so does `pressed` for a button. Returns undefined if the user closes the input.
 */
export async function answerInput<T>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  accepted: () => T | undefined | Promise<T | undefined>,
  pressed: (button: vscode.QuickInputButton) => T | undefined = () => undefined,
): Promise<T | undefined> {
  const owned = new Disposables();
  owned.add(input);
  try {
    return await new Promise<T | undefined>(resolve => {
      const answer = (given: T | undefined): void => {
        if (given !== undefined) resolve(given);
      };
      owned.add(
        input.onDidAccept(() => {
          const given = accepted();
          // At once, since the input may be hidden right after.
          if (given instanceof Promise) void given.then(answer);
          else answer(given);
        }),
      );
      owned.add(input.onDidTriggerButton(button => answer(pressed(button))));
      owned.add(input.onDidHide(() => resolve(undefined)));
      input.show();
    });
  } finally {
    owned.dispose();
  }
}

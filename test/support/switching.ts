import * as vscode from 'vscode';
import type { Command } from '../../src/manifest.ts';
import type { Connection } from '../../src/stores/connection.ts';
import { extensionParts } from './extension.ts';

/** Texts for input boxes; the first valid one is typed. */
const TEXTS = ['540, 960', 'https://example.com/hook', '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001', '{}', '1'];

/** Options for a command during which the connection changes. */
export interface Switching {
  /** Arguments of the command. */
  readonly args?: readonly unknown[];
  /** Texts that are typed instead of the preset text. */
  readonly texts?: readonly string[];
  /** Part of the label to select in lists that contain it, instead of the first item. */
  readonly pick?: string;
  /** The button to press in messages that are not questions; by default none. */
  readonly press?: string;
  /** True to answer questions with their first button; false to dismiss them. */
  readonly agrees?: boolean;
  /**
   * The moment, counted from 1, at which the other connection is selected: before a dialog, or after a call. By default
   * never.
   */
  readonly at?: number | 'failure';
  readonly other: Connection;
  /** Receives what VS Code is asked to show: texts, options, items, and lists. */
  readonly hear?: (...shown: readonly unknown[]) => void;
}

/** The outcome of a command: number of moments, whether it wrote, its errors with their buttons, and its questions. */
export interface Switched {
  readonly moments: number;
  readonly hasWritten: boolean;
  readonly failures: readonly string[];
  readonly buttons: readonly unknown[];
  readonly questions: readonly string[];
}

/** Runs a command with automatic answers to its dialogs, and selects another connection at one of its moments. */
export async function runSwitching(
  command: Command,
  { args = [], texts = [], pick, press, agrees = true, at, other, hear = () => undefined }: Switching,
): Promise<Switched> {
  const { window, services } = await extensionParts();
  const failures: string[] = [];
  const errorButtons: unknown[] = [];
  const questions: string[] = [];
  let moments = 0;
  let hasWritten = false;
  const moment = (): void => {
    if (++moments === at) services.scopes.use(other);
  };
  const pickItems = <T extends { readonly label: string; readonly kind?: number }>(
    all: readonly T[],
  ): T[] => {
    const items = all.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    const found = pick === undefined ? undefined : items.find(({ label }) => label.includes(pick));
    return [found ?? items[0]].filter(item => item !== undefined);
  };
  const answer = (message: string, ...rest: unknown[]): Promise<unknown> => {
    hear(message, ...rest);
    moment();
    const [options, ...buttons] = rest;
    const isQuestion = typeof options === 'object' && options !== null && 'modal' in options;
    if (isQuestion) {
      questions.push(message);
      return Promise.resolve(agrees ? buttons[0] : undefined);
    }
    return Promise.resolve(rest.find(button => titleOf(button) === press));
  };
  const original = { ...window };
  const hooks = {
    showInformationMessage: answer,
    showWarningMessage: answer,
    showErrorMessage: (message: string, ...rest: unknown[]) => {
      failures.push(message);
      errorButtons.push(...rest.map(titleOf));
      if (at === 'failure') services.scopes.use(other);
      return answer(message, ...rest);
    },
    showInputBox: async (options: vscode.InputBoxOptions = {}) => {
      hear(options);
      moment();
      for (const text of [...texts, options.value ?? '', ...TEXTS]) {
        const verdict = text === '' ? 'empty' : await options.validateInput?.(text);
        hear(verdict);
        if (typeof verdict !== 'string' || verdict === '') return text;
      }
      return undefined;
    },
    showQuickPick: async (
      items: readonly vscode.QuickPickItem[] | Promise<readonly vscode.QuickPickItem[]>,
      options: vscode.QuickPickOptions = {},
    ) => {
      moment();
      hear(await items, options);
      const chosen = pickItems(await items);
      return options.canPickMany === true ? chosen : chosen[0];
    },
    createQuickPick: () => selfAnswering(moment, pickItems, hear),
    withProgress: (...[options, task]: Parameters<typeof window.withProgress>) => {
      hear(options);
      moment();
      return original.withProgress(options, (progress, token) => {
        const report = (value: Parameters<typeof progress.report>[0]): void => {
          hear(value);
          progress.report(value);
        };
        return task({ report }, token);
      });
    },
    setStatusBarMessage: (text: string, ...rest: unknown[]): unknown => {
      hear(text);
      return Reflect.apply(original.setStatusBarMessage, window, [text, ...rest]);
    },
  };
  const exchanges = services.scopes.onExchange(({ method }) => {
    hasWritten ||= method !== 'GET';
    moment();
  });
  Object.assign(window, hooks);
  try {
    await vscode.commands.executeCommand(command, ...args);
    return { moments, hasWritten, failures, buttons: errorButtons, questions };
  } finally {
    exchanges.dispose();
    const names = Object.keys(hooks) as (keyof typeof hooks)[];
    Object.assign(window, Object.fromEntries(names.map(name => [name, original[name]])));
  }
}

function titleOf(button: unknown): unknown {
  return typeof button === 'object' && button !== null && 'title' in button ? button.title : button;
}

/** Returns a quick pick that accepts the selected items once they are loaded. */
function selfAnswering(
  moment: () => void,
  pickItems: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem[],
  hear: (...shown: readonly unknown[]) => void,
): Partial<vscode.QuickPick<vscode.QuickPickItem>> {
  const accepted = new vscode.EventEmitter<void>();
  const selected = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  const hidden = new vscode.EventEmitter<void>();
  const value = new vscode.EventEmitter<string>();
  const pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  let isBusy = false;
  const accept = (): void => {
    hear({ ...list, selectedItems: [] });
    list.selectedItems = pickItems(list.items ?? []);
    selected.fire(list.selectedItems);
    if (list.selectedItems.length > 0) accepted.fire();
    else hidden.fire();
  };
  const list: Partial<{
    -readonly [K in keyof vscode.QuickPick<vscode.QuickPickItem>]: vscode.QuickPick<vscode.QuickPickItem>[K];
  }> = {
    items: [],
    selectedItems: [],
    activeItems: [],
    value: '',
    onDidAccept: accepted.event,
    onDidChangeSelection: selected.event,
    onDidHide: hidden.event,
    onDidChangeValue: value.event,
    onDidTriggerButton: pressed.event,
    show: () => {
      moment();
      if (!isBusy) setImmediate(accept);
    },
    hide: () => hidden.fire(),
    dispose: () => undefined,
  };
  Object.defineProperty(list, 'busy', {
    get: () => isBusy,
    set: (busy: boolean) => {
      if (isBusy && !busy) setImmediate(accept);
      isBusy = busy;
    },
  });
  return list;
}

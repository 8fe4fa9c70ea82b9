import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Command } from '../../src/manifest.ts';
import { isObject } from '../../src/util/isObject.ts';
import { extensionParts, until } from './extension.ts';

/** Answers to dialogs that a test cannot click, in order. */
export interface Answers {
  /** Texts typed into input boxes, or functions of the preset text; each must pass the validation of the box. */
  readonly inputs?: readonly (string | ((value: string) => string))[];
  /** The button pressed in each modal dialog and each warning. */
  readonly buttons?: readonly string[];
  /** Part of the label selected in each list, instead of the item or items that Enter accepts. */
  readonly picks?: readonly string[];
  /** Collects the text of each modal dialog and each warning. */
  readonly questions?: string[];
  /** Collects the default button of each modal dialog and each warning. */
  readonly defaults?: unknown[];
  /** Collects the number of questions that each question of a series names. */
  readonly totals?: (number | undefined)[];
}

/**
 * Runs a command and accepts the first item of its pickers until it ends. Input boxes and modal dialogs, which no
 * command can answer, get the given answers, all of which must be used. Returns the messages shown.
 */
export async function runAnswering(
  command: Command,
  answers: Answers,
  ...args: unknown[]
): Promise<readonly string[]> {
  const inputs = [...(answers.inputs ?? [])];
  const buttons = [...(answers.buttons ?? [])];
  const picks = [...(answers.picks ?? [])];
  const problems: string[] = [];
  const messages: string[] = [];
  const { window } = await extensionParts();
  const original = { ...window };
  window.showInputBox = async options => {
    const input = inputs.shift();
    const text = typeof input === 'function' ? input(options?.value ?? '') : input;
    if (text === undefined) problems.push(`nothing to type for “${options?.title ?? ''}”`);
    else if (isRefusal(await options?.validateInput?.(text))) problems.push(`“${text}” is refused`);
    return text;
  };
  const warn = async (message: string, ...rest: unknown[]): Promise<unknown> => {
    answers.questions?.push(message);
    answers.defaults?.push(rest.find(item => typeof item === 'string'));
    const button = buttons.shift();
    const pressed =
      button === undefined ? undefined : rest.find(item => item === button || titleOf(item) === button);
    if (pressed === undefined) problems.push(`no ${button ?? 'button'} for “${message}”`);
    return Promise.resolve(pressed);
  };
  window.showWarningMessage = warn;
  const pick = async (items: unknown, ...rest: unknown[]): Promise<unknown> => {
    const label = picks.shift();
    const [options] = rest as (vscode.QuickPickOptions | undefined)[];
    // VS Code may show a list before its items, and Enter would then select none of several.
    if (label === undefined && options?.canPickMany === true)
      return ((await items) as vscode.QuickPickItem[]).filter(({ picked }) => picked === true);
    if (label === undefined) return Reflect.apply(original.showQuickPick, window, [items, ...rest]);
    const item = ((await items) as vscode.QuickPickItem[]).find(candidate => candidate.label.includes(label));
    if (!item) problems.push(`no “${label}” to pick`);
    return options?.canPickMany === true && item ? [item] : item;
  };
  // Multi-step questions are separate lists and input boxes, which no command can answer.
  const inSeries =
    <T extends vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox>(
      create: () => T,
      answer: (input: T) => boolean,
    ) =>
    (): T => {
      const input = create();
      // A question without a number sets an undefined one.
      let isInSeries = false;
      const prototype = Object.getPrototypeOf(input) as object;
      Object.defineProperty(input, 'step', {
        get: (): unknown => Reflect.get(prototype, 'step', input),
        set: (step: unknown) => {
          isInSeries = true;
          Reflect.set(prototype, 'step', step, input);
        },
      });
      const accepts: (() => unknown)[] = [];
      const show = input.show.bind(input);
      const onDidAccept = input.onDidAccept.bind(input);
      Object.defineProperty(input, 'onDidAccept', {
        value: (listener: () => unknown) => {
          accepts.push(listener);
          return onDidAccept(listener);
        },
      });
      input.show = () => {
        show();
        if (isInSeries) answers.totals?.push(input.totalSteps);
        if (isInSeries && answer(input)) for (const accept of accepts) accept();
      };
      return input;
    };
  const pickInSeries = (input: vscode.QuickPick<vscode.QuickPickItem>): boolean => {
    const label = picks.shift();
    const item = input.items.find(candidate => label !== undefined && candidate.label.includes(label));
    if (label !== undefined && !item) {
      const offered = input.items.slice(0, 5).map(candidate => candidate.label);
      problems.push(`no “${label}” in “${input.title ?? ''}”: ${offered.join(', ')}`);
    }
    const preselected = input.activeItems.length > 0 ? input.activeItems : input.items.slice(0, 1);
    input.selectedItems = item ? [item] : preselected;
    return true;
  };
  const typeInSeries = (input: vscode.InputBox): boolean => {
    const typed = inputs.shift();
    const text = typeof typed === 'function' ? typed(input.value) : typed;
    if (text === undefined) problems.push(`nothing to type for “${input.title ?? ''}”`);
    else input.value = text;
    return true;
  };
  const listen =
    (show: (message: string, ...rest: never[]) => unknown) =>
    (message: string, ...rest: never[]): unknown => {
      messages.push(message);
      return show(message, ...rest);
    };
  Object.assign(window, {
    showQuickPick: pick,
    showInformationMessage: (message: string, ...rest: never[]): unknown => {
      messages.push(message);
      const [options] = rest as (vscode.MessageOptions | undefined)[];
      if (options?.modal === true) return warn(message, ...rest);
      return Reflect.apply(original.showInformationMessage, window, [message, ...rest]);
    },
    showErrorMessage: (message: string, ...rest: never[]) => {
      const [button] = buttons;
      if (button === undefined || !rest.includes(button as never))
        return listen(original.showErrorMessage)(message, ...rest);
      messages.push(message);
      return Promise.resolve(buttons.shift());
    },
    createQuickPick: inSeries(original.createQuickPick.bind(window), pickInSeries),
    createInputBox: inSeries(original.createInputBox.bind(window), typeInSeries),
  });
  try {
    let ended = false;
    const running = vscode.commands.executeCommand(command, ...args).then(() => (ended = true));
    await until('the end of the command', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await vscode.commands.executeCommand('notifications.clearAll');
      return ended;
    });
    await running;
    const left = { inputs, buttons, picks, problems };
    assert.deepEqual(left, { inputs: [], buttons: [], picks: [], problems: [] });
    return messages;
  } finally {
    const { showInputBox, showWarningMessage, showQuickPick, showInformationMessage, showErrorMessage } =
      original;
    const { createQuickPick, createInputBox } = original;
    Object.assign(window, {
      ...{ showInputBox, showWarningMessage, showQuickPick, showInformationMessage, showErrorMessage },
      ...{ createQuickPick, createInputBox },
    });
  }
}

function titleOf(item: unknown): unknown {
  return isObject(item) ? item['title'] : undefined;
}

function isRefusal(verdict: string | vscode.InputBoxValidationMessage | null | undefined): boolean {
  if (verdict == null || typeof verdict === 'string') return Boolean(verdict);
  return verdict.severity === vscode.InputBoxValidationSeverity.Error;
}

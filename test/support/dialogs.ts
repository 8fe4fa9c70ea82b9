import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Command } from '../../src/manifest.ts';
import { extensionParts, until } from './extension.ts';

/** What a person answers to dialogs that a test cannot click, in the order in which they come. */
export interface Answers {
  /** Texts typed into input boxes; each must pass the box's own check. */
  readonly inputs?: readonly string[];
  /** The button pressed in each modal question. */
  readonly buttons?: readonly string[];
}

/**
 * Runs a command and accepts the first item of its pickers until it has ended; input boxes and modal dialogs,
 * which have no command to answer them, are answered as told. Every answer must be asked for.
 */
export async function runAnswering(command: Command, answers: Answers, ...given: unknown[]): Promise<void> {
  const inputs = [...(answers.inputs ?? [])];
  const buttons = [...(answers.buttons ?? [])];
  const problems: string[] = [];
  const { window } = await extensionParts();
  const original = { box: window.showInputBox, warn: window.showWarningMessage };
  window.showInputBox = async options => {
    const text = inputs.shift();
    if (text === undefined) problems.push(`nothing to type for “${options?.title ?? ''}”`);
    else if (isRefusal(await options?.validateInput?.(text))) problems.push(`“${text}” is refused`);
    return text;
  };
  const warn = async (message: string, ...rest: unknown[]): Promise<unknown> => {
    const button = buttons.shift();
    if (button === undefined || !rest.includes(button))
      problems.push(`no ${button ?? 'button'} for “${message}”`);
    return Promise.resolve(button);
  };
  window.showWarningMessage = warn;
  try {
    let ended = false;
    const running = vscode.commands.executeCommand(command, ...given).then(() => (ended = true));
    await until('the end of the command', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await vscode.commands.executeCommand('notifications.clearAll');
      return ended;
    });
    await running;
    assert.deepEqual({ inputs, buttons, problems }, { inputs: [], buttons: [], problems: [] });
  } finally {
    window.showInputBox = original.box;
    window.showWarningMessage = original.warn;
  }
}

function isRefusal(verdict: string | vscode.InputBoxValidationMessage | null | undefined): boolean {
  if (verdict == null || typeof verdict === 'string') return Boolean(verdict);
  return verdict.severity === vscode.InputBoxValidationSeverity.Error;
}

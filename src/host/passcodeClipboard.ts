import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import { dialogs } from './dialogs.ts';

/**
 * Copies passcodes without showing them. The clipboard forgets the last one after a while, or when the window closes,
 * unless something else was copied since.
 */
export class PasscodeClipboard {
  #held: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Copies a passcode, for as long as the settings say. */
  async copy(code: string): Promise<void> {
    await vscode.env.clipboard.writeText(code);
    const seconds = vscode.workspace.getConfiguration(SECTION).get<number>(Setting.passcodeSeconds, 60);
    const masked = `${'•'.repeat(Math.max(code.length - 2, 2))}${code.slice(-2)}`;
    const forgotten = seconds > 0 ? `, on the clipboard for ${seconds} s` : '';
    dialogs.setStatusBarMessage(`$(key) Copied the passcode ${masked}${forgotten}.`, 5000);
    clearTimeout(this.#timer);
    this.#held = seconds > 0 ? code : undefined;
    if (seconds > 0) this.#timer = setTimeout(() => void this.forget(), seconds * 1000);
  }

  /** Takes the passcode that was copied last off the clipboard, where it still is there. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && (await vscode.env.clipboard.readText()) === held)
      await vscode.env.clipboard.writeText('');
  }
}

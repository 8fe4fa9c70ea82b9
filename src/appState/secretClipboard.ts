import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import { dialogs } from '../host/dialogs.ts';

/**
 * Copies passcodes and secrets without showing them. Clears the last one of each from the clipboard, unless other text
 * has been copied since.
 */
export class SecretClipboard {
  #passcode: string | undefined;
  #secret: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Copies a passcode, cleared after the number of seconds in the setting or when the window closes; with 0, it stays
   * until `forget`.
   */
  async copyPasscode(code: string): Promise<void> {
    const masked = `${'•'.repeat(Math.max(code.length - 2, 2))}${code.slice(-2)}`;
    await this.copyValue(code, `passcode ${masked}`);
  }

  /** Copies a value, which is cleared like a passcode; `name` says what it is, such as “password”. */
  async copyValue(value: string, name: string): Promise<void> {
    await vscode.env.clipboard.writeText(value);
    const seconds = vscode.workspace.getConfiguration(SECTION).get<number>(Setting.passcodeSeconds, 60);
    const forgotten = seconds > 0 ? `, on the clipboard for ${seconds} s` : '';
    dialogs.setStatusBarMessage(`$(key) Copied the ${name}${forgotten}.`, 5000);
    clearTimeout(this.#timer);
    if (seconds > 0) {
      this.#passcode = value;
      this.#timer = setTimeout(() => void this.forgetPasscode(), seconds * 1000);
    } else this.#secret = value;
  }

  /** Copies a secret, which stays until `forget`. */
  async copySecret(secret: string): Promise<void> {
    await vscode.env.clipboard.writeText(secret);
    this.#secret = secret;
  }

  /** Clears the last passcode from the clipboard. */
  async forgetPasscode(): Promise<void> {
    clearTimeout(this.#timer);
    const passcode = this.#passcode;
    this.#passcode = undefined;
    await clearIfUnchanged(passcode);
  }

  /** Clears the last passcode and the last secret from the clipboard. */
  async forget(): Promise<void> {
    await this.forgetPasscode();
    const secret = this.#secret;
    this.#secret = undefined;
    await clearIfUnchanged(secret);
  }
}

async function clearIfUnchanged(text: string | undefined): Promise<void> {
  if (text !== undefined && (await vscode.env.clipboard.readText()) === text)
    await vscode.env.clipboard.writeText('');
}

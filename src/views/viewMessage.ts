import type * as vscode from 'vscode';
import type { Disposable } from '../util/disposables.ts';

/** Interval at which the message is updated, in milliseconds. */
const TICK_MS = 1000;

/** The message above a view. Countdowns and relative times are updated while the view is visible. */
export class ViewMessage implements Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>;
  readonly #text: () => string;
  #timer: NodeJS.Timeout | undefined;

  /** Shows the text that `text` returns; an empty one removes the message. */
  constructor(view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>, text: () => string) {
    this.#view = view;
    this.#text = text;
  }

  /** Updates the message; must be called after each change of its data or of the view's visibility. */
  update(): void {
    const text = this.#text();
    if (this.#view.message !== text) this.#view.message = text;
    if (text !== '' && this.#view.visible) this.#timer ??= setInterval(() => this.update(), TICK_MS);
    else this.dispose();
  }

  /** Stops the periodic updates. */
  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

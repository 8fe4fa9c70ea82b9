import type * as vscode from 'vscode';
import type { Disposable } from '../util/disposables.ts';

/** Interval at which the message is updated, in milliseconds. */
const TICK_MS = 1000;

/** The message above a view. Countdowns and relative times are updated while the view is visible. */
export class ViewMessage implements Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>;
  readonly #words: () => string;
  #ticking: NodeJS.Timeout | undefined;

  /** Shows the text that `words` returns; an empty text removes the message. */
  constructor(view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>, words: () => string) {
    this.#view = view;
    this.#words = words;
  }

  /** Updates the message; must be called after each change of its data or of the view's visibility. */
  say(): void {
    const message = this.#words();
    if (this.#view.message !== message) this.#view.message = message;
    if (message !== '' && this.#view.visible) this.#ticking ??= setInterval(() => this.say(), TICK_MS);
    else this.dispose();
  }

  /** Stops the periodic updates. */
  dispose(): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}

import type * as vscode from 'vscode';
import type { Disposable } from '../util/disposables.ts';

/** How often the sentence is worded anew, in milliseconds. */
const TICK_MS = 1000;

/** The sentence above a view. A countdown and the age of what is shown go on in it while the view can be seen. */
export class ViewMessage implements Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>;
  readonly #words: () => string;
  #ticking: NodeJS.Timeout | undefined;

  /** Shows what `words` answers; nothing is above the view where that is empty. */
  constructor(view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>, words: () => string) {
    this.#view = view;
    this.#words = words;
  }

  /** Words it anew: after whatever it depends on has changed, also whether the view can be seen. */
  say(): void {
    const message = this.#words();
    if (this.#view.message !== message) this.#view.message = message;
    if (message !== '' && this.#view.visible) this.#ticking ??= setInterval(() => this.say(), TICK_MS);
    else this.dispose();
  }

  /** Ends its going on. */
  dispose(): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}

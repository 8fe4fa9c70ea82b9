import type { Dialogs } from '../host/plainDialogs.ts';
import { dialogs as windowDialogs } from '../host/dialogs.ts';
import { Emitter } from '../util/emitter.ts';

/** The questions of device panels that wait for an answer in an input box or a quick pick. */
class OpenQuestions {
  #count = 0;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  get areOpen(): boolean {
    return this.#count > 0;
  }

  /** Counts a question until it is answered. */
  async ask<T>(answer: PromiseLike<T>): Promise<T> {
    if (++this.#count === 1) this.#changed.fire();
    try {
      return await answer;
    } finally {
      if (--this.#count === 0) this.#changed.fire();
    }
  }
}

export const questions = new OpenQuestions();

/** The dialogs of device panels. While a question waits for its answer, no key reaches a device. */
export const dialogs: Dialogs = new Proxy(windowDialogs, {
  get: (target, name): unknown => {
    const show: unknown = Reflect.get(target, name);
    if (typeof show !== 'function' || (name !== 'showQuickPick' && name !== 'showInputBox')) return show;
    return (...given: unknown[]) => {
      const answer: unknown = Reflect.apply(show, target, given);
      return answer instanceof Object && 'then' in answer ? questions.ask(Promise.resolve(answer)) : answer;
    };
  },
});

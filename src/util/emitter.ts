import type { Disposable } from './disposables.ts';

/** Subscribes a listener until the returned handle is disposed. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A source of events, fit to be listened to by VS Code and by plain code alike. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = listener => {
    // A wrapper of its own lets the same function be subscribed twice.
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** One event for several: it happens whenever any of them does. */
export function eitherEvent<T>(...events: readonly Event<T>[]): Event<T> {
  return listener => {
    const subscriptions = events.map(event => event(listener));
    return { dispose: () => subscriptions.forEach(subscription => subscription.dispose()) };
  };
}

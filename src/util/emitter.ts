import type { Disposable } from './disposables.ts';

/** Subscribes a listener until the returned handle is disposed. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** An event source usable both as a VS Code event and in code without VS Code. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = listener => {
    // A new wrapper per subscription lets the same function subscribe twice.
    const subscriber = (value: T): void => listener(value);
    this.#listeners.add(subscriber);
    return { dispose: () => this.#listeners.delete(subscriber) };
  };

  fire(value: T): void {
    // A copy, since a listener can add listeners, which must not receive this value.
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Returns an event that fires whenever any of the given events fires. */
export function anyEvent<T>(...events: readonly Event<T>[]): Event<T> {
  return listener => {
    const subscriptions = events.map(event => event(listener));
    return { dispose: () => subscriptions.forEach(subscription => subscription.dispose()) };
  };
}

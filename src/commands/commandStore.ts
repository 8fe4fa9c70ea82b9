import type { CommandSession } from './commandSession.ts';

/** What a command sees of a store that shows the active connection. */
export abstract class CommandStore<S> {
  protected readonly session: CommandSession;
  protected readonly store: S;

  constructor(session: CommandSession, store: S) {
    this.session = session;
    this.store = store;
  }

  /** Acts on the store, unless another connection is active by now. */
  protected async whenActive(act: (store: S) => Promise<void>): Promise<void> {
    if (this.session.isActive) await act(this.store);
  }
}

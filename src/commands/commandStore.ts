import type { CommandSession } from './commandSession.ts';

/** A command's access to a store that shows the active connection. */
export abstract class CommandStore<S> {
  protected readonly session: CommandSession;
  protected readonly store: S;

  constructor(session: CommandSession, store: S) {
    this.session = session;
    this.store = store;
  }

  /** Calls `act` with the store unless another connection is active. */
  protected async whenActive(act: (store: S) => Promise<void>): Promise<void> {
    if (this.session.isActive) await act(this.store);
  }
}

import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { AUTOSTART_VARIABLE } from '../manifest.ts';
import { type Connection, SANDBOX } from '../stores/connection.ts';
import type { Session } from '../stores/session.ts';
import type { Keys } from './keys.ts';
import { onConnectionsChanged, readConnections } from './settings.ts';

const CHOSEN = 'connection';

/** The connections to choose from and the one this workspace has chosen. */
export class Connections implements vscode.Disposable {
  readonly #session: Session;
  readonly #memory: vscode.Memento;
  readonly #subscription: vscode.Disposable;

  constructor(session: Session, memory: vscode.Memento) {
    this.#session = session;
    this.#memory = memory;
    this.#subscription = onConnectionsChanged(() => this.#follow());
    session.use(this.#remembered());
  }

  /** The sandbox, then the services of the user settings. */
  get all(): readonly Connection[] {
    return [SANDBOX, ...readConnections()];
  }

  /** The connection of this id, if there is still one. */
  withId(id: string | undefined): Connection | undefined {
    return this.all.find(connection => connection.id === id);
  }

  /** Makes a connection the active one of this workspace, also after a restart. */
  async choose(connection: Connection | undefined): Promise<void> {
    await this.#memory.update(CHOSEN, connection?.id);
    this.#session.use(connection);
  }

  /** Begins anew with a connection whose key or data is another one, where it is the active one. */
  reopen(connection: Connection): void {
    if (this.#session.isActive(connection)) this.#session.use(connection);
  }

  /** Forgets the client of a connection whose key was removed, where it is the active one. */
  signedOut(connection: Connection): void {
    if (this.#session.isActive(connection)) this.#session.signedOut();
  }

  /** Follows a key that another window stored or deleted. */
  async followKey(keys: Keys): Promise<void> {
    const { state, connection } = this.#session;
    if (connection?.kind !== 'service') return;
    const signedIn = (await keys.read(connection)) !== undefined;
    if (this.#session.state !== state) return;
    if (!signedIn && state.kind !== 'signedOut') this.#session.signedOut();
    else if (signedIn && (state.kind === 'signedOut' || state.kind === 'rejected')) {
      this.#session.use(connection);
    }
  }

  /** Tells the views when the sandbox they show has ended by itself. */
  followSandbox(running: boolean): void {
    if (running || this.#session.state.kind !== 'open' || this.#session.connection?.kind !== 'sandbox')
      return;
    this.#session.failed(new Error('The sandbox stopped. Retry to start it again.'));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #remembered(): Connection | undefined {
    const chosen = this.withId(this.#memory.get<string>(CHOSEN));
    return chosen ?? (process.env[AUTOSTART_VARIABLE] === 'sandbox' ? SANDBOX : undefined);
  }

  // A changed address is another connection, with a key of its own; a changed name or header word is the same one.
  #follow(): void {
    const active = this.#session.connection;
    if (!active) return;
    const now = this.withId(active.id);
    if (!now) this.#session.use(this.#remembered());
    else if (!isDeepStrictEqual(now, active)) this.#session.use(now);
  }
}

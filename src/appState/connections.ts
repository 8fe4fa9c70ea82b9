import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { AUTOSTART_VARIABLE } from '../manifest.ts';
import { type Connection, SANDBOX } from '../stores/connection.ts';
import { onConnectionsChanged, readConnections } from '../host/settings.ts';
import type { Keys } from './keys.ts';
import type { Scopes } from './scopes.ts';

const CHOSEN = 'connection';

/** The available connections and the selected connection of the workspace. */
export class Connections implements vscode.Disposable {
  readonly #scopes: Scopes;
  readonly #memory: vscode.Memento;
  readonly #subscription: vscode.Disposable;

  constructor(scopes: Scopes, memory: vscode.Memento) {
    this.#scopes = scopes;
    this.#memory = memory;
    this.#subscription = onConnectionsChanged(() => this.#follow());
    scopes.use(this.#remembered());
  }

  /** The sandbox, followed by the services in the user settings. */
  get all(): readonly Connection[] {
    return [SANDBOX, ...readConnections()];
  }

  /** Returns the connection with this ID, if it still exists. */
  withId(id: string | undefined): Connection | undefined {
    return this.all.find(connection => connection.id === id);
  }

  /** Makes a connection active and remembers it for the workspace. */
  async choose(connection: Connection | undefined): Promise<void> {
    await this.#memory.update(CHOSEN, connection?.id);
    this.#scopes.use(connection);
  }

  /** Resets the session if this connection is active, after its key or its data changed. */
  reopen(connection: Connection): void {
    if (this.#scopes.isCurrent(connection)) this.#scopes.use(connection);
  }

  /** Drops the client of a connection after its key was removed, if it is active. */
  signedOut(connection: Connection): void {
    if (this.#scopes.isCurrent(connection)) this.#scopes.current.session.signOut();
  }

  /** Updates the session after another window stored or deleted the key. */
  async followKey(keys: Keys): Promise<void> {
    const { session } = this.#scopes.current;
    const { state, connection } = session;
    if (connection?.kind !== 'service') return;
    const signedIn = (await keys.read(connection)) !== undefined;
    if (this.#scopes.current.session.state !== state) return;
    if (!signedIn && state.kind !== 'signedOut') session.signOut();
    else if (signedIn && (state.kind === 'signedOut' || state.kind === 'rejected')) {
      this.#scopes.use(connection);
    }
  }

  /** Puts the session of the sandbox in the failed state if the sandbox stops. */
  followSandbox(running: boolean): void {
    const { session } = this.#scopes.of(SANDBOX);
    if (running || session.state.kind !== 'open') return;
    session.fail(new Error('The sandbox stopped. Retry to start it again.'));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #remembered(): Connection | undefined {
    const chosen = this.withId(this.#memory.get<string>(CHOSEN));
    return chosen ?? (process.env[AUTOSTART_VARIABLE] === 'sandbox' ? SANDBOX : undefined);
  }

  // A changed address makes a different connection with its own key; a changed name or header prefix does not.
  #follow(): void {
    const active = this.#scopes.current.session.connection;
    if (!active) return;
    const now = this.withId(active.id);
    if (!now) this.#scopes.use(this.#remembered());
    else if (!isDeepStrictEqual(now, active)) this.#scopes.use(now);
  }
}

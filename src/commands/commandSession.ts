import type { Client } from '../client/client.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Connection } from '../stores/connection.ts';
import { NotConnectedError, type Session, type SessionState } from '../stores/session.ts';
import { notingCalls } from './notingCalls.ts';

/**
 * The connection that was active when a command began, even if another becomes active while it runs. The command's
 * client uses only this connection.
 */
export class CommandSession {
  readonly connection: Connection | undefined;
  readonly #session: Session;
  readonly #mayHaveDone = new Set<OperationId>();

  constructor(session: Session, connection: Connection | undefined) {
    this.#session = session;
    this.connection = connection;
  }

  /** True while this is still the active connection, which views and lists show. */
  get isActive(): boolean {
    return this.#session.connection?.id === this.connection?.id;
  }

  /** The state of the connection; closed if another one is active. */
  get state(): SessionState {
    if (this.isActive) return this.#session.state;
    return this.connection ? { kind: 'closed', connection: this.connection } : { kind: 'none' };
  }

  /** The operations called so far that succeeded or may have taken effect, including reads. */
  get mayHaveDone(): readonly OperationId[] {
    return [...this.#mayHaveDone];
  }

  /** Returns the connection. Throws NotConnectedError if there is none, or if it is signed out or rejected. */
  require(): Connection {
    if (this.isActive) return this.#session.require();
    if (!this.connection) throw new NotConnectedError({ kind: 'none' });
    return this.connection;
  }

  /** Returns the client of the connection, opening it if needed. */
  async client(): Promise<Client> {
    const client = await this.#session.clientOf(this.require());
    return notingCalls(client, id => this.#mayHaveDone.add(id));
  }
}

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

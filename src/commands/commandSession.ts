import type { Client } from '../client/client.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Connection } from '../stores/connection.ts';
import { NotConnectedError, type Session, type SessionState } from '../stores/session.ts';
import { notingCalls } from './notingCalls.ts';

/**
 * The connection that a command acts on: the one that was active when the command began, whatever is chosen while it
 * runs. The command's client is that of this connection and of no other.
 */
export class CommandSession {
  readonly connection: Connection | undefined;
  readonly #session: Session;
  readonly #mayHaveDone = new Set<OperationId>();

  constructor(session: Session, connection: Connection | undefined) {
    this.#session = session;
    this.connection = connection;
  }

  /** Tells whether the connection is still the active one, which views and lists show. */
  get isActive(): boolean {
    return this.#session.connection?.id === this.connection?.id;
  }

  /** The state of the connection; closed where another one is active by now. */
  get state(): SessionState {
    if (this.isActive) return this.#session.state;
    return this.connection ? { kind: 'closed', connection: this.connection } : { kind: 'none' };
  }

  /** The operations that changed something, or may have, by what the command called so far. */
  get mayHaveDone(): readonly OperationId[] {
    return [...this.#mayHaveDone];
  }

  /** The connection. Throws NotConnectedError where there was none, or nobody is signed in. */
  require(): Connection {
    if (this.isActive) return this.#session.require();
    if (!this.connection) throw new NotConnectedError({ kind: 'none' });
    return this.connection;
  }

  /** The client of the connection, opened where it is closed. */
  async client(): Promise<Client> {
    const client = await this.#session.clientOf(this.require());
    return notingCalls(client, id => this.#mayHaveDone.add(id));
  }
}

import type { Client } from '../client/client.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Connection } from './connection.ts';

/**
 * The active connection and how far it is: closed until somebody needs it, signed out without a key,
 * rejected once the service refused the key.
 */
export type SessionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'closed'; readonly connection: Connection }
  | { readonly kind: 'opening'; readonly connection: Connection }
  | { readonly kind: 'open'; readonly connection: Connection; readonly client: Client }
  | { readonly kind: 'signedOut'; readonly connection: Connection }
  | { readonly kind: 'rejected'; readonly connection: Connection }
  | { readonly kind: 'failed'; readonly connection: Connection; readonly error: Error };

/** One attempt of a request, with the connection that it went to. */
export interface SessionExchange extends Exchange {
  readonly connection: Connection;
}

/** Opens a client for a connection, or answers undefined when no key is stored for it. */
export type OpenClient = (
  connection: Connection,
  onExchange: (exchange: Exchange) => void,
) => Promise<Client | undefined>;

/** Thrown when work needs the service while nobody is connected; the view shows the state instead. */
export class NotConnectedError extends Error {
  readonly state: SessionState;

  constructor(state: SessionState) {
    super('There is no open connection.');
    this.name = 'NotConnectedError';
    this.state = state;
  }
}

/** Holds the active connection and opens its client when first needed. */
export class Session implements Disposable {
  readonly #changed = new Emitter<SessionState>();
  readonly #exchanged = new Emitter<SessionExchange>();
  readonly #reachable = new Emitter<void>();
  readonly #open: OpenClient;
  #state: SessionState = { kind: 'none' };
  #pending: Promise<Client | undefined> | undefined;
  /** Counts how often a connection was chosen, left or failed; what began in an earlier turn is void. */
  #turn = 0;
  /** Whether the last attempt to be heard of got no answer. */
  #cut = false;

  readonly onDidChange = this.#changed.event;
  /** One event for each attempt of each request. */
  readonly onExchange = this.#exchanged.event;
  /** The service answers again after a request that got no answer. */
  readonly onReachable = this.#reachable.event;

  constructor(open: OpenClient) {
    this.#open = open;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The active connection, if one is chosen. */
  get connection(): Connection | undefined {
    return this.#state.kind === 'none' ? undefined : this.#state.connection;
  }

  /** Makes a connection the active one, closed; also used to start anew after signing in. */
  use(connection: Connection | undefined): void {
    this.#turn++;
    this.#pending = undefined;
    this.#become(connection ? { kind: 'closed', connection } : { kind: 'none' });
  }

  /** Forgets the client of the active connection after its key was removed. */
  signedOut(): void {
    this.#turn++;
    this.#pending = undefined;
    if (this.#state.kind !== 'none') {
      this.#become({ kind: 'signedOut', connection: this.#state.connection });
    }
  }

  /** Closes the active connection for a reason that the views show; the next use opens it anew. */
  failed(error: Error): void {
    this.#turn++;
    this.#pending = undefined;
    if (this.#state.kind !== 'none') {
      this.#become({ kind: 'failed', connection: this.#state.connection, error });
    }
  }

  /**
   * The client of the active connection, opened on first use and shared by everybody who asks meanwhile.
   * Throws NotConnectedError, or the error that kept the connection from opening.
   */
  async client(): Promise<Client> {
    for (;;) {
      const connection = this.require();
      const turn = this.#turn;
      const client = await this.#shared(connection);
      if (client && this.#turn === turn) return client;
    }
  }

  /**
   * The client of a connection, whichever one is active: the shared one while it is that, else one of its own.
   * Throws as `client` does, or a sentence where the person has signed out of it.
   */
  async clientOf(connection: Connection): Promise<Client> {
    while (this.isActive(connection)) {
      const turn = this.#turn;
      try {
        const client = await this.#shared(this.require());
        if (client && this.#turn === turn) return client;
      } catch (error) {
        // What another turn failed at is not what this connection fails at.
        if (this.#turn === turn) throw error;
      }
    }
    const client = await this.#open(connection, exchange =>
      this.#exchanged.fire({ ...exchange, connection }),
    );
    if (client) return client;
    throw new Error(`You are signed out of “${connection.name}”. Switch to it and sign in.`);
  }

  /**
   * The shared client of the connection that work belongs to. Throws where another one is active by now, so that
   * nothing reaches a service whose things are not shown.
   */
  async activeClientOf(connection: Connection): Promise<Client> {
    this.requireActive(connection);
    const client = await this.client();
    // Another one may have been chosen while this one was opened.
    this.requireActive(connection);
    return client;
  }

  /** Tells whether a connection is the active one. */
  isActive({ id }: Connection): boolean {
    return this.connection?.id === id;
  }

  /** Throws where another connection than the given one is active by now. */
  requireActive({ id, name }: Connection): void {
    if (this.require().id === id) return;
    throw new Error(`This belongs to the connection “${name}”. Switch to it first.`);
  }

  /** The active connection, which may still be closed. Throws NotConnectedError where nobody is signed in. */
  require(): Connection {
    const state = this.#state;
    if (state.kind === 'none' || state.kind === 'signedOut' || state.kind === 'rejected') {
      throw new NotConnectedError(state);
    }
    return state.connection;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#exchanged.dispose();
    this.#reachable.dispose();
  }

  async #shared(connection: Connection): Promise<Client | undefined> {
    if (this.#state.kind === 'open') return this.#state.client;
    this.#pending ??= this.#opening(connection);
    return this.#pending;
  }

  async #opening(connection: Connection): Promise<Client | undefined> {
    const turn = this.#turn;
    this.#become({ kind: 'opening', connection });
    try {
      const client = await this.#open(connection, exchange =>
        this.#observe(turn, { ...exchange, connection }),
      );
      if (this.#turn !== turn) return undefined;
      const state: SessionState = client
        ? { kind: 'open', connection, client }
        : { kind: 'signedOut', connection };
      this.#pending = undefined;
      this.#become(state);
      if (!client) throw new NotConnectedError(state);
      return client;
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      if (this.#turn === turn && this.#state.kind === 'opening') {
        this.#pending = undefined;
        this.#become({ kind: 'failed', connection, error });
      }
      throw error;
    }
  }

  // An answer to a client of an earlier turn says nothing about the key of this one.
  #observe(turn: number, exchange: SessionExchange): void {
    this.#exchanged.fire(exchange);
    if (this.#turn === turn) this.#followReach(exchange);
    if (exchange.status === 401 && this.#turn === turn && this.#state.kind === 'open') {
      this.#become({ kind: 'rejected', connection: this.#state.connection });
    }
  }

  #followReach({ status, failure }: Exchange): void {
    const was = this.#cut;
    if (status !== undefined) this.#cut = false;
    else if (failure !== undefined && failure !== 'cancelled') this.#cut = true;
    if (was && !this.#cut) this.#reachable.fire();
  }

  #become(state: SessionState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}

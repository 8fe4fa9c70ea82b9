import type { Client } from '../client/client.ts';
import type { Exchange } from '../client/exchange.ts';
import { SandboxStoppedError } from '../client/sandboxAddress.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { toError } from '../util/errors.ts';
import type { Connection } from './connection.ts';

/**
 * A connection and its state: closed until first use, signedOut without a key, rejected after the service
 * refused the key.
 */
export type SessionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'closed'; readonly connection: Connection }
  | { readonly kind: 'opening'; readonly connection: Connection }
  | { readonly kind: 'open'; readonly connection: Connection; readonly client: Client }
  | { readonly kind: 'signedOut'; readonly connection: Connection }
  | { readonly kind: 'rejected'; readonly connection: Connection }
  | { readonly kind: 'failed'; readonly connection: Connection; readonly error: Error };

/** A state without a usable connection: none is selected, or it is signed out or rejected. */
type UnusableState = Extract<SessionState, { kind: 'none' | 'signedOut' | 'rejected' }>;

/**
 * Returns true for a state in which the records read so far must be forgotten: after a change or reset of the
 * connection and after a sign-out.
 */
export function dropsRecords({ kind }: SessionState): boolean {
  return kind === 'none' || kind === 'closed' || kind === 'signedOut';
}

/**
 * Returns true for a state in which what is shown of a connection must be read again. After a failure to open, reading
 * would open the connection again at once, without end.
 */
export function asksForReading({ kind }: SessionState): boolean {
  return kind !== 'opening' && kind !== 'failed';
}

/** Returns true for a state in which `Session.require` throws. */
export function isUnusable(state: SessionState): state is UnusableState {
  return state.kind === 'none' || state.kind === 'signedOut' || state.kind === 'rejected';
}

/** One attempt of a request, with its connection. */
export interface SessionExchange extends Exchange {
  readonly connection: Connection;
}

/** Opens a client for a connection; returns undefined if no key is stored for it. */
export type OpenClient = (
  connection: Connection,
  onExchange: (exchange: Exchange) => void,
) => Promise<Client | undefined>;

/** Thrown if an operation needs a connection and none is available; views show the state instead of the error. */
export class NotConnectedError extends Error {
  readonly state: SessionState;

  constructor(state: SessionState) {
    super('There is no open connection.');
    this.name = 'NotConnectedError';
    this.state = state;
  }
}

/** Thrown for a call that must not be made while another connection is active. */
export class InactiveConnectionError extends Error {
  /** The name of the connection that is not active. */
  readonly connection: string;

  constructor(connection: string) {
    super(`This belongs to the connection “${connection}”. Switch to it first.`);
    this.connection = connection;
    this.name = 'InactiveConnectionError';
  }
}

/** A connection that can be active, and its client, which is opened on first use. */
export class Session implements Disposable {
  readonly #changed = new Emitter<SessionState>();
  readonly #exchanged = new Emitter<SessionExchange>();
  readonly #reachable = new Emitter<void>();
  readonly #unreachable = new Emitter<void>();
  readonly #open: OpenClient;
  #state: SessionState = { kind: 'none' };
  #isActive = true;
  #pending: Promise<Client | undefined> | undefined;
  /**
   * Incremented when the connection is selected, closed or fails, so that results of earlier operations are dropped.
   */
  #turn = 0;
  /** True if the last attempt got no response. */
  #isCut = false;

  readonly onDidChange = this.#changed.event;
  /** Fires for each attempt of each request. */
  readonly onExchange = this.#exchanged.event;
  /** Fires at the first response after a request that got none. */
  readonly onReachable = this.#reachable.event;
  /** Fires at the first request that gets no response. */
  readonly onUnreachable = this.#unreachable.event;

  constructor(open: OpenClient) {
    this.#open = open;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The connection; undefined if none is selected. */
  get connection(): Connection | undefined {
    return this.#state.kind === 'none' ? undefined : this.#state.connection;
  }

  /** False after a request that got no response, until one gets one. */
  get isReachable(): boolean {
    return !this.#isCut;
  }

  /** True while this is the active connection, which the views show. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Makes the connection active, in closed state; also resets it, for example after sign-in or a new name. */
  use(connection: Connection | undefined): void {
    this.#isActive = true;
    this.#reset(connection);
  }

  /** Drops the client after the key was removed. */
  signOut(): void {
    this.#turn++;
    this.#pending = undefined;
    if (this.#state.kind !== 'none') {
      this.#setState({ kind: 'signedOut', connection: this.#state.connection });
    }
  }

  /** Closes the connection with an error that the views show; the next use opens it again. */
  fail(error: Error): void {
    this.#turn++;
    this.#pending = undefined;
    if (this.#state.kind !== 'none') {
      this.#setState({ kind: 'failed', connection: this.#state.connection, error });
    }
  }

  /** Closes the connection, which is not active; what has begun on it opens it again. */
  leave(connection: Connection | undefined): void {
    this.#isActive = false;
    this.#reset(connection);
  }

  /**
   * Returns the client of the connection, opened on first use and shared by concurrent callers. Throws
   * NotConnectedError, or the error that prevented the connection from opening.
   */
  async client(): Promise<Client> {
    for (;;) {
      const connection = this.require();
      const turn = this.#turn;
      try {
        const client = await this.#openShared(connection);
        if (client && this.#turn === turn) return client;
      } catch (error) {
        // An error from before a reset does not concern the connection as it is now, but nothing that waited for a
        // sandbox starts it again after the user stopped it.
        if (this.#turn === turn || error instanceof SandboxStoppedError) throw error;
      }
    }
  }

  /** Returns the client like `client`. Throws if another connection is active, so that no request goes to a service that is not shown. */
  async activeClient(): Promise<Client> {
    this.#requireActive();
    const client = await this.client();
    // The active connection may have changed while this one was opening.
    this.#requireActive();
    return client;
  }

  /**
   * Returns the connection, which may still be closed. Throws NotConnectedError if none is selected, or if it is active
   * and signed out or rejected.
   */
  require(): Connection {
    const state = this.#state;
    if (state.kind === 'none' || (this.#isActive && isUnusable(state))) throw new NotConnectedError(state);
    return state.connection;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#exchanged.dispose();
    this.#reachable.dispose();
    this.#unreachable.dispose();
  }

  #reset(connection: Connection | undefined): void {
    this.#isCut = false;
    this.#turn++;
    this.#pending = undefined;
    this.#setState(connection ? { kind: 'closed', connection } : { kind: 'none' });
  }

  #requireActive(): void {
    const { name } = this.require();
    if (!this.#isActive) throw new InactiveConnectionError(name);
  }

  async #openShared(connection: Connection): Promise<Client | undefined> {
    if (this.#state.kind === 'open') return this.#state.client;
    this.#pending ??= this.#openClient(connection);
    return this.#pending;
  }

  async #openClient(connection: Connection): Promise<Client | undefined> {
    const turn = this.#turn;
    this.#setState({ kind: 'opening', connection });
    try {
      const client = await this.#open(connection, exchange =>
        this.#observe(turn, { ...exchange, connection }),
      );
      if (this.#turn !== turn) return undefined;
      const state: SessionState = client
        ? { kind: 'open', connection, client }
        : { kind: 'signedOut', connection };
      this.#pending = undefined;
      this.#setState(state);
      if (!client && !this.#isActive)
        throw new Error(`You are signed out of “${connection.name}”. Switch to it and sign in.`);
      if (!client) throw new NotConnectedError(state);
      return client;
    } catch (cause) {
      const error = toError(cause);
      if (this.#turn === turn && this.#state.kind === 'opening') {
        this.#pending = undefined;
        this.#setState({ kind: 'failed', connection, error });
      }
      throw error;
    }
  }

  // A 401 to an earlier client says nothing about the current key.
  #observe(turn: number, exchange: SessionExchange): void {
    this.#exchanged.fire(exchange);
    if (this.#turn === turn) this.#followReach(exchange);
    if (exchange.status === 401 && this.#turn === turn && this.#state.kind === 'open') {
      this.#setState({ kind: 'rejected', connection: this.#state.connection });
    }
  }

  #followReach({ status, failure }: Exchange): void {
    const wasCut = this.#isCut;
    if (status !== undefined) this.#isCut = false;
    else if (failure !== undefined && failure !== 'cancelled') this.#isCut = true;
    if (wasCut && !this.#isCut) this.#reachable.fire();
    if (!wasCut && this.#isCut) this.#unreachable.fire();
  }

  #setState(state: SessionState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}

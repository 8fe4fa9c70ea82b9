import { isDeepStrictEqual } from 'node:util';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Connection } from '../stores/connection.ts';
import type { Stores } from '../stores/openStores.ts';
import { type OpenClient, Session, type SessionExchange } from '../stores/session.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { keysOf } from '../util/isObject.ts';
import type { DriftStore } from './driftStore.ts';
import type { ShownRuns } from './shownRuns.ts';

/**
 * A connection with its session and stores. A command keeps the scope in which it began, so nothing that it does reaches
 * a connection selected meanwhile.
 */
export interface Scope extends Stores {
  readonly session: Session;
  readonly catalog: CatalogStore;
  readonly drift: DriftStore;
  readonly runs: ShownRuns;
}

/** The scopes of the connections used so far, one of which is current: that of the active connection. */
export class Scopes extends Disposables {
  readonly #openClient: OpenClient;
  readonly #openScope: (session: Session) => Scope;
  readonly #changed = this.add(new Emitter<void>());
  readonly #exchanged = this.add(new Emitter<SessionExchange>());
  readonly #known = new Map<string | undefined, Scope>();
  #current: Scope;

  /** Fires when another scope has become current. */
  readonly onDidChange = this.#changed.event;
  /** Fires for each attempt of each request, in any scope. */
  readonly onExchange = this.#exchanged.event;

  constructor(openClient: OpenClient, openScope: (session: Session) => Scope) {
    super();
    this.#openClient = openClient;
    this.#openScope = openScope;
    this.#current = this.of(undefined);
  }

  get current(): Scope {
    return this.#current;
  }

  /** Returns the scope of a connection, or of none; it is created on first use. */
  of(connection: Connection | undefined): Scope {
    const known = this.#known.get(connection?.id);
    // The name of a connection can change.
    if (known && !known.session.isActive && !isDeepStrictEqual(known.session.connection, connection))
      known.session.leave(connection);
    if (known) return known;
    const session = this.add(new Session(this.#openClient));
    session.leave(connection);
    this.add(session.onExchange(exchange => this.#exchanged.fire(exchange)));
    const scope = this.#openScope(session);
    this.#known.set(connection?.id, scope);
    return scope;
  }

  isCurrent(connection: Connection): boolean {
    return this.#current.session.connection?.id === connection.id;
  }

  /** Makes the scope of a connection current, in closed state; also resets the current one, for example after sign-in. */
  use(connection: Connection | undefined): void {
    const before = this.#current;
    const scope = this.of(connection);
    if (scope !== before) {
      before.runs.clear();
      this.#current = scope;
      if (before.catalog.isStarted) scope.catalog.start();
      this.#changed.fire();
      before.session.leave(before.session.connection);
    }
    scope.session.use(connection);
  }

  /** Closes all clients, for example because the proxy has changed; the next use opens them again. */
  reset(): void {
    for (const { session } of this.#known.values()) {
      if (session.isActive) session.use(session.connection);
      else session.leave(session.connection);
    }
  }

  /**
   * Returns the parts of whichever scope is current, for what outlives a change of the connection, such as views. Their
   * events are those of the current scope.
   */
  get followed(): Scope {
    const parts = keysOf(this.#current).map(name => [name, this.#follow(name)]);
    return Object.fromEntries(parts) as Scope;
  }

  #follow(name: keyof Scope): object {
    const part = (): object => this.#current[name];
    const get = (_: object, member: string | symbol): unknown => {
      if (typeof member === 'string' && /^on[A-Z]/.test(member))
        return this.#following(() => Reflect.get(part(), member) as Event<unknown>);
      const value: unknown = Reflect.get(part(), member);
      return typeof value === 'function' ? (value as () => unknown).bind(part()) : value;
    };
    return new Proxy({}, { get });
  }

  #following(event: () => Event<unknown>): Event<unknown> {
    return listener => {
      let heard: Disposable = event()(listener);
      const switched = this.#changed.event(() => {
        heard.dispose();
        heard = event()(listener);
      });
      return {
        dispose: () => {
          heard.dispose();
          switched.dispose();
        },
      };
    };
  }
}

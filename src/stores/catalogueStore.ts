import type { Client } from '../client/client.ts';
import { createCatalogue, type FlowCatalogue } from '../flow/catalogue.ts';
import { openCatalogue } from '../flow/packedCatalogue.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { gotNoAnswer } from './gotNoAnswer.ts';
import type { Session } from './session.ts';

/** Where packed catalogues are kept over restarts, one for each connection. */
export interface KeptCatalogues {
  /** The one kept for a connection, if any can be read. */
  read(connectionId: string): Promise<Uint8Array | undefined>;
  write(connectionId: string, packed: Uint8Array): Promise<void>;
  /** Deletes the one of a connection, if there is any. */
  delete(connectionId: string): Promise<void>;
}

/** What is known of a connection's catalogue. */
export interface CatalogueState {
  readonly catalogue: FlowCatalogue;
  /** How many actions are known. */
  readonly count: number;
  /** The services that they belong to. */
  readonly services: readonly string[];
  /** When it was read from the service; undefined while nothing is known. */
  readonly readAt: Date | undefined;
  /** Whether it is the one kept from an earlier time, or the one that comes with the extension. */
  readonly kept: boolean;
  readonly reading: boolean;
  /** Why the last reading failed. */
  readonly error: Error | undefined;
}

/** A catalogue of which nothing is known, so that nothing is said to be missing from it. */
export const NO_CATALOGUE: CatalogueState = {
  catalogue: { ...createCatalogue([]), complete: false },
  count: 0,
  services: [],
  readAt: undefined,
  kept: false,
  reading: false,
  error: undefined,
};

/**
 * Everything that flows can refer to on the active connection: at once what was kept from an earlier time,
 * and read whole whenever the connection opens. Does nothing before `start`, and opens the connection from then on.
 */
export class CatalogueStore implements Disposable {
  readonly #session: Session;
  readonly #keeper: KeptCatalogues;
  readonly #changed = new Emitter<void>();
  readonly #onError: (error: unknown) => void;
  readonly #owned = new Disposables();
  #started = false;
  #state = NO_CATALOGUE;
  /** Ends what was begun for another connection or by an earlier reading. */
  #loading = new AbortController();
  #reading: Promise<void> = Promise.resolve();
  #connectionId: string | undefined;
  #client: Client | undefined;

  readonly onDidChange = this.#changed.event;

  /** `onError` hears what must not stop anybody: a failed reading, or a catalogue that could not be kept. */
  constructor(session: Session, keeper: KeptCatalogues, onError: (error: unknown) => void) {
    this.#session = session;
    this.#keeper = keeper;
    this.#onError = onError;
  }

  get state(): CatalogueState {
    return this.#state;
  }

  /** What is known now. */
  get catalogue(): FlowCatalogue {
    return this.#state.catalogue;
  }

  /** Follows the active connection from now on and opens it where it is closed; further calls do nothing. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#owned.add(this.#session.onDidChange(() => void this.#follow()));
    this.#owned.add(this.#session.onReachable(() => this.#recover()));
    void this.#follow();
  }

  /**
   * Reads everything anew, opening the connection where it is closed; joins a reading that is under way. Rejects
   * when that fails.
   */
  async refresh(): Promise<void> {
    this.start();
    const client = await this.#session.clientOf(this.#session.require());
    if (client === this.#client && !this.#state.reading) this.#load(client);
    await this.#reading;
    if (this.#state.error) throw this.#state.error;
  }

  /** Deletes what is kept of a connection, and forgets what is known where it is the active one. */
  async forget(connectionId: string): Promise<void> {
    if (connectionId === this.#connectionId) {
      this.#stop();
      this.#become(NO_CATALOGUE);
    }
    // A reading that was about to keep what it read must not do so afterwards.
    await this.#reading;
    await this.#keeper.delete(connectionId);
  }

  dispose(): void {
    this.#loading.abort();
    this.#owned.dispose();
    this.#changed.dispose();
  }

  async #follow(): Promise<void> {
    const { connection, state } = this.#session;
    const client = state.kind === 'open' ? state.client : undefined;
    const other = connection?.id !== this.#connectionId;
    this.#connectionId = connection?.id;
    if (other) {
      this.#stop();
      this.#become(NO_CATALOGUE);
    }
    if (client !== this.#client) {
      this.#client = client;
      if (client) this.#load(client);
      else this.#stop();
    }
    if (state.kind === 'closed') queueMicrotask(() => this.#open());
    if (other && connection) await this.#recall(connection.id);
  }

  // Not within an event of the session: who hears of it later would hear of its states in the wrong order.
  #open(): void {
    if (this.#session.state.kind !== 'closed') return;
    // The state of the session tells why it did not open.
    this.#session.client().catch(() => undefined);
  }

  async #recall(connectionId: string): Promise<void> {
    const packed = await this.#keeper.read(connectionId);
    const known = packed && openCatalogue(packed, false);
    // One in another form may hold what is no longer kept.
    if (packed && !known) await this.#keeper.delete(connectionId).catch(this.#onError);
    // What the service answered meanwhile is newer.
    if (!known || this.#connectionId !== connectionId || this.#state.readAt) return;
    const { catalogue, count, facts } = known;
    const { services = [] } = facts;
    const readAt = facts.readAt === undefined ? undefined : new Date(facts.readAt);
    this.#become({ ...this.#state, catalogue, count, services, readAt, kept: true });
  }

  // What failed without an answer is read again once others are answered.
  #recover(): void {
    const { error } = this.#state;
    if (this.#client && error && gotNoAnswer(error)) this.#load(this.#client);
  }

  #load(client: Client): void {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#become({ ...this.#state, reading: true, error: undefined });
    this.#reading = this.#read(client, this.#connectionId, this.#loading.signal);
  }

  #stop(): void {
    this.#loading.abort();
    if (this.#state.reading) this.#become({ ...this.#state, reading: false });
  }

  // Never rejects: what went wrong is in the state.
  async #read(client: Client, connectionId: string | undefined, signal: AbortSignal): Promise<void> {
    try {
      // The client's parts are loaded by the first request, not when the extension starts.
      const { readCatalogue } = await import('./readCatalogue.ts');
      const { kept, known } = await readCatalogue(client, signal);
      if (signal.aborted) return;
      this.#become({ ...NO_CATALOGUE, ...known });
      if (connectionId !== undefined) await this.#keeper.write(connectionId, kept).catch(this.#onError);
    } catch (cause) {
      if (signal.aborted) return;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#onError(error);
      this.#become({ ...this.#state, reading: false, error });
    }
  }

  #become(state: CatalogueState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#changed.fire();
  }
}

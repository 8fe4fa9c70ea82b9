import type { Client } from '../client/client.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Session } from './session.ts';

/** The age in milliseconds at which something is read again. */
const MAX_AGE_MS = 60_000;

/** The last read of a record; its value is undefined if it failed. */
interface Reading<T> {
  /** The time of the read in milliseconds since 1970. */
  readonly at: number;
  readonly value: T | undefined;
}

/** Facts about the records of the active connection by ID. They are read when they are needed. */
export class BackgroundReads<T> extends Disposables {
  readonly #session: Session;
  readonly #read: (client: Client, id: string) => Promise<T>;
  readonly #changed = this.add(new Emitter<void>());
  readonly #readings = new Map<string, Reading<T>>();

  /** Fires when a read returned something else than the one before. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, read: (client: Client, id: string) => Promise<T>) {
    super();
    this.#session = session;
    this.#read = read;
  }

  /**
   * Returns the facts about a record as they are known, and reads them in the background if they are not, or are old. Opens
   * no connection.
   */
  of(id: string): T | undefined {
    const reading = this.#readings.get(this.#keyOf(id));
    const isOld = !reading || Date.now() - reading.at > MAX_AGE_MS;
    if (isOld && this.#session.state.kind === 'open') this.read(id).catch(() => undefined);
    return reading?.value;
  }

  /** Reads the facts about a record. Rejects if they cannot be read. */
  async read(id: string): Promise<T> {
    const key = this.#keyOf(id);
    const before = this.#readings.get(key)?.value;
    // A failure, too, is not repeated at once.
    this.#readings.set(key, { at: Date.now(), value: before });
    const value = await this.#read(await this.#session.client(), id);
    this.#readings.set(key, { at: Date.now(), value });
    if (JSON.stringify(value) !== JSON.stringify(before)) this.#changed.fire();
    return value;
  }

  #keyOf(id: string): string {
    return `${this.#session.connection?.id} ${id}`;
  }
}

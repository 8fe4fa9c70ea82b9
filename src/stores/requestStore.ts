import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Session, SessionExchange } from './session.ts';

/** One attempt of a request from this window, numbered from 1, with its end time. */
export interface SeenRequest extends SessionExchange {
  readonly id: string;
  /** End time in milliseconds since 1970. */
  readonly at: number;
  /** Number of identical reads combined in this entry, such as those of polling. */
  readonly times: number;
}

const KEPT_REQUESTS = 200;
/** Number of recent entries searched for an identical read, so that polling does not displace the others. */
const ALIKE_WITHIN = 8;

/** The last requests of this window, newest first, without keys and bodies. */
export class RequestStore implements Disposable {
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #count = 0;
  #requests: readonly SeenRequest[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#owned.add(
      session.onExchange(exchange => {
        const id = String(++this.#count);
        const alike = this.#requests.slice(0, ALIKE_WITHIN).find(one => isSameRead(one, exchange));
        const times = (alike?.times ?? 0) + 1;
        const seen = { ...exchange, id: alike?.id ?? id, at: Date.now(), times };
        const others = this.#requests.filter(one => one !== alike);
        this.#requests = [seen, ...others].slice(0, KEPT_REQUESTS);
        this.#changed.fire();
      }),
    );
  }

  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
    this.#changed.fire();
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

function isSameRead(one: SessionExchange, other: SessionExchange): boolean {
  return (
    one.method === 'GET' &&
    other.method === 'GET' &&
    one.connection.id === other.connection.id &&
    one.path === other.path &&
    one.status === other.status &&
    one.failure === other.failure
  );
}

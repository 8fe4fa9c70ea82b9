import { Disposables } from '../util/disposables.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import type { SessionExchange } from './session.ts';

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
export class RequestStore extends Disposables {
  readonly #changed = this.add(new Emitter<void>());
  #count = 0;
  #requests: readonly SeenRequest[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(sessions: { readonly onExchange: Event<SessionExchange> }) {
    super();
    this.add(
      sessions.onExchange(exchange => {
        const id = String(++this.#count);
        const alike = this.#requests.slice(0, ALIKE_WITHIN).find(request => isSameRead(request, exchange));
        const times = (alike?.times ?? 0) + 1;
        const seen = { ...exchange, id: alike?.id ?? id, at: Date.now(), times };
        const others = this.#requests.filter(request => request !== alike);
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
}

function isSameRead(first: SessionExchange, second: SessionExchange): boolean {
  return (
    first.method === 'GET' &&
    second.method === 'GET' &&
    first.connection.id === second.connection.id &&
    first.path === second.path &&
    first.status === second.status &&
    first.failure === second.failure
  );
}

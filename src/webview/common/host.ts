import { hostEnvelope, type Protocol, type RequestEnvelope } from '../../protocol/envelope.ts';

/** A request that the host did not do: why, in one sentence, and whether the same may be asked again. */
export class HostFailure extends Error {
  readonly again: boolean;

  constructor(sentence: string, again: boolean) {
    super(sentence);
    this.again = again;
  }
}

/** The page's end of its host: asks, hears new states, and keeps what a page must remember while hidden. */
export interface Host<Request, State, Kept> {
  /** Sends a request and waits for its answer; throws HostFailure when the host could not do it. */
  ask(request: Request): Promise<unknown>;
  /** What was kept when the page was last alive. */
  readonly kept: Kept | undefined;
  /** What the page was given to begin with; nothing where it was alive before, since it is older than that. */
  readonly first: State | undefined;
  /** Keeps a small value, such as scroll and selection, over a hidden time or a reload. */
  keep(value: Kept): void;
}

/**
 * Connects a page to its host; `shown` hears each new state that fits the protocol, and `flush` hands over what the
 * page still holds back. Called once per page.
 */
export function connectHost<Request, State, Kept>(
  protocol: Protocol<Request, State>,
  shown: (state: State) => void,
  flush: () => Promise<void> = () => Promise.resolve(),
): Host<Request, State, Kept> {
  const api = acquireVsCodeApi<Kept>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data;
    if (!hostEnvelope(message)) return;
    if (message.kind === 'state') {
      if (protocol.state(message.state)) shown(message.state);
      return;
    }
    if (message.kind === 'flush') {
      void flush().then(() => api.postMessage({ flushed: message.id }));
      return;
    }
    const wait = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') wait?.resolve(message.answer);
    else wait?.reject(new HostFailure(message.sentence, message.again));
  });
  const kept = api.getState();
  return {
    kept,
    first: kept === undefined ? firstState(protocol) : undefined,
    keep: value => void api.setState(value),
    ask: request => {
      const id = ++asked;
      const wait = Promise.withResolvers<unknown>();
      waiting.set(id, wait);
      const envelope: RequestEnvelope = { id, request };
      api.postMessage(envelope);
      return wait.promise;
    },
  };
}

function firstState<Request, State>(protocol: Protocol<Request, State>): State | undefined {
  const { first } = document.body.dataset;
  delete document.body.dataset['first'];
  const state: unknown = first === undefined ? undefined : JSON.parse(first);
  return protocol.state(state) ? state : undefined;
}

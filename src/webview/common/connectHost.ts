import { hostEnvelope, type Protocol, type RequestEnvelope } from '../../protocol/envelope.ts';
import { type Host, HostFailure } from './host.ts';

/**
 * Connects a webview to the extension; call once. `shown` receives each new valid state, and `flush` sends pending
 * input.
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
    else wait?.reject(new HostFailure(message.sentence));
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

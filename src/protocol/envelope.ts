import { json, number, object, oneOf, text, type Guard, type Shaped, anyOf } from './shape.ts';

/** A request from a webview; it is answered exactly once, under the same `id`. */
export const requestEnvelope = object({ id: number, request: json });

export type RequestEnvelope = Shaped<typeof requestEnvelope>;

/** Confirms that the webview has sent everything that the `flush` message with this id requested. */
export const flushedEnvelope = object({ flushed: number });

/**
 * A message from the extension: the answer to a request; its failure in one sentence; a new state; or a `flush`, which
 * requests pending input such as text just typed.
 */
export const hostEnvelope = anyOf(
  object({ kind: oneOf('answer'), id: number, answer: json }),
  object({ kind: oneOf('failure'), id: number, sentence: text }),
  object({ kind: oneOf('state'), state: json }),
  object({ kind: oneOf('flush'), id: number }),
);

export type HostEnvelope = Shaped<typeof hostEnvelope>;

/** The request and state shapes of one webview; each receiver checks incoming messages against them. */
export interface Protocol<Request, State> {
  readonly request: Guard<Request>;
  readonly state: Guard<State>;
}

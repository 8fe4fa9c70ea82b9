import { flag, json, number, object, oneOf, text, type Shape, type Shaped, anyOf } from './shape.ts';

/** What a page sends: a request that is answered once under its number. */
export const requestEnvelope = object({ id: number, request: json });

/** A request of a page in its envelope. */
export type RequestEnvelope = Shaped<typeof requestEnvelope>;

/** What a page sends once it has done what `flush` asked for under this number. */
export const flushedEnvelope = object({ flushed: number });

/**
 * What the host sends: the answer to a request, its failure in one sentence, a new state of the page, or the wish
 * that the page hands over what it still holds back, such as what was typed a moment ago.
 */
export const hostEnvelope = anyOf(
  object({ kind: oneOf('answer'), id: number, answer: json }),
  object({ kind: oneOf('failure'), id: number, sentence: text, again: flag }),
  object({ kind: oneOf('state'), state: json }),
  object({ kind: oneOf('flush'), id: number }),
);

/** A message of the host in its envelope; `again` says whether the same request may be sent again. */
export type HostEnvelope = Shaped<typeof hostEnvelope>;

/** One page's words: what it may ask, and what state it is shown. Checked on arrival at both ends. */
export interface Protocol<Request, State> {
  readonly request: Shape<Request>;
  readonly state: Shape<State>;
}

import { isObject } from '../util/isObject.ts';

/** The response of the receiver: a status, after a delay of 0 to 60 seconds. */
export interface ReceiverAnswer {
  readonly status: 200 | 302 | 500;
  readonly afterSeconds: number;
}

/** The result of the signature check, with an explanation that never contains the secret. */
export interface SignatureCheck {
  /** `old` is a valid signature whose timestamp is too far from the time of receipt. */
  readonly kind: 'checking' | 'verified' | 'old' | 'refused' | 'unchecked';
  readonly explanation: string;
}

/** A header with its name as received. */
export type Header = readonly [name: string, value: string];

/** The headers of a delivery in order, and the connection's header prefix if known. */
export interface DeliveryHeaders {
  readonly headers: readonly Header[];
  readonly headerPrefix?: string | undefined;
}

/** A request as received: headers in order with unchanged names, and the raw body. */
export interface IncomingRequest extends DeliveryHeaders {
  readonly path: string;
  /** Undefined if the body was larger than the receiver keeps. */
  readonly body: Uint8Array | undefined;
  readonly bodyBytes: number;
}

/** The outcome of a response. */
export interface Answered {
  /** Undefined if the caller disconnected before the response. */
  readonly status: number | undefined;
  readonly afterMs: number;
}

/** A delivery that the receiver got, with its verification and response. */
export interface Received extends IncomingRequest {
  readonly id: string;
  /** Time of receipt in milliseconds since 1970. */
  readonly receivedAt: number;
  readonly verification: SignatureCheck;
  /** Undefined until the response is sent. */
  readonly answered: Answered | undefined;
  /** True if the same timestamp, signature and body were received before. */
  readonly repeated: boolean;
}

/** The response to a delivery that was sent again. */
export interface Replayed {
  readonly status: number;
  readonly ms: number;
  /** Age of the timestamp in seconds if receivers commonly reject it as too old; otherwise undefined. */
  readonly tooOldSeconds: number | undefined;
}

/** A server on the loopback address. */
export interface LoopbackServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Callbacks for the requests that a server receives. */
export interface RequestSink {
  /** Stores a request and returns the response to send. */
  take(request: IncomingRequest): { readonly id: string; readonly answer: ReceiverAnswer };
  /** Called after the response was sent or the caller disconnected. */
  answered(id: string, answered: Answered): void;
}

/** The receiver implementation, loaded on first use. */
export interface ReceiverTools {
  /** Listens on a port, or on a free one if that port is taken. */
  listen(port: number, sink: RequestSink): Promise<LoopbackServer>;
  verify(request: IncomingRequest, secret: string, receivedAt: number): Promise<SignatureCheck>;
  /** Sends a stored delivery to a URL, byte for byte. */
  replay(delivery: IncomingRequest, url: string): Promise<Replayed>;
}

/**
 * Returns the headers with this name ending, in any letter case, since senders use different prefixes. The one with the
 * connection's prefix is first, because a gateway may have added similar headers before it.
 */
export function headersEndingWith({ headers, headerPrefix }: DeliveryHeaders, ending: string): Header[] {
  const expected = `x-${headerPrefix ?? ''}${ending}`.toLowerCase();
  const found = headers.filter(([name]) => name.toLowerCase().endsWith(ending));
  const isExpected = ([name]: Header): boolean => name.toLowerCase() === expected;
  return [...found.filter(isExpected), ...found.filter(header => !isExpected(header))];
}

/** Returns the value of the first header with this ending. */
export function headerEndingWith(delivery: DeliveryHeaders, ending: string): string | undefined {
  return headersEndingWith(delivery, ending)[0]?.[1];
}

/** Returns the event type from a header or the body, or else the method and path. */
export function eventTypeOf(request: IncomingRequest): string {
  const { body, path } = request;
  return (headerEndingWith(request, '-event') ?? typeInBody(body) ?? `POST ${path}`).slice(0, 120);
}

function typeInBody(body: Uint8Array | undefined): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isObject(value) && typeof value['type'] === 'string' ? value['type'] : undefined;
  } catch {
    return undefined;
  }
}

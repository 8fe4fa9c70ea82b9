import { isObject } from '../util/isObject.ts';

/** How the receiver answers: a status, after a wait of 0 to 60 seconds. */
export interface ReceiverAnswer {
  readonly status: 200 | 302 | 500;
  readonly afterSeconds: number;
}

/** Whether a delivery is signed with the endpoint's secret, and a sentence about it. Never holds the secret. */
export interface Judgement {
  /** `old` is a right signature whose timestamp is not near the time of receipt. */
  readonly kind: 'checking' | 'verified' | 'old' | 'refused' | 'unchecked';
  readonly explanation: string;
}

/** A header with its name as written. */
export type Header = readonly [name: string, value: string];

/** The headers of a delivery in their order, and the connection's word in their names where it is known. */
export interface DeliveryHeaders {
  readonly headers: readonly Header[];
  readonly headerPrefix?: string | undefined;
}

/** A request as it arrived: headers in their order with names as written, and the body's bytes. */
export interface IncomingRequest extends DeliveryHeaders {
  readonly path: string;
  /** Absent where it was larger than the receiver keeps. */
  readonly body: Uint8Array | undefined;
  readonly bodyBytes: number;
}

/** What became of an answer. */
export interface Answered {
  /** Absent where the caller disconnected before it was answered. */
  readonly status: number | undefined;
  readonly afterMs: number;
}

/** A delivery that the receiver keeps. */
export interface Received extends IncomingRequest {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly receivedAt: number;
  readonly judgement: Judgement;
  /** Absent until it was answered. */
  readonly answered: Answered | undefined;
  /** Whether the same timestamp, signature and body were received before. */
  readonly repeated: boolean;
}

/** A kept delivery that was sent once more. */
export interface Replayed {
  readonly status: number;
  readonly ms: number;
  /** Age of its timestamp in seconds where receivers commonly refuse it for that. */
  readonly tooOldSeconds: number | undefined;
}

/** A server that listens on the loopback address. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Who is told of requests. */
export interface Intake {
  /** Keeps a request and says how to answer it. */
  take(request: IncomingRequest): { readonly id: string; readonly answer: ReceiverAnswer };
  /** Told what became of the answer. */
  answered(id: string, answered: Answered): void;
}

/** The receiver's machinery, loaded when it is used first. */
export interface ReceiverTools {
  /** Listens on a port, or on a free one where that is taken. */
  listen(port: number, intake: Intake): Promise<Listening>;
  judge(request: IncomingRequest, secret: string, receivedAt: number): Promise<Judgement>;
  /** Sends a kept delivery to an address, byte for byte. */
  replay(delivery: IncomingRequest, url: string): Promise<Replayed>;
}

/**
 * The headers whose names end so, in any case; senders differ in what stands before. The one with the connection's
 * word comes first, since a gateway on the way may have put headers of its own before it.
 */
export function headersEndingWith({ headers, headerPrefix }: DeliveryHeaders, ending: string): Header[] {
  const own = `x-${headerPrefix ?? ''}${ending}`.toLowerCase();
  const found = headers.filter(([name]) => name.toLowerCase().endsWith(ending));
  const isOwn = ([name]: Header): boolean => name.toLowerCase() === own;
  return [...found.filter(isOwn), ...found.filter(header => !isOwn(header))];
}

/** The value of the first of these headers. */
export function headerEndingWith(delivery: DeliveryHeaders, ending: string): string | undefined {
  return headersEndingWith(delivery, ending)[0]?.[1];
}

/** The event's type by its header or body, or the path where neither tells. */
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

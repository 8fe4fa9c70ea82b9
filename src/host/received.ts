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

/** A request as it arrived: headers in their order with names as written, and the body's bytes. */
export interface IncomingRequest {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent where it was larger than the receiver keeps. */
  readonly body: Uint8Array | undefined;
  readonly bodyBytes: number;
}

/** What became of an answer. */
export interface Answered {
  /** Absent where the caller left before it was answered. */
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

/** The value of the first header whose name ends so, in any case; senders differ in what stands before. */
export function headerEndingWith(
  { headers }: Pick<IncomingRequest, 'headers'>,
  ending: string,
): string | undefined {
  return headers.find(([name]) => name.toLowerCase().endsWith(ending))?.[1];
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

import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressProblem, isPublicIp, isThisComputer, type MayCallPort } from '../../../util/publicAddress.ts';

/** An outgoing HTTP request. */
interface OutgoingCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined for none. */
  readonly body: string | undefined;
  readonly timeoutMs: number;
  /** The maximum number of bytes kept of the response body. */
  readonly longestAnswer: number;
  readonly mayCallPort: MayCallPort;
  /** True if only this computer may be called. */
  readonly isConfined: boolean;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** A response: status, headers and the beginning of the body. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Thrown for a request to another computer that a confined run wants to send. */
export class ConfinedError extends Error {
  constructor(host: string) {
    super(
      `a run that an agent started or whose flow an agent activated may not call another computer: ${host}`,
    );
  }
}

/**
 * Sends a request and returns the response, without following redirects (spec 6.1). Resolves a host name once and
 * connects only to the checked addresses.
 */
export async function callAddress({
  method,
  url,
  headers,
  body,
  timeoutMs,
  longestAnswer,
  mayCallPort,
  isConfined,
  signal: given,
}: OutgoingCall): Promise<CallResponse> {
  const problem = addressProblem(url, mayCallPort);
  if (problem !== undefined) throw new Error(`the address ${problem}`);
  const target = new URL(url);
  if (isConfined && !isThisComputer(target.hostname)) throw new ConfinedError(target.host);
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeout, given]);
  const lookup = isThisComputer(target.hostname) ? lookupHere : lookupPublic;
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method, headers, signal, lookup }, response => {
      readAnswer(response, longestAnswer).then(resolve, reject);
    });
    outgoing.once('error', cause =>
      reject(timeout.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`, { cause }) : cause),
    );
    outgoing.end(body);
  });
}

const HERE: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const lookupHere: LookupFunction = (_hostname, options, callback) => answerLookup(HERE, options, callback);

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) callback(error, '', 0);
    else if (addresses.some(({ address }) => !isPublicIp(address)))
      callback(new Error(`${hostname} leads to a private network`), '', 0);
    else answerLookup(addresses, options, callback);
  });
};

function answerLookup(
  addresses: readonly LookupAddress[],
  { all }: LookupOptions,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (!first) callback(new Error('the name has no address'), '', 0);
  else if (all) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
}

async function readAnswer(response: IncomingMessage, longest: number): Promise<CallResponse> {
  const parts: Buffer[] = [];
  let length = 0;
  const chunks: AsyncIterable<Buffer> = response;
  for await (const chunk of chunks) {
    if (length < longest) parts.push(chunk);
    length += chunk.length;
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text: Buffer.concat(parts).subarray(0, longest).toString(),
  };
}

import { lookup as dnsLookup } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '../../util/loopback.ts';
import { isPublicIp } from './address.ts';

/** A call of an address elsewhere. */
export interface OutgoingCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for a call without a body. */
  readonly body: string | undefined;
  readonly timeoutMs: number;
  /** What is read of the answer's body at most, in bytes. */
  readonly longestAnswer: number;
}

/** What was answered: status, headers and the beginning of the body. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Calls an address and waits for the answer. Redirects are answers like any other (spec 6.1). A name that leads
 * to a private address is refused when it is looked up, which is also the address that is connected to.
 */
export function callAddress({
  method,
  url,
  headers,
  body,
  timeoutMs,
  longestAnswer,
}: OutgoingCall): Promise<Answer> {
  const target = new URL(url);
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(timeoutMs);
  const lookup = isLoopbackHost(target.hostname) ? {} : { lookup: publicLookup };
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method, headers, signal, ...lookup }, response => {
      readAnswer(response, longestAnswer).then(resolve, reject);
    });
    outgoing.once('error', cause =>
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`, { cause }) : cause),
    );
    outgoing.end(body);
  });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error ? [] : addresses;
    if (!first) callback(error ?? new Error(`${hostname} has no address`), '', 0);
    else if (addresses.some(one => !isPublicIp(one.address))) {
      callback(new Error(`${hostname} leads to a private network`), '', 0);
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function readAnswer(response: IncomingMessage, longest: number): Promise<Answer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
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

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingRequest, RequestSink, LoopbackServer } from '../../appState/received.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { closeServer } from '../../util/closeServer.ts';
import { portOf } from '../../util/loopback.ts';
import { errorCode } from '../../util/errors.ts';

/** The maximum size of a body that is kept, in bytes; a larger one is answered with 413. */
export const MAX_DELIVERY_BYTES: number = BUDGETS.receiver.bytes;

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 64;

/**
 * Listens for deliveries on the loopback address, on a free port if the given one is taken. Answers each as the sink
 * decides; rejects other requests without passing them on.
 */
export async function listen(port: number, sink: RequestSink): Promise<LoopbackServer> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    // Errors here mean that the caller disconnected.
    answerRequest(request, response, sink).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  await open(server, port).catch((error: unknown) => {
    if (port === 0 || errorCode(error) !== 'EADDRINUSE') throw error;
    return open(server, 0);
  });
  return {
    port: portOf(server),
    close: () => closeServer(server),
  };
}

async function open(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  sink: RequestSink,
): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const refused = findRefusal(request);
  if (refused) {
    respond(response, ...refused);
    return;
  }
  const started = performance.now();
  const incoming = await readRequest(request);
  const { id, answer } = sink.take(incoming);
  const status = incoming.body === undefined ? 413 : answer.status;
  const afterMs = (): number => Math.round(performance.now() - started);
  try {
    await pause(answer.afterSeconds * 1000, undefined, { signal: disconnected.signal });
  } catch {
    sink.answered(id, { status: undefined, afterMs: afterMs() });
    return;
  }
  respond(response, status, ANSWERS[status]);
  sink.answered(id, { status, afterMs: afterMs() });
}

const ANSWERS = {
  200: 'Received.',
  302: 'The local receiver is set to answer 302.',
  413: `The local receiver takes bodies of at most ${MAX_DELIVERY_BYTES} bytes.`,
  500: 'The local receiver is set to answer 500.',
} as const;

// Services send no Origin header; web pages that call this computer do.
function findRefusal({ method, headers }: IncomingMessage): [status: number, text: string] | undefined {
  if (headers.origin !== undefined) return [403, 'The local receiver does not answer web pages.'];
  return method === 'POST'
    ? undefined
    : [405, 'The local receiver takes deliveries, which are POST requests.'];
}

function respond(response: ServerResponse, status: number, text: string): void {
  const allow = status === 405 ? { allow: 'POST' } : {};
  // A sender that follows redirects, which it must not (spec 6.1), shows up as a second request.
  const location = status === 302 ? { location: '/redirected' } : {};
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...allow, ...location });
  response.end(`${text}\n`);
}

// Reads even an oversized body to its end: a caller still sending would not see the answer.
async function readRequest(request: IncomingMessage): Promise<IncomingRequest> {
  const parts: Buffer[] = [];
  let bodyBytes = 0;
  const chunks: AsyncIterable<Buffer> = request;
  for await (const chunk of chunks) {
    bodyBytes += chunk.length;
    if (bodyBytes <= MAX_DELIVERY_BYTES) parts.push(chunk);
    else parts.length = 0;
  }
  const { rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
  const body = bodyBytes > MAX_DELIVERY_BYTES ? undefined : Buffer.concat(parts);
  return { path: request.url ?? '/', headers, body, bodyBytes };
}

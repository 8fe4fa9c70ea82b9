import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { INSTALL_MS, type PhoneOperationId } from '../contract/phoneOperations.ts';
import { closeServer } from '../util/closeServer.ts';
import { portOf } from '../util/loopback.ts';
import type { Client } from './client.ts';
import { ApiError } from './failure.ts';
import { isSameText } from './isSameText.ts';
import { readRelayBody } from './readRelayBody.ts';
import { type RelayRefusal, refuse, toRelayRefusal } from './relayRefusal.ts';
import { findRelayRoute, readQuery } from './relayRoutes.ts';
import type { CallOptions, Reply } from './reply.ts';
import type { RequestInput } from './request.ts';

/** The service to which a relay forwards, and the devices there. */
export interface RelayTarget {
  /** The name of the connection, for messages. */
  readonly name: string;
  /** Returns a client of the service; undefined without a key. */
  readonly client: () => Promise<Client | undefined>;
  /** Returns the key, which no reply may contain. */
  readonly key: () => Promise<string | undefined>;
  /** Returns true for a device whose routes may be used. */
  readonly hasDevice: (deviceId: string) => boolean;
}

/** A server on the loopback address that forwards requests to some devices of a service. */
export interface DeviceRelay {
  readonly baseUrl: string;
  /** The token of its requests, which is not the key of the service. */
  readonly token: string;
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 60_000;
const MAX_CONNECTIONS = 64;
/** The shortest key that is looked for in replies; a shorter one occurs by chance. */
const SHORTEST_KEY = 8;
const DISPLAY_HEADER = 'x-device-display-id';

/**
 * Starts a relay, so that a program can use some devices of a service without its key. It forwards only the operations of
 * `PHONE_OPERATIONS` on the devices of the target.
 */
export async function startDeviceRelay(target: RelayTarget): Promise<DeviceRelay> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    // An error here means that the caller disconnected.
    answer(target, token, request, response).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    token,
    close: () => closeServer(server),
  };
}

/** A reply of the relay. */
interface RelayReply {
  readonly status: number;
  readonly type?: string;
  readonly bytes?: Uint8Array;
}

async function answer(
  target: RelayTarget,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  try {
    if (!isSameText(request.headers.authorization ?? '', `Bearer ${token}`))
      throw refuse(401, 'unauthorized', 'The token of the relay is wrong.');
    const { status, type, bytes } = await forward(target, request, disconnected.signal);
    response.writeHead(status, type === undefined ? {} : { 'content-type': type });
    response.end(bytes);
  } catch (error) {
    sendRefusal(response, toRelayRefusal(target.name, error));
  }
}

function sendRefusal(response: ServerResponse, { status, code, message, waitMs }: RelayRefusal): void {
  const wait = waitMs === undefined ? {} : { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  // What is left of a body that was refused is not read.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...wait });
  response.end(JSON.stringify({ code, message }));
}

async function forward(
  target: RelayTarget,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<RelayReply> {
  const [path, search] = splitTarget(request.url ?? '');
  const route = findRelayRoute(request.method ?? '', path);
  if (!route) throw refuse(404, 'route_not_allowed', 'The relay does not forward this request.');
  const { id, params } = route;
  if (!target.hasDevice(params['deviceId'] ?? ''))
    throw refuse(404, 'device_not_found', 'This device was not added.');
  const operation: Operation = operations[id];
  const displayId = request.headers[DISPLAY_HEADER];
  const input: RequestInput = {
    params,
    query: readQuery(operation, search),
    headers: displayId === undefined ? {} : { [DISPLAY_HEADER]: displayId },
    body: await readRelayBody(operation, request),
  };
  const client = await target.client();
  if (!client) throw refuse(401, 'missing_key', `Sign in to “${target.name}” again.`);
  const options = {
    signal,
    isOnce: operation.effect !== 'read',
    ...(id === 'installApp' ? { timeoutMs: INSTALL_MS } : {}),
  };
  const value = await valueOf(client, id, input, options);
  const reply = toReply(operation, id === 'getDevice' ? onlyNeeded(value) : value);
  const key = (await target.key()) ?? '';
  if (reply.bytes && containsKey(reply.bytes, key))
    throw refuse(502, 'unusable_reply', `A reply of “${target.name}” contains the API key.`);
  return reply;
}

async function valueOf(
  client: Client,
  id: PhoneOperationId,
  input: RequestInput,
  options: CallOptions,
): Promise<unknown> {
  type Method = (input: RequestInput, options: CallOptions) => Promise<Reply<unknown>>;
  try {
    return (await (client[id] as Method)(input, options)).value;
  } catch (error) {
    // The part of a reply that can be read is worth more than none.
    if (
      error instanceof ApiError &&
      error.failure.kind === 'contract' &&
      error.failure.readable !== undefined
    )
      return error.failure.readable;
    throw error;
  }
}

function toReply({ response }: Operation, value: unknown): RelayReply {
  switch (response.body) {
    case 'empty':
      return { status: 204 };
    case 'png':
      return { status: 200, type: 'image/png', bytes: value as Uint8Array };
    case 'bytes':
      return { status: 200, type: 'application/octet-stream', bytes: value as Uint8Array };
    default:
      return { status: 200, type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) };
  }
}

// The record of a device also contains the secrets of its stream.
function onlyNeeded(device: unknown): unknown {
  const { id, name, state, stateMessage, type } = device as Readonly<Record<string, unknown>>;
  return { id, name, state, stateMessage, type };
}

function containsKey(bytes: Uint8Array, key: string): boolean {
  if (key.length < SHORTEST_KEY) return false;
  const { buffer, byteOffset, byteLength } = bytes;
  const content = Buffer.from(buffer, byteOffset, byteLength);
  return [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)].some(form =>
    content.includes(form),
  );
}

function splitTarget(target: string): readonly [path: string, search: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

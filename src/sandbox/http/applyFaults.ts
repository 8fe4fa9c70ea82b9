import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Fault } from '../../contract/sandbox/fault.ts';
import { isObject } from '../../util/isObject.ts';

type Change = Extract<Fault, { kind: 'field' }>['change'];

/** A value that no enumeration of the API contains. */
const UNKNOWN_VALUE = 'value_of_a_later_version';

const PAGE = '<!doctype html><title>Sign in</title><h1>Sign in to this network</h1>';

/** Statuses whose responses must not have a body (fetch standard). */
const BODILESS = [204, 205, 304];

/** The context needed to inject faults into a call. */
export interface FaultContext {
  readonly signal: AbortSignal;
  /** The underlying HTTP response. */
  readonly outgoing: ServerResponse;
  /** The headers of every response of the sandbox. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the operation's error body, for an injected status without a body. */
  errorBody(status: number): unknown;
}

/**
 * Applies the faults that replace or delay an operation: latency, a status, an HTML page, a closed connection. Resolves
 * to undefined if the operation should run.
 */
export async function applyFaultsBefore(
  faults: readonly Fault[],
  call: FaultContext,
): Promise<Response | undefined> {
  for (const fault of faults) {
    switch (fault.kind) {
      case 'latency':
        await wait(fault.milliseconds, undefined, { signal: call.signal });
        break;
      case 'status': {
        const body = JSON.stringify(fault.body === undefined ? call.errorBody(fault.status) : fault.body);
        const headers = { 'content-type': 'application/json', ...call.headers, ...fault.headers };
        return createResponse(fault.status, body, headers);
      }
      case 'html':
        return createResponse(fault.status ?? 200, PAGE, { 'content-type': 'text/html; charset=utf-8' });
      case 'reset':
        call.outgoing.socket?.resetAndDestroy();
        return RESPONSE_ALREADY_SENT;
      case 'halfBody':
      case 'malformedJson':
      case 'emptyBody':
      case 'field':
      case 'layout':
      case 'slowScreen':
        break;
    }
  }
  return undefined;
}

/** Applies the faults that change the response of an operation that has run. */
export async function applyFaultsAfter(
  faults: readonly Fault[],
  response: Response,
  { outgoing }: FaultContext,
): Promise<Response> {
  let result = response;
  for (const fault of faults) {
    switch (fault.kind) {
      case 'field': {
        if (result.headers.get('content-type') !== 'application/json') break;
        result = withBody(result, JSON.stringify(changeField(await result.json(), fault.at, fault.change)));
        break;
      }
      case 'malformedJson':
        result = withBody(result, `${await result.text()},`);
        break;
      case 'emptyBody':
        result = withBody(result, '');
        break;
      case 'halfBody':
        return cutOff(result, outgoing);
      case 'latency':
      case 'status':
      case 'html':
      case 'reset':
      case 'layout':
      case 'slowScreen':
        break;
    }
  }
  return result;
}

async function cutOff(response: Response, outgoing: ServerResponse): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  // Even for an empty body, the connection closes before the announced length.
  const length = Math.max(body.length, 2);
  outgoing.writeHead(response.status === 204 ? 200 : response.status, {
    ...Object.fromEntries(response.headers),
    'content-length': length,
  });
  outgoing.write(body.subarray(0, Math.floor(length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

function withBody(response: Response, body: string): Response {
  return createResponse(response.status, body, Object.fromEntries(response.headers));
}

function createResponse(status: number, body: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(BODILESS.includes(status) ? null : body, { status, headers });
}

/**
 * Returns a copy of a JSON value with the field at a dotted path changed; `*` matches every entry or field. A path
 * without a match changes nothing.
 */
export function changeField(value: unknown, at: string, change: Change): unknown {
  return changeAt(value, at.split('.'), change);
}

function changeAt(value: unknown, [step, ...rest]: readonly string[], change: Change): unknown {
  if (step === undefined) return toChangedValue(value, change);
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown, index) => {
      if (step !== '*' && step !== String(index)) return [entry];
      return rest.length === 0 && change === 'missing' ? [] : [changeAt(entry, rest, change)];
    });
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (step !== '*' && step !== name) return [[name, inner]];
      return rest.length === 0 && change === 'missing' ? [] : [[name, changeAt(inner, rest, change)]];
    }),
  );
}

function toChangedValue(value: unknown, change: Change): unknown {
  switch (change) {
    case 'missing':
      return undefined;
    case 'null':
      return null;
    case 'unknownValue':
      return UNKNOWN_VALUE;
    case 'wrongType':
      return typeof value === 'string' ? 42 : 'not what was expected';
  }
}

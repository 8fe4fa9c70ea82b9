import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { PHONE_OPERATIONS, type PhoneOperationId } from '../contract/phoneOperations.ts';
import { refuse } from './relayRefusal.ts';

/** An operation that a relay forwards, and the parameters of its path. */
interface RelayRoute {
  readonly id: PhoneOperationId;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the route of a request; undefined for any that is not forwarded. */
export function findRelayRoute(method: string, path: string): RelayRoute | undefined {
  const segments = path.split('/');
  for (const id of PHONE_OPERATIONS) {
    const operation: Operation = operations[id];
    const params = operation.method === method ? matchPath(operation.path, segments) : undefined;
    if (params) return { id, params };
  }
  return undefined;
}

/** Reads a query. Throws RelayRefusal for a parameter that the operation does not have, or that is repeated. */
export function readQuery({ query }: Operation, search: string): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!Object.hasOwn(query.shape, name) || found.has(name))
      throw refuse(400, 'invalid_request', 'The query has a parameter that is not forwarded.');
    found.set(name, value);
  }
  return Object.fromEntries(found);
}

function matchPath(
  template: string,
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const parts = template.split('/');
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (segment !== part) return undefined;
      continue;
    }
    const text = readSegment(segment);
    if (text === undefined) return undefined;
    params[name] = text;
  }
  return params;
}

// A decoded slash, backslash, or segment of dots could lead to another path.
function readSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text === '' || /^\.+$/.test(text) || /[/\\\p{Cc}]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

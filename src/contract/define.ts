import * as z from 'zod';
import type { Method, Operation } from './operation.ts';

const nothing = z.object({});

/** The values of the parts that the definition of an operation omits. */
const DEFAULTS = {
  source: 'client',
  errors: 'api',
  params: nothing,
  query: nothing,
  headers: nothing,
  body: undefined,
  bodyType: 'json',
  paging: 'none',
  mayIgnoreKey: false,
  lasting: [],
  carriesSecrets: false,
} as const;

type Defaults = typeof DEFAULTS;
type Derived = Pick<Operation, 'method' | 'path' | 'idempotent' | 'effect'>;

/** The parts of an operation that its definition names. */
type OperationParts = Omit<Operation, keyof Defaults | keyof Derived> &
  Partial<Pick<Operation, keyof Defaults | 'idempotent' | 'effect'>>;

type Completed<Parts extends OperationParts> = Omit<Defaults, keyof Parts> & Parts & Derived;

/**
 * Completes an operation. Unless stated otherwise, it is known from the public client, its errors use the API envelope,
 * and absent parts mean none; GET reads, DELETE destroys, all other methods write; every method except POST and PATCH
 * is idempotent.
 */
export function operation<const Parts extends OperationParts>(
  method: Method,
  path: Operation['path'],
  parts: Parts,
): Completed<Parts> {
  const effect = method === 'GET' ? 'read' : method === 'DELETE' ? 'destroy' : 'write';
  const idempotent = method !== 'POST' && method !== 'PATCH';
  return { ...DEFAULTS, effect, idempotent, ...parts, method, path };
}

/** Completes an operation that only the sandbox has. */
export function sandboxOperation<const Parts extends OperationParts>(
  method: Method,
  path: Operation['path'],
  parts: Parts,
): Completed<Parts & { readonly source: 'guess' }> {
  return operation(method, path, { ...parts, source: 'guess' });
}

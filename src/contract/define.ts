import * as z from 'zod';
import type { Operation } from './operation.ts';

const nothing = z.object({});

type Defaults = {
  params: typeof nothing;
  query: typeof nothing;
  headers: typeof nothing;
  body: undefined;
  paging: 'none';
  lasting: readonly [];
};

type Given = Omit<Operation, keyof Defaults | 'idempotent' | 'effect'> &
  Partial<Pick<Operation, keyof Defaults | 'idempotent' | 'effect'>>;

type Completed<G extends Given> = Omit<Defaults, keyof G> & G & Pick<Operation, 'idempotent' | 'effect'>;

/**
 * Completes an operation: absent parts mean none; GET reads, DELETE destroys, all other methods write; every method
 * except POST and PATCH is idempotent unless stated otherwise.
 */
export function operation<const G extends Given>(given: G): Completed<G> {
  const effect = given.method === 'GET' ? 'read' : given.method === 'DELETE' ? 'destroy' : 'write';
  return {
    params: nothing,
    query: nothing,
    headers: nothing,
    body: undefined,
    paging: 'none',
    lasting: [],
    effect,
    idempotent: given.method !== 'POST' && given.method !== 'PATCH',
    ...given,
  };
}

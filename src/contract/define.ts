import * as z from 'zod';
import type { Operation } from './operation.ts';

const nothing = z.object({});

type Defaults = {
  source: 'client';
  errors: 'api';
  params: typeof nothing;
  query: typeof nothing;
  headers: typeof nothing;
  body: undefined;
  paging: 'none';
  lasting: readonly [];
  carriesSecrets: false;
};

type OperationDefinition = Omit<Operation, keyof Defaults | 'idempotent' | 'effect'> &
  Partial<Pick<Operation, keyof Defaults | 'idempotent' | 'effect'>>;

type Completed<G extends OperationDefinition> = Omit<Defaults, keyof G> &
  G &
  Pick<Operation, 'idempotent' | 'effect'>;

/**
 * Completes an operation. Unless stated otherwise, it is known from the public client, its errors use the API envelope,
 * and absent parts mean none; GET reads, DELETE destroys, all other methods write; every method except POST and PATCH
 * is idempotent.
 */
export function operation<const G extends OperationDefinition>(definition: G): Completed<G> {
  const effect = definition.method === 'GET' ? 'read' : definition.method === 'DELETE' ? 'destroy' : 'write';
  return {
    source: 'client',
    errors: 'api',
    params: nothing,
    query: nothing,
    headers: nothing,
    body: undefined,
    paging: 'none',
    lasting: [],
    carriesSecrets: false,
    effect,
    idempotent: definition.method !== 'POST' && definition.method !== 'PATCH',
    ...definition,
  };
}

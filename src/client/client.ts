import { type Input, type OperationId, operationIds, type Output } from '../contract/operations.ts';
import { call } from './call.ts';
import type { CallOptions, Reply } from './reply.ts';
import type { ClientSettings } from './settings.ts';

/** A client with one method per operation; a failed call rejects with ApiError. */
export type Client = {
  readonly [Id in OperationId]: (input: Input<Id>, options?: CallOptions) => Promise<Reply<Output<Id>>>;
};

/** Creates a client whose methods come from the operation table. */
export function createClient(settings: ClientSettings): Client {
  const methods = operationIds.map(id => [
    id,
    (input: Input<OperationId>, options: CallOptions = {}) => call(settings, id, input, options),
  ]);
  return Object.fromEntries(methods) as Client;
}

import { type Input, type OperationId, operationIds, type Output } from '../contract/operations.ts';
import { call } from './call.ts';
import type { CallOptions, Reply } from './reply.ts';
import type { ClientSettings } from './settings.ts';

/** One method for each operation of the table; a failed call rejects with ApiError. */
export type Client = {
  readonly [Id in OperationId]: (input: Input<Id>, options?: CallOptions) => Promise<Reply<Output<Id>>>;
};

/** Makes a client whose methods follow from the table of operations. */
export function createClient(settings: ClientSettings): Client {
  const methods = operationIds.map(id => [
    id,
    (input: Input<OperationId>, options: CallOptions = {}) => call(settings, id, input, options),
  ]);
  return Object.fromEntries(methods) as Client;
}

import type { Operation } from '../contract/operation.ts';
import { type InputOf, type Operations, operations, type OutputOf } from '../contract/operations.ts';
import type { AnyOperationId } from '../contract/sandboxOperations.ts';
import { call } from './call.ts';
import type { CallOptions, Reply } from './reply.ts';
import type { RequestInput } from './request.ts';
import type { ClientSettings } from './settings.ts';

/** One method per operation of a table; a failed call rejects with ApiError. */
export type ClientOf<Table extends Readonly<Record<string, Operation>>> = {
  readonly [Id in keyof Table]: (
    input: InputOf<Table[Id]>,
    options?: CallOptions,
  ) => Promise<Reply<OutputOf<Table[Id]>>>;
};

/** A client for the operations of the service. */
export type Client = ClientOf<Operations>;

export function createClient(settings: ClientSettings): Client {
  return createMethods(settings, operations);
}

/** Creates the methods of a client from a table of operations. */
export function createMethods<Table extends Readonly<Record<string, Operation>>>(
  settings: ClientSettings,
  table: Table,
): ClientOf<Table> {
  // The names of a table are IDs of operations, and each has a method: `Object.entries` and `fromEntries` lose that.
  const methods = Object.entries(table).map(([id, operation]) => [
    id,
    (input: RequestInput, options: CallOptions = {}) =>
      call(settings, id as AnyOperationId, operation, input, options),
  ]);
  return Object.fromEntries(methods) as ClientOf<Table>;
}

import type { InputOf, OutputOf } from '../contract/operations.ts';
import {
  type SandboxOperationId,
  sandboxOperations,
  type SandboxOperations,
} from '../contract/sandboxOperations.ts';
import { call } from './call.ts';
import type { CallOptions, Reply } from './reply.ts';
import type { ClientSettings } from './settings.ts';

/** One method for each operation that only the sandbox has; a failed call rejects with ApiError. */
export type SandboxClient = {
  readonly [Id in SandboxOperationId]: (
    input: InputOf<SandboxOperations[Id]>,
    options?: CallOptions,
  ) => Promise<Reply<OutputOf<SandboxOperations[Id]>>>;
};

/** Makes a client for what only the sandbox has; the base URL is that of its service, version included. */
export function createSandboxClient(settings: ClientSettings): SandboxClient {
  // Their paths begin at the root of the server.
  const atRoot = { ...settings, baseUrl: new URL(settings.baseUrl).origin };
  const methods = Object.keys(sandboxOperations).map(id => [
    id,
    (input: unknown, options: CallOptions = {}) => call(atRoot, id as SandboxOperationId, input, options),
  ]);
  return Object.fromEntries(methods) as SandboxClient;
}

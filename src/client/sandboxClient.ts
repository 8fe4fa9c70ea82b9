import type { InputOf, OutputOf } from '../contract/operations.ts';
import {
  type SandboxOperationId,
  sandboxOperations,
  type SandboxOperations,
} from '../contract/sandboxOperations.ts';
import { call } from './call.ts';
import type { CallOptions, Reply } from './reply.ts';
import type { ClientSettings } from './settings.ts';

/** A client with one method per sandbox-only operation; a failed call rejects with ApiError. */
export type SandboxClient = {
  readonly [Id in SandboxOperationId]: (
    input: InputOf<SandboxOperations[Id]>,
    options?: CallOptions,
  ) => Promise<Reply<OutputOf<SandboxOperations[Id]>>>;
};

/** Creates a client for the sandbox-only operations; `baseUrl` is that of the service, including its version. */
export function createSandboxClient(settings: ClientSettings): SandboxClient {
  // Paths of sandbox-only operations are relative to the root of the server.
  const atRoot = { ...settings, baseUrl: new URL(settings.baseUrl).origin };
  const methods = Object.keys(sandboxOperations).map(id => [
    id,
    (input: unknown, options: CallOptions = {}) => call(atRoot, id as SandboxOperationId, input, options),
  ]);
  return Object.fromEntries(methods) as SandboxClient;
}

import { sandboxOperations, type SandboxOperations } from '../contract/sandboxOperations.ts';
import { type ClientOf, createMethods } from './client.ts';
import type { ClientSettings } from './settings.ts';

/** A client for the sandbox-only operations. */
export type SandboxClient = ClientOf<SandboxOperations>;

/** Creates a client for the sandbox-only operations; `baseUrl` is that of the service, including its version. */
export function createSandboxClient(settings: ClientSettings): SandboxClient {
  // Paths of sandbox-only operations are relative to the root of the server.
  return createMethods({ ...settings, baseUrl: new URL(settings.baseUrl).origin }, sandboxOperations);
}

import type { SandboxClient } from '../client/sandboxClient.ts';
import { type Connection, SANDBOX } from '../stores/connection.ts';
import { readCatalog } from '../stores/readCatalog.ts';
import type { ToolConnection } from './ports.ts';

/** Returns the sandbox as a connection for tools. */
export function sandboxConnection(
  opened: Pick<ToolConnection, 'client' | 'readState'> & { readonly sandboxClient: SandboxClient },
): ToolConnection {
  return toolConnection(SANDBOX, opened);
}

/** Returns a connection for tools. Its actions and resources are read anew each time. */
export function toolConnection(
  { id, name, kind }: Pick<Connection, 'id' | 'name' | 'kind'>,
  { client, readState, sandboxClient }: Pick<ToolConnection, 'client' | 'readState' | 'sandboxClient'>,
): ToolConnection {
  const catalog: ToolConnection['catalog'] = async signal =>
    (await readCatalog(client, signal)).known.catalog;
  return { id, name, kind, client, sandboxClient, readState, catalog };
}

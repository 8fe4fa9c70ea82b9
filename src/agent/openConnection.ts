import type { SandboxClient } from '../client/sandboxClient.ts';
import { type Connection, SANDBOX } from '../stores/connection.ts';
import { readCatalog } from '../stores/readCatalog.ts';
import type { OpenConnection } from './ports.ts';

/** Returns the sandbox as a connection for tools. */
export function sandboxConnection(
  opened: Pick<OpenConnection, 'client' | 'readState'> & { readonly sandboxClient: SandboxClient },
): OpenConnection {
  return openConnection(SANDBOX, opened);
}

/** Returns a connection for tools. Its actions and resources are read anew each time. */
export function openConnection(
  { id, name, kind }: Pick<Connection, 'id' | 'name' | 'kind'>,
  { client, readState, sandboxClient }: Pick<OpenConnection, 'client' | 'readState' | 'sandboxClient'>,
): OpenConnection {
  const catalog: OpenConnection['catalog'] = async signal =>
    (await readCatalog(client, signal)).known.catalog;
  return { id, name, kind, client, sandboxClient, readState, catalog };
}

import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { FlowDirectory } from './flowDirectory.ts';
import type { LinkPort } from './linkPort.ts';

/** Everything that planning or applying a deployment needs; created anew for each of the two. */
export interface DeployContext {
  readonly client: Client;
  readonly links: LinkPort;
  readonly catalog: Pick<FlowCatalog, 'action'>;
  /** The flows on the service, listed once on first use. */
  readonly directory: FlowDirectory;
  /** The options of every call to the service. */
  readonly options: CallOptions;
}

/** Creates a context; reads nothing yet. */
export function deployContext(
  client: Client,
  links: LinkPort,
  catalog: Pick<FlowCatalog, 'action'>,
  signal?: AbortSignal,
): DeployContext {
  const options = signal ? { signal } : {};
  return { client, links, catalog, directory: new FlowDirectory(client, options), options };
}

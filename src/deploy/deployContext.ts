import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { FlowCatalogue } from '../flow/catalogue.ts';
import { FlowDirectory } from './flowDirectory.ts';
import type { LinkPort } from './linkPort.ts';

/** What planning or carrying out a deployment works with; made anew for each of the two. */
export interface DeployContext {
  readonly client: Client;
  readonly links: LinkPort;
  readonly catalogue: Pick<FlowCatalogue, 'action'>;
  /** The flows that were there when it began. */
  readonly directory: FlowDirectory;
  /** For each of its calls. */
  readonly options: CallOptions;
}

/** Makes what a deployment works with; nothing is read yet. */
export function deployContext(
  client: Client,
  links: LinkPort,
  catalogue: Pick<FlowCatalogue, 'action'>,
  signal?: AbortSignal,
): DeployContext {
  const options = signal ? { signal } : {};
  return { client, links, catalogue, directory: new FlowDirectory(client, options), options };
}

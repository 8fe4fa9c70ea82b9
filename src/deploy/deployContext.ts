import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import type { FlowLink, FlowLinkTable } from '../flow/deploy/flowLink.ts';
import { createFlowFinder, type FindFlowsNamed } from './findFlowsNamed.ts';

/** Returns the new link of a file for its current link. Called again if another window wrote in the meantime. */
export type LinkChange = (link: FlowLink | undefined) => FlowLink | undefined;

/** Reads and changes the links of the active connection by file key. A change is stored once its promise resolves. */
export interface LinkPort {
  readonly all: () => Promise<FlowLinkTable>;
  /** Changes the link of a file, or removes it if `change` returns undefined. */
  readonly update: (key: string, change: LinkChange) => Promise<void>;
  /** Runs work for a file while no other program or window does. */
  readonly exclusively: <T>(key: string, work: () => Promise<T>) => Promise<T>;
}

/** Everything that planning or applying a deployment needs; created anew for each of the two. */
export interface DeployContext {
  readonly client: Client;
  readonly links: LinkPort;
  readonly catalog: Pick<FlowCatalog, 'action'>;
  /** Finds flows of the service, which are listed once on first use. */
  readonly findFlowsNamed: FindFlowsNamed;
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
  return { client, links, catalog, findFlowsNamed: createFlowFinder(client, options), options };
}

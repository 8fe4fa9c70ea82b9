import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import type { FlowLink, FlowLinkTable } from '../flow/deploy/flowLink.ts';
import type { FlowSource } from '../flow/deploy/flowSource.ts';
import { ifAnswered, ifOffered } from './remoteFlow.ts';
import { validateOnService } from './validateOnService.ts';
import { once } from '../util/once.ts';
import type { Flow, FlowValidation } from '../contract/records/flow.ts';
import { pages } from '../client/pages.ts';

const PAGE_SIZE = 100;

/** Returns the flows with exactly this name; undefined if the service cannot list flows. */
type FindFlowsNamed = (name: string) => Promise<readonly Flow[] | undefined>;

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
  /** Lets the service check a flow; undefined if it does not offer that or cannot. */
  readonly validate: (body: FlowSource['body']) => Promise<FlowValidation | undefined>;
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
  const findFlowsNamed = createFlowFinder(client, options);
  return { client, links, catalog, findFlowsNamed, validate: createValidator(client, options), options };
}

function createValidator(client: Client, options: CallOptions): DeployContext['validate'] {
  let isOffered = true;
  return async body => {
    if (!isOffered) return undefined;
    const validating = validateOnService(client, body, options).then(validation => {
      isOffered = validation !== undefined;
      return validation;
    });
    // This is only advice; the service checks again when a flow is created or updated.
    return ifAnswered(validating);
  };
}

/** Returns a function that finds the flows of a service by name, and lists them once on first use. */
export function createFlowFinder(client: Client, options: CallOptions): FindFlowsNamed {
  const list = once(() => ifOffered(listFlows(client, options)));
  return async name => (await list())?.filter(flow => flow.name === name);
}

async function listFlows(client: Client, options: CallOptions): Promise<readonly Flow[]> {
  const flows: Flow[] = [];
  const list = pages(client.listFlows, { query: { pageSize: PAGE_SIZE } }, options);
  for await (const page of list) flows.push(...page);
  return flows;
}

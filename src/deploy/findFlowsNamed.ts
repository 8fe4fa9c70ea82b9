import type { Client } from '../client/client.ts';
import { pages } from '../client/pages.ts';
import type { CallOptions } from '../client/reply.ts';
import type { Flow } from '../contract/records/flow.ts';
import { once } from '../util/once.ts';
import { lacksOperation } from './remoteFlow.ts';

const PAGE_SIZE = 100;

/** Returns the flows with exactly this name; undefined if the service cannot list flows. */
export type FindFlowsNamed = (name: string) => Promise<readonly Flow[] | undefined>;

/** Returns a function that finds the flows of a service by name, and lists them once on first use. */
export function createFlowFinder(client: Client, options: CallOptions): FindFlowsNamed {
  const list = once(() => listFlows(client, options));
  return async name => (await list())?.filter(flow => flow.name === name);
}

async function listFlows(client: Client, options: CallOptions): Promise<readonly Flow[] | undefined> {
  const flows: Flow[] = [];
  try {
    const list = pages(client.listFlows, { query: { pageSize: PAGE_SIZE } }, options);
    for await (const page of list) flows.push(...page);
    return flows;
  } catch (error) {
    if (lacksOperation(error)) return undefined;
    throw error;
  }
}

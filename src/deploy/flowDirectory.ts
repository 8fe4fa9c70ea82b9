import type { Client } from '../client/client.ts';
import { pages } from '../client/pages.ts';
import type { CallOptions } from '../client/reply.ts';
import type { Flow } from '../contract/records/flow.ts';
import { lacksOperation } from './remoteFlow.ts';

const PAGE_SIZE = 100;

/** The flows of a service by name, listed once on first use. */
export class FlowDirectory {
  readonly #client: Client;
  readonly #options: CallOptions;
  #flows: Promise<readonly Flow[] | undefined> | undefined;

  constructor(client: Client, options: CallOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Returns the flows with exactly this name; undefined if the service cannot list flows. */
  async findByName(name: string): Promise<readonly Flow[] | undefined> {
    this.#flows ??= this.#read();
    return (await this.#flows)?.filter(flow => flow.name === name);
  }

  async #read(): Promise<readonly Flow[] | undefined> {
    const flows: Flow[] = [];
    try {
      const list = pages(this.#client.listFlows, { query: { pageSize: PAGE_SIZE } }, this.#options);
      for await (const page of list) flows.push(...page);
      return flows;
    } catch (error) {
      if (lacksOperation(error)) return undefined;
      throw error;
    }
  }
}

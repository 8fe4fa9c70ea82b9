import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { flowText } from '../flow/compare/canonicalText.ts';
import type { Deployed } from '../flow/compare/drift.ts';
import { meaningOfBody, meaningOfFlow } from '../flow/compare/flowMeaning.ts';
import { bodyOfFlow, type PulledBody } from '../flow/deploy/pulledFile.ts';
import { parseValue } from '../flow/document/jsonTree.ts';
import { isObject } from '../util/isObject.ts';
import { digest } from './digest.ts';

/** A flow of a service as the body of a file, with a function for the state to store in the link of that file. */
interface FlowBody {
  readonly body: PulledBody;
  /** Returns the digests to store for a file with this text, which must be equivalent to the flow. */
  readonly deployedAs: (text: string) => Deployed;
}

/** Reads a flow with its steps. Rejects with ApiError. */
export async function readFlowBody(
  client: Client,
  flowId: string,
  catalog: Pick<FlowCatalog, 'action'>,
  options: CallOptions = {},
): Promise<FlowBody> {
  const params = { flowId };
  const { data: flow } = (await client.getFlow({ params }, options)).value;
  const { data: steps } = (await client.listFlowActions({ params }, options)).value;
  const remote = digest(flowText(meaningOfFlow(flow, steps, catalog)));
  return {
    body: bodyOfFlow(flow, steps),
    deployedAs: text => {
      const value = parseValue(text);
      const file = meaningOfBody(isObject(value) ? value : {}, catalog);
      return { file: digest(flowText(file)), flow: remote };
    },
  };
}

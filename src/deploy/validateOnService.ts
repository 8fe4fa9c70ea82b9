import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { Input } from '../contract/operations.ts';
import type { FlowValidation } from '../contract/records/flow.ts';
import { ifOffered } from './remoteFlow.ts';

/** Lets the service check the request body of a flow; undefined if it does not offer that (wire facts 3). */
export async function validateOnService(
  client: Client,
  body: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<FlowValidation | undefined> {
  const input = { body: body as Input<'validateFlow'>['body'] };
  return (await ifOffered(client.validateFlow(input, options)))?.value.data;
}

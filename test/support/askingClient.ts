import { toolOutput } from './toolOutput.ts';
import {
  Client,
  type ElicitResult,
  InMemoryTransport,
  type Progress,
  type Transport,
} from '@modelcontextprotocol/client';

/** The ways in which clients begin: with `initialize`, or with each request alone. */
export const MCP_ERAS = ['legacy', '2026-07-28'] as const;

type Action = ElicitResult['action'];

/** Options of a client. */
interface AskingClientOptions {
  readonly transport: Transport;
  readonly era?: (typeof MCP_ERAS)[number];
  /** Answers a question; undefined for a client that cannot ask its user. */
  readonly answer?: (message: string) => Action | Promise<Action>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

/** A client that can ask its user about calls. */
export interface AskingClient {
  readonly client: Client;
  /** Every message that the client received, as JSON. */
  readonly messages: readonly string[];
  /** Calls a tool; rejects with the error of the tool. */
  readonly call: (name: string, input: object, options?: CallOptions) => Promise<unknown>;
}

/** Connects a client to a server. */
export async function connectClient({
  transport,
  era = 'legacy',
  answer,
}: AskingClientOptions): Promise<AskingClient> {
  const mode = era === 'legacy' ? era : { pin: era };
  const capabilities = answer ? { elicitation: {} } : {};
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode } },
  );
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const action = await answer(params.message);
      return action === 'accept' ? { action, content: {} } : { action };
    });
  const messages: string[] = [];
  transport.onmessage = message => void messages.push(JSON.stringify(message));
  await client.connect(transport);
  const call: AskingClient['call'] = async (name, input, options) => {
    const result = await client.callTool({ name, arguments: { ...input } }, options);
    return toolOutput(result);
  };
  return { client, messages, call };
}

/** Returns the two ends of a connection within the process. */
export function transportPair(): readonly [client: Transport, server: Transport] {
  return InMemoryTransport.createLinkedPair();
}

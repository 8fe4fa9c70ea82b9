import type { Client } from '../client/client.ts';
import { readSandboxTrace, type TraceReadingOptions } from '../deploy/readSandboxTrace.ts';
import { readServiceTrace } from '../deploy/readServiceTrace.ts';
import type { Trace } from '../flow/trace/traceFile.ts';
import type { Connection } from '../stores/connection.ts';
import type { Clients } from './clients.ts';

/** The services that read runs. */
export interface RunServices {
  readonly session: {
    require(): Connection;
    client(): Promise<Client>;
    readonly connection: Connection | undefined;
  };
  readonly clients: Pick<Clients, 'sandboxOf'>;
}

/** Reads the trace of an execution: what the sandbox recorded, or else what the service offers. */
export async function readExecutionTrace(
  { session, clients }: RunServices,
  executionId: string,
  reading: TraceReadingOptions & { readonly signal: AbortSignal },
): Promise<Trace> {
  const connection = session.require();
  const client = await session.client();
  const sandbox = await clients.sandboxOf(connection);
  const { data } = (await client.getExecution({ params: { executionId } }, { signal: reading.signal })).value;
  const recorded = sandbox && (await readSandboxTrace(sandbox, executionId, reading));
  return recorded ?? (await readServiceTrace(client, data, reading));
}

import type { Client } from '../client/client.ts';
import type { QueryValue } from '../contract/operations.ts';
import type { Execution } from '../contract/records/execution.ts';

/** Reads at most `pageSize` executions of a flow, the latest first; with `status`, only those in that state. */
export async function readLatestExecutions(
  client: Pick<Client, 'listExecutions'>,
  flowId: string,
  pageSize: number,
  status?: QueryValue<'listExecutions', 'status'>,
): Promise<readonly Execution[]> {
  const query = { flowId, status, pageSize, orderBy: 'startedAt', orderByDirection: 'desc' } as const;
  return (await client.listExecutions({ query })).value.items ?? [];
}

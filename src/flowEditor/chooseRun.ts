import * as vscode from 'vscode';
import type { Client } from '../client/client.ts';
import type { Execution } from '../contract/records/execution.ts';
import { dialogs } from '../host/dialogs.ts';
import { readIfOffered } from '../stores/notOffered.ts';
import { readLatestExecutions } from '../stores/readLatestExecutions.ts';
import type { Session } from '../stores/session.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import type { ReferenceItem } from '../protocol/flowEditor.ts';
import { chooseReferences } from './chooseReferences.ts';

const NEWEST = 20;

/**
 * Lets the user choose one of the newest executions of a flow, or enter the id of another. Returns undefined if the
 * user cancels or another connection becomes active meanwhile.
 */
export async function chooseRun(session: Session, flowId: string): Promise<Execution | undefined> {
  const connection = session.require();
  const known = await dialogs.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'Reading the runs of the flow' },
    async () => newestRuns(await session.clientOf(connection), flowId),
  );
  const chosen = await chooseReferences({ title: 'Show Run', many: false, current: [], known });
  const executionId = chosen?.[0];
  if (executionId === undefined || !session.isActive(connection)) return undefined;
  const client = await session.clientOf(connection);
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  return session.isActive(connection) ? data : undefined;
}

async function newestRuns(client: Client, flowId: string): Promise<readonly ReferenceItem[]> {
  const runs = await readIfOffered(readLatestExecutions(client, flowId, NEWEST), []);
  return runs.map(({ id, startedAt, status }) => ({
    id,
    name: startedAt == null ? id : relativeTimestamp(startedAt, Date.now()),
    detail: status ?? undefined,
  }));
}

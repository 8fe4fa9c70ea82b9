import * as vscode from 'vscode';
import type { Execution } from '../contract/records/execution.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import type { Session } from '../stores/session.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { chooseThings } from './chooseThings.ts';
import type { NamedThing } from '../protocol/flowEditor.ts';

const NEWEST = 20;

/** Lets the person choose one of the newest executions of a flow, or type the id of another. */
export async function chooseRun(session: Session, flowId: string): Promise<Execution | undefined> {
  const known = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'Reading the runs of the flow' },
    () => newestRuns(session, flowId),
  );
  const chosen = await chooseThings({ title: 'Show Run', many: false, current: [], known });
  const executionId = chosen?.[0];
  if (executionId === undefined) return undefined;
  const client = await session.client();
  return (await client.getExecution({ params: { executionId } })).value.data;
}

async function newestRuns(session: Session, flowId: string): Promise<readonly NamedThing[]> {
  const client = await session.client();
  const query = {
    flowId,
    pageSize: NEWEST,
    orderBy: 'startedAt',
    orderByDirection: 'desc',
  } as const;
  try {
    const { items } = (await client.listExecutions({ query })).value;
    return (items ?? []).map(({ id, startedAt, status }) => ({
      id,
      name: startedAt == null ? id : relativeTimestamp(startedAt, Date.now()),
      state: status ?? undefined,
    }));
  } catch (error) {
    if (isNotOffered(error)) return [];
    throw error;
  }
}

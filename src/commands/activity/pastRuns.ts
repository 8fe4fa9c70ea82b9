import type * as vscode from 'vscode';
import type { FlowLinks } from '../../appState/flowLinks.ts';
import { readExecutionTrace, type RunServices } from '../../appState/readTrace.ts';
import { compareLatest, MAX_RUNS, type PastRun, type RunHistory } from '../../appState/runHistory.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { readSandboxTrace, type TraceReadingOptions } from '../../deploy/readSandboxTrace.ts';
import { parseJson, propertyOf } from '../../flow/document/jsonTree.ts';
import { textOf } from '../../flow/document/stepModel.ts';
import { runLabel } from '../../flow/run/outcomeText.ts';
import type { Trace } from '../../flow/trace/traceFile.ts';
import { fileText } from '../../host/files.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { readIfOffered } from '../../stores/notOffered.ts';
import { readLatestExecutions } from '../../stores/readLatestExecutions.ts';

/** The services that list and read the runs of a flow file. */
export interface RunListServices extends RunServices {
  readonly history: RunHistory;
  readonly links: Pick<FlowLinks, 'all' | 'of'>;
}

/** A flow file, or the flow on the service if no file is known. */
export interface RunsOf {
  readonly file: vscode.Uri | undefined;
  readonly flowId?: string | null | undefined;
}

/**
 * Returns the last runs of a flow file of every kind, the latest first: those that this window has shown, debug runs that
 * the sandbox still has, and executions of the flow that the file is linked to.
 */
export async function readRuns(
  services: RunListServices,
  { file, flowId }: RunsOf,
): Promise<readonly PastRun[]> {
  const { history, session } = services;
  const { connection } = session;
  const shown = file ? history.of(file.toString()) : [];
  const asPast = (execution: Execution, isDebug: boolean): PastRun => ({
    execution,
    isDebug,
    isTest: false,
    text: undefined,
    connectionId: isDebug ? SANDBOX.id : (connection?.id ?? ''),
  });
  const linked = flowId ?? (await linkedFlow(services, file));
  const client = connection && linked != null ? await session.client() : undefined;
  const executions =
    client && linked != null ? await readIfOffered(readLatestExecutions(client, linked, MAX_RUNS), []) : [];
  const debugged = connection && file ? await debugRuns(services, file) : [];
  const known = [
    ...executions.map(execution => asPast(execution, false)),
    ...debugged.map(execution => asPast(execution, true)),
    // These are the most detailed.
    ...shown,
  ];
  const runs = [...new Map(known.map(run => [run.execution.id, run])).values()];
  return runs
    .filter(run => canRead(run, connection?.id))
    .toSorted(compareLatest)
    .slice(0, MAX_RUNS);
}

/** Returns the name of a run for people: its kind, time, and outcome. */
export function nameOf(run: PastRun): string {
  return runLabel(run, Date.now());
}

/** Reads the evidence of a run: from its service, or what this window has kept of it. */
export async function readPastRun(
  services: RunListServices,
  { execution: { id, kind }, isTest }: PastRun,
  reading: TraceReadingOptions & { readonly signal: AbortSignal },
): Promise<Trace> {
  const { session, clients, history } = services;
  const isTrial = kind === 'trial' || isTest;
  if (!isTrial) return readExecutionTrace(services, id, reading);
  const sandbox = isTest ? undefined : await clients.sandboxOf(session.connection);
  const trace = (sandbox && (await readSandboxTrace(sandbox, id, reading))) ?? (await history.traceOf(id));
  if (!trace) throw new Error('The evidence of this run is not known anymore. Run the flow again.');
  return trace;
}

// A run of another connection can only be read from what was kept of it.
function canRead({ execution, isTest, connectionId }: PastRun, current: string | undefined): boolean {
  return isTest || execution.kind === 'trial' || connectionId === current;
}

/** Returns the file that is linked to a flow of the connection, if any. */
export async function fileOfFlow(
  { session, links }: RunListServices,
  flowId: string | null | undefined,
): Promise<vscode.Uri | undefined> {
  if (!session.connection || flowId == null) return undefined;
  const linked = await links.all(session.connection.id);
  return linked.find(one => one.link.flowId === flowId)?.file;
}

async function linkedFlow(
  { session, links }: RunListServices,
  file: vscode.Uri | undefined,
): Promise<string | undefined> {
  if (!session.connection || !file) return undefined;
  return (await links.of(session.connection.id, file))?.flowId;
}

// The sandbox names no file of a debug run.
async function debugRuns(
  { session, clients }: RunListServices,
  file: vscode.Uri,
): Promise<readonly Execution[]> {
  const sandbox = await clients.sandboxOf(session.connection);
  if (!sandbox) return [];
  const name = textOf(propertyOf(parseJson(await fileText(file)).root, 'name')) ?? '';
  return (await sandbox.listDebugRuns({})).value.data
    .filter(run => run.mode === 'trial' && (run.flowName ?? '') === name)
    .map((run): Execution => ({ ...run, flowId: null, kind: 'trial' }));
}

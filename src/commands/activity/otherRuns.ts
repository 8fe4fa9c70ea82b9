import * as vscode from 'vscode';
import type { Execution } from '../../contract/records/execution.ts';
import type { TraceRun } from '../../contract/sandbox/traces.ts';
import { runLabel } from '../../flow/run/outcomeText.ts';
import { LARGEST_TRACE, readTrace, type Trace } from '../../flow/trace/traceFile.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readAtMost } from '../../host/files.ts';
import type { Session } from '../../stores/session.ts';
import { readIfOffered } from '../../stores/notOffered.ts';
import { readLatestExecutions } from '../../stores/readLatestExecutions.ts';
import { CommandSession } from '../commandSession.ts';
import { withCancel } from '../prompts/ask.ts';
import { readExecutionTrace, type RunServices } from '../../appState/readTrace.ts';

const TITLE = 'Compare with Another Run';
const MOST_RUNS = 100;

/** A run to compare: an execution of the connection, or a trace file. */
export type RunSource = { readonly executionId: string } | { readonly file: vscode.Uri };

type Item = vscode.QuickPickItem & { readonly source?: RunSource };

/** Lets the user choose another run of a flow, or a trace file; undefined if the user cancels. */
export async function chooseOtherRun(
  services: RunServices,
  { flowId, executionId }: Pick<TraceRun, 'flowId' | 'executionId'>,
): Promise<RunSource | undefined> {
  const now = Date.now();
  const listed = async (): Promise<Item[]> => [
    ...(await executionsOf(services, flowId))
      .filter(({ id }) => id !== executionId)
      .map((execution): Item => {
        const { id } = execution;
        return { label: runLabel(execution, false, now), detail: id, source: { executionId: id } };
      }),
    { label: '$(folder-opened) Open Trace File…' },
  ];
  const chosen = await dialogs.showQuickPick(listed(), {
    title: TITLE,
    placeHolder: 'Choose the run to compare with',
    matchOnDetail: true,
  });
  if (!chosen) return undefined;
  return chosen.source ?? (await chooseFile());
}

/** Reads a trace file. Throws a sentence for the user if it cannot be read. */
export async function readTraceFile(file: vscode.Uri): Promise<Trace> {
  return readTrace(new Uint8Array(await readAtMost(file, LARGEST_TRACE)));
}

/** Reads the trace of an execution with a progress message; undefined if the user cancels. */
export async function readWithCancel(
  services: RunServices,
  executionId: string,
  message: string,
): Promise<Trace | undefined> {
  return withCancel(message, async (signal, progress) => {
    try {
      return await readExecutionTrace(services, executionId, { signal, progress });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

/** Lets the user choose another run of a flow and reads it with its pictures; undefined if the user cancels. */
export async function readOtherRun(
  { session, clients }: { readonly session: Session; readonly clients: RunServices['clients'] },
  run: TraceRun,
): Promise<{ readonly name: string; readonly trace: Trace } | undefined> {
  // Another connection may become active while the user chooses.
  const services = { clients, session: new CommandSession(session, session.connection) };
  const source = await chooseOtherRun(services, run);
  if (!source) return undefined;
  if ('file' in source)
    return { name: vscode.workspace.asRelativePath(source.file), trace: await readTraceFile(source.file) };
  const { executionId } = source;
  const trace = await readWithCancel(services, executionId, 'Reading the run');
  return trace && { name: executionId, trace };
}

// A trace can be compared with another one without a connection.
async function executionsOf(
  { session }: RunServices,
  flowId: string | null | undefined,
): Promise<readonly Execution[]> {
  if (!session.connection || flowId == null) return [];
  const client = await session.client();
  return readIfOffered(readLatestExecutions(client, flowId, MOST_RUNS), []);
}

async function chooseFile(): Promise<RunSource | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: TITLE,
      openLabel: 'Compare',
      filters: { 'Flow Traces': ['flow-trace'] },
    })) ?? [];
  return file && { file };
}

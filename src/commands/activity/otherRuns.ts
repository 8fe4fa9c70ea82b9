import * as vscode from 'vscode';
import { readExecutionTrace, type RunServices } from '../../appState/readTrace.ts';
import type { PastRun } from '../../appState/runHistory.ts';
import { isFinished } from '../../contract/enumerations.ts';
import type { TraceRun } from '../../contract/sandbox/traces.ts';
import type { TraceReadingOptions } from '../../deploy/readSandboxTrace.ts';
import { MAX_TRACE_BYTES, readTrace, type Trace } from '../../flow/trace/traceFile.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readAtMost } from '../../host/files.ts';
import { withCancel } from '../prompts/ask.ts';
import { fileOfFlow, nameOf, readPastRun, readRuns, type RunListServices } from './pastRuns.ts';

const TITLE = 'Compare with Another Run';

/** A run to compare: one of those of a flow file, or a trace file. */
export type RunChoice = { readonly run: PastRun } | { readonly file: vscode.Uri };

type Item = vscode.QuickPickItem & { readonly source?: RunChoice };

/** Lets the user choose another run of a flow, or a trace file; undefined if the user cancels. */
export async function chooseOtherRun(
  services: RunListServices,
  { flowId, executionId }: Pick<TraceRun, 'flowId' | 'executionId'>,
): Promise<RunChoice | undefined> {
  const listed = async (): Promise<Item[]> => [
    ...passedFirst(await otherRunsOf(services, { flowId, executionId })).map((run): Item => ({
      label: nameOf(run),
      source: { run },
    })),
    { label: '$(folder-opened) Open Trace File…' },
  ];
  const chosen = await dialogs.showQuickPick(listed(), {
    title: TITLE,
    placeHolder: 'Choose the run to compare with',
  });
  if (!chosen) return undefined;
  return chosen.source ?? (await chooseFile());
}

async function otherRunsOf(
  services: RunListServices,
  { flowId, executionId }: Pick<TraceRun, 'flowId' | 'executionId'>,
): Promise<readonly PastRun[]> {
  const address = services.history.find(executionId)?.file;
  const linked = address === undefined ? await fileOfFlow(services, flowId) : vscode.Uri.parse(address);
  const runs = await readRuns(services, { file: linked, flowId });
  return runs.filter(({ execution }) => execution.id !== executionId && isFinished(execution));
}

// What changed since the flow last passed is the most frequent question.
function passedFirst(runs: readonly PastRun[]): readonly PastRun[] {
  const passed = runs.find(({ execution: { status } }) => status === 'success');
  return passed ? [passed, ...runs.filter(run => run !== passed)] : runs;
}

/** Reads a trace file. Throws a sentence for the user if it cannot be read. */
export async function readTraceFile(file: vscode.Uri): Promise<Trace> {
  return readTrace(new Uint8Array(await readAtMost(file, MAX_TRACE_BYTES)));
}

/** Reads the trace of an execution with a progress message; undefined if the user cancels. */
export async function readWithCancel(
  services: RunServices,
  executionId: string,
  message: string,
): Promise<Trace | undefined> {
  return withCancelled(message, reading => readExecutionTrace(services, executionId, reading));
}

async function withCancelled(
  message: string,
  read: (reading: TraceReadingOptions & { readonly signal: AbortSignal }) => Promise<Trace>,
): Promise<Trace | undefined> {
  return withCancel(message, async (signal, progress) => {
    try {
      return await read({ signal, progress });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

/** Lets the user choose another run of a flow and reads it with its pictures; undefined if the user cancels. */
export async function readOtherRun(
  services: RunListServices,
  run: Pick<TraceRun, 'flowId' | 'executionId'>,
): Promise<{ readonly name: string; readonly trace: Trace } | undefined> {
  const source = await chooseOtherRun(services, run);
  if (!source) return undefined;
  if ('file' in source)
    return { name: vscode.workspace.asRelativePath(source.file), trace: await readTraceFile(source.file) };
  const trace = await withCancelled('Reading the run', reading => readPastRun(services, source.run, reading));
  return trace && { name: nameOf(source.run), trace };
}

async function chooseFile(): Promise<RunChoice | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: TITLE,
      openLabel: 'Compare',
      filters: { 'Flow Traces': ['flow-trace'] },
    })) ?? [];
  return file && { file };
}

import type { GivenRun } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { writeTrace } from '../../flow/trace/traceFile.ts';
import { dialogs } from '../../host/dialogs.ts';
import { TRACE_VIEWER } from '../../manifest.ts';
import { plainFileName } from '../../util/plainText.ts';
import { readWithCancel } from './otherRuns.ts';
import { chosenExecution } from './runs.ts';

const OPEN = 'Open Trace';

/** Opens the trace of an execution, or of the one that a flow file shows, and follows it while it is in progress. */
export async function openTrace(services: Services, { row, file }: GivenRun): Promise<void> {
  services.session.require();
  const shown = file && services.runs.of(file);
  const executionId = shown?.execution.id ?? (await chosenExecution(services, OPEN, row));
  if (executionId === undefined) return;
  const { flowName, kind } = shown?.execution ?? services.executions.byId(executionId) ?? {};
  await services.traceViewers.showRun({
    connectionId: services.session.require().id,
    executionId,
    isTrial: shown?.isTest === true || kind === 'trial',
    flowName: flowName ?? undefined,
  });
}

/** Saves the trace of an execution, or of the one that a flow file shows, as a file. */
export async function exportTrace(services: Services, { row, file }: GivenRun): Promise<void> {
  const connection = services.session.require();
  const shown = file && services.runs.of(file);
  const executionId = shown?.execution.id ?? (await chosenExecution(services, 'Save Trace', row));
  if (executionId === undefined) return;
  const trace = await readWithCancel(services, executionId, 'Reading the trace');
  if (!trace) return;
  const target = await chooseTarget(trace.document.run.flowName ?? 'execution');
  if (!target) return;
  const document = { ...trace.document, createdAt: new Date().toISOString(), source: connection.name };
  await vscode.workspace.fs.writeFile(target, await writeTrace({ ...trace, document }));
  const saved = `Saved the trace as ${vscode.workspace.asRelativePath(target)}.`;
  // Not awaited, since the user may never respond.
  void dialogs.showInformationMessage(saved, OPEN).then(async choice => {
    if (choice === OPEN) await vscode.commands.executeCommand('vscode.openWith', target, TRACE_VIEWER);
  });
}

async function chooseTarget(name: string): Promise<vscode.Uri | undefined> {
  const plain = plainFileName(name);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.showSaveDialog({
    title: 'Save Trace',
    filters: { 'Flow Traces': ['flow-trace'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, `${plain}.flow-trace`) } : {}),
  });
}

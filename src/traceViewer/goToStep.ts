import * as vscode from 'vscode';
import type { TraceRun, TraceStep } from '../contract/sandbox/traces.ts';
import { textOf } from '../flow/document/stepModel.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import { findTracedStep } from '../flow/trace/findTracedStep.ts';
import { dialogs } from '../host/dialogs.ts';
import { fileText } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';
import { FLOW_EDITOR } from '../manifest.ts';
import { stepNumberText, stepTitle } from '../traceReading/traceRows.ts';
import type { TraceServices } from './traceServices.ts';

/** The maximum number of flow files that are read to find the one with the name of the flow. */
const MAX_FILES = 500;

/** Opens the flow file of a run at one of its steps. Throws if the workspace does not have the flow or its step. */
export async function goToStep(
  services: TraceServices,
  { run, steps }: { readonly run: TraceRun; readonly steps: readonly TraceStep[] },
  step: TraceStep,
): Promise<void> {
  const file = await findFlowFile(services, run);
  if (!file) return;
  const found = findTracedStep(parseFlow(await fileText(file)), steps, step);
  const name = `Step ${stepNumberText(step)} “${stepTitle(step)}”`;
  if (!found) {
    const path = vscode.workspace.asRelativePath(file);
    throw new Error(`${name} was removed from ${path} after this run.`);
  }
  await openStepAt(services, file, found.range.start);
  if (found.isChanged) void dialogs.showInformationMessage(`${name} has changed since this run.`);
}

/** Opens a flow file in its visual editor at the step at an offset. */
export async function openStepAt(
  { flowEditors }: Pick<TraceServices, 'flowEditors'>,
  file: vscode.Uri,
  offset: number,
): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR);
  flowEditors.reveal(file, offset);
}

/** Returns the flow file of a run; undefined if the user cancels. Throws if the workspace does not have it. */
export async function findFlowFile(services: TraceServices, run: TraceRun): Promise<vscode.Uri | undefined> {
  const file = await findFile(services, run);
  if (file === 'canceled') return undefined;
  if (file) return file;
  const name = run.flowName == null ? 'the flow of this trace' : `“${run.flowName}”`;
  throw new Error(`This workspace has no file of ${name}. Pull the flow, or open the folder that has it.`);
}

/** Finds the file that is linked to the flow of a run, or else the only one with its name. */
async function findFile(
  { connections, links }: TraceServices,
  { flowId, flowName }: TraceRun,
): Promise<vscode.Uri | 'canceled' | undefined> {
  if (flowId != null) {
    for (const { id } of connections.all) {
      // Without readable links, the name decides.
      const known = await links.all(id).catch(() => []);
      const linked = known.find(({ link }) => link.flowId === flowId);
      if (linked) return linked.file;
    }
  }
  if (flowName == null) return undefined;
  const files = await findFlowFiles({ most: MAX_FILES });
  const named = await Promise.all(
    files.map(async file => {
      // A file that cannot be read is not the one.
      const text = await fileText(file).catch(() => '');
      const name = textOf(propertyOf(parseFlow(text).root, 'name'));
      return name === flowName ? [file] : [];
    }),
  );
  return chooseFile(named.flat());
}

async function chooseFile(files: readonly vscode.Uri[]): Promise<vscode.Uri | 'canceled' | undefined> {
  if (files.length < 2) return files[0];
  const items = files.map(file => ({ label: vscode.workspace.asRelativePath(file), file }));
  const title = 'Several files have the name of this flow';
  const picked = await dialogs.showQuickPick(items, { title, placeHolder: 'Choose a flow file' });
  return picked?.file ?? 'canceled';
}

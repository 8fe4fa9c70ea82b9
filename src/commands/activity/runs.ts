import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { isVerification } from '../../contract/enumerations.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { runLabel } from '../../flow/run/outcomeText.ts';
import { executionSteps } from '../../flow/run/runSteps.ts';
import { stepOutcomes } from '../../flow/run/stepOutcomes.ts';
import { isInCustomEditor } from '../../host/activeTab.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import { chooseId } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import { activeFlowFile } from '../flows/flowFiles.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { linkOfFlow } from '../flows/linkedFile.ts';

const PULL = 'Pull into File…';

/**
 * Opens the file of an execution's flow with the result beside each step, and follows the run. If no file is linked to
 * the flow, offers to pull it into one.
 */
export async function showRun(services: Services, row: CommandRow | undefined): Promise<void> {
  const connection = services.session.require();
  const executionId = await chosenExecution(services, 'Show Steps in Flow File', row);
  if (executionId === undefined) return;
  const client = await services.session.client();
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  const flowId = requireFlowId(data);
  let linked = await linkOfFlow(services, connection, flowId);
  if (!linked) {
    const name = data.flowName ?? flowId;
    const question = `No file in this workspace is linked to “${name}”.`;
    const detail = 'Pull the flow into a new file to see its steps there.';
    if ((await dialogs.showInformationMessage(question, { modal: true, detail }, PULL)) !== PULL) return;
    await services.run(Command.pullFlow, { kind: 'flow', record: { id: flowId, name } });
    linked = await linkOfFlow(services, connection, flowId);
  }
  if (linked) await revealFailure(services, linked.file, data);
}

/** Removes the execution from a flow file. */
export function hideRun(services: Services, file: vscode.Uri | undefined): void {
  services.runs.clear(file ?? activeFlowFile());
}

/** Runs the flow of an execution again: a verification run as such, any other by firing the trigger. */
export async function runAgain(services: Services, row: CommandRow | undefined): Promise<void> {
  services.session.require();
  const executionId = await chosenExecution(services, 'Run Again', row);
  if (executionId === undefined) return;
  const client = await services.session.client();
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  const flowId = requireFlowId(data);
  const record = { id: flowId, name: data.flowName ?? flowId };
  await services.run(isVerification(data) ? Command.verifyFlow : Command.fireFlow, {
    kind: 'flow',
    record,
  });
}

/** Returns the ID of the flow of an execution. Throws if the service does not provide it. */
function requireFlowId({ flowId }: Execution): string {
  if (flowId == null) throw new Error('The service does not say which flow this execution ran.');
  return flowId;
}

/**
 * Opens a file with the results of an execution at the failed step. If the file's visual editor is active, it stays
 * open.
 */
async function revealFailure(services: Services, file: vscode.Uri, execution: Execution): Promise<void> {
  services.runs.show(file, execution);
  if (isInCustomEditor(file)) return;
  const document = await vscode.workspace.openTextDocument(file);
  const documents = await services.openFlowDocuments();
  const outcomes = stepOutcomes(documents.parse(document), executionSteps(execution));
  // A failed child step is more specific than its parent, which precedes it.
  const failed = outcomes.findLast(({ state }) => state === 'failed');
  const at = failed && document.positionAt(failed.range.start);
  await vscode.window.showTextDocument(document, {
    preview: true,
    ...(at ? { selection: new vscode.Range(at, at) } : {}),
  });
}

/** Returns the ID of the execution of a line, or of one that the user chooses; undefined if the user cancels. */
export async function chosenExecution(
  services: Services,
  title: string,
  row: CommandRow | undefined,
): Promise<string | undefined> {
  return row?.record.id ?? chooseId(title, executionChoices(services));
}

/**
 * Returns the picker entries of all executions regardless of the view's filter, except those with a status in
 * `without`.
 */
export function executionChoices({ executions }: Services, without: readonly string[] = []): Choices {
  const now = Date.now();
  return choicesOf(executions.all(), execution => {
    const { id, flowName, status } = execution;
    return without.includes(status ?? '')
      ? undefined
      : { id, label: flowName ?? 'Flow without a name', description: runLabel({ execution }, now) };
  });
}

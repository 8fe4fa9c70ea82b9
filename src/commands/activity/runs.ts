import * as vscode from 'vscode';
import type { Execution } from '../../contract/records/execution.ts';
import { runSteps } from '../../flow/run/runSteps.ts';
import { stepOutcomes } from '../../flow/run/stepOutcomes.ts';
import { isInCustomEditor } from '../../host/activeTab.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import { chooseId } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import { activeFlowFile, fileOf } from '../flows/flowFiles.ts';
import { linesOf } from '../lineArgument.ts';
import { linkOfFlow } from '../flows/linkedFile.ts';
import type { ActivityServices } from './activityServices.ts';

const PULL = 'Pull into File…';

/**
 * Opens the file of an execution's flow with the result beside each step, and follows the run. If no file is linked to
 * the flow, offers to pull it into one.
 */
export async function showRun(services: ActivityServices, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const executionId = await chosenExecution(services, 'Show Steps in Flow File', argument);
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
export function hideRun(services: ActivityServices, argument?: unknown): void {
  services.runs.clear(fileOf(argument) ?? activeFlowFile());
}

/** Runs the flow of an execution again: in the sandbox, a verification run as such; otherwise by firing the trigger. */
export async function runAgain(services: ActivityServices, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const executionId = await chosenExecution(services, 'Run Again', argument);
  if (executionId === undefined) return;
  const client = await services.session.client();
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  const flowId = requireFlowId(data);
  const record = { id: flowId, name: data.flowName ?? flowId };
  const trial = data.kind === 'dry_run' && connection.kind === 'sandbox';
  await services.run(trial ? Command.verifyFlow : Command.fireFlow, {
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
async function revealFailure(
  services: ActivityServices,
  file: vscode.Uri,
  execution: Execution,
): Promise<void> {
  services.runs.show(file, execution);
  if (isInCustomEditor(file)) return;
  const document = await vscode.workspace.openTextDocument(file);
  const documents = await services.openFlowDocuments();
  const outcomes = stepOutcomes(documents.parse(document), runSteps(execution.result));
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
  services: ActivityServices,
  title: string,
  argument: unknown,
): Promise<string | undefined> {
  const [line] = linesOf('execution', argument);
  return line?.record.id ?? chooseId(title, executionChoices(services));
}

/**
 * Returns the picker entries of all executions regardless of the view's filter, except those with a status in
 * `without`.
 */
export function executionChoices({ executions }: ActivityServices, without: readonly string[] = []): Choices {
  return choicesOf(executions.all(), ({ id, flowName, status, kind }) =>
    without.includes(status ?? '')
      ? undefined
      : {
          id,
          label: flowName ?? id,
          description: [status, kind === 'dry_run' ? 'verification run' : ''].filter(Boolean).join(' · '),
          detail: id,
        },
  );
}

import * as vscode from 'vscode';
import { writeNewFlow } from '../../appState/changeFile.ts';
import { FINISHED_TASKS } from '../../contract/enumerations.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { readTaskFlow } from '../../deploy/readTaskFlow.ts';
import { fileNameOf } from '../../flow/new/newFlow.ts';
import { dialogs } from '../../host/dialogs.ts';
import { freeFlowFile } from '../../host/flowFiles.ts';
import { counted } from '../../util/counted.ts';
import { platformOf } from '../../wording/deviceLabels.ts';
import type { Services } from '../commandServices.ts';
import { showInFile } from '../flows/showInFile.ts';
import { loadedCatalog } from '../flows/knownCatalog.ts';
import { chooseId, done, withCancel } from '../prompts/ask.ts';
import { taskFlowReport } from '../reports/taskFlowReport.ts';
import { taskChoices } from './tasks.ts';

/** Writes what a finished task did into a new flow file, opens it, and says what it does not reproduce for certain. */
export async function writeTaskFlow(services: Services, row: CommandRow | undefined): Promise<void> {
  const connection = services.session.require();
  const choices = taskChoices(services, status => FINISHED_TASKS.includes(status));
  const id = row?.record.id ?? (await chooseId('Save Task as Flow', choices, { anyId: true }));
  if (id === undefined) return;
  const flow = await withCancel('Reading the task', async signal => {
    const catalog = await loadedCatalog(services);
    const client = await services.session.client();
    const readState = await services.clients.stateReader(connection);
    const remembered = services.actionChoices.actionsOf(connection.id);
    return readTaskFlow({ client, catalog, readState, platformOf, remembered }, id, signal);
  });
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = await freeFlowFile(folder?.uri, fileNameOf(flow.name));
  await writeNewFlow(file, flow.text);
  await showInFile({ file, isVisual: true }, undefined, services.flowEditors);
  const saved = `Saved ${counted(flow.stepCount, 'step')} in ${vscode.workspace.asRelativePath(file)}.`;
  if (flow.notes.length === 0) {
    done(saved);
    return;
  }
  const show = 'Show Notes';
  const { length } = flow.notes;
  const message = `${saved} ${counted(length, 'note')} ${length === 1 ? 'says' : 'say'} what was left out or is uncertain.`;
  void dialogs.showWarningMessage(message, show).then(async choice => {
    if (choice === show)
      await services.documents.openMarkdown(`task/${id}`, 'Notes.md', taskFlowReport(flow));
  });
}

import * as vscode from 'vscode';
import { FINISHED_TASKS } from '../../contract/enumerations.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { readTaskFlow } from '../../deploy/readTaskFlow.ts';
import { counted } from '../../util/counted.ts';
import { platformOf } from '../../wording/deviceLabels.ts';
import type { Services } from '../commandServices.ts';
import { loadedCatalog } from '../flows/knownCatalog.ts';
import { saveNewFlow } from '../flows/saveNewFlow.ts';
import { chooseId, withCancel } from '../prompts/ask.ts';
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
  const { length } = flow.notes;
  const review = {
    sentence: `${counted(length, 'note')} ${length === 1 ? 'says' : 'say'} what was left out or is uncertain.`,
    button: 'Show Notes',
    report: taskFlowReport(flow),
    place: [`task/${id}`, 'Notes.md'],
  } as const;
  await saveNewFlow(services, folder?.uri, flow, length === 0 ? undefined : review);
}

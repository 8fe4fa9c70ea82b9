import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { formatCounts } from '../../flow/check/checkSummary.ts';
import { counted } from '../../util/counted.ts';
import { dialogs } from '../../host/dialogs.ts';
import { withCancel } from '../prompts/ask.ts';
import { toError } from '../../util/errors.ts';

const SHOW = 'Show Problems';

/** Checks every flow file of the workspace, open or not, and shows a summary. */
export async function checkAllFlows(services: Services): Promise<void> {
  const why = await whyUnknown(services);
  const found = await withCancel('Checking flow files', async (signal, progress) => {
    const report = (done: number, of: number): void => progress(`${done} of ${of}`);
    return { ...(await services.language.checkAll(report, signal)), isStopped: signal.aborted };
  });
  const { files, wrong, unread, isStopped } = found;
  if (files + unread.length === 0 && !isStopped) {
    void dialogs.showInformationMessage('This workspace has no *.flow.json file.');
    return;
  }
  const sentences = [
    wrong === 0
      ? `${counted(files, 'flow file')} checked, no problems found.`
      : `${counted(files, 'flow file')} checked: ${formatCounts(found)} in ${wrong === files ? 'all' : wrong} of them.`,
    ...(unread.length > 0 ? [`Not read: ${unread.join(', ')}.`] : []),
    ...(isStopped ? ['The check was canceled before the last file.'] : []),
    ...(why === undefined ? [] : [`Actions and parameters were not checked: ${why}`]),
  ];
  const text = sentences.join(' ');
  const isFine = wrong === 0 && unread.length === 0 && why === undefined;
  if (isFine) void dialogs.showInformationMessage(text);
  else tellProblems(text);
}

/** Shows a warning about problems, with a button that shows the view of problems. */
export function tellProblems(text: string): void {
  void dialogs.showWarningMessage(text, SHOW).then(choice => {
    if (choice === SHOW) void vscode.commands.executeCommand('workbench.actions.view.problems');
  });
}

/** Returns the reason why there is no catalog to check against; undefined if there is one. */
async function whyUnknown({ catalog, session }: Services): Promise<string | undefined> {
  catalog.start();
  if (catalog.state.readAt !== undefined) return undefined;
  if (!session.connection) return 'no connection is selected.';
  try {
    await catalog.refresh();
    return undefined;
  } catch (error) {
    return toError(error).message;
  }
}

import * as vscode from 'vscode';
import { changeFile } from '../appState/changeFile.ts';
import type { FailedCheck } from '../appState/failedChecks.ts';
import { applyEdits } from '../flow/document/textEdits.ts';
import { addMask } from '../flowTest/addExpectation.ts';
import { testPathOf } from '../flowTest/testPath.ts';
import { dialogs } from '../host/dialogs.ts';
import type { TraceBox } from '../protocol/traceViewer.ts';
import { areaOnScreen, checkOf } from './pictureChecks.ts';

/** Leaves an area of the picture of a failed check, by its ID, out of the test of its flow file. */
export async function maskPicture(
  checks: readonly FailedCheck[],
  id: string,
  area: TraceBox,
): Promise<undefined> {
  const check = checkOf(checks, id);
  if (!check) throw new Error('The picture is not known anymore. Run the test again.');
  const { flow, name, origin } = check.masked;
  const uri = vscode.Uri.parse(flow);
  const file = uri.with({ path: testPathOf(uri.path) });
  const shown = vscode.workspace.asRelativePath(file);
  const mask = areaOnScreen(area, origin);
  await changeFile(
    file,
    text => {
      if (text === undefined) throw new Error(`${shown} is missing.`);
      return applyEdits(text, addMask(text, name, mask));
    },
    { leavesUnsaved: true },
  );
  const sentence = `Added a mask to the picture “${name}” in ${shown}. Run the test again.`;
  void dialogs.showInformationMessage(sentence, 'Open').then(choice => {
    if (choice === 'Open') void vscode.window.showTextDocument(file);
  });
  return undefined;
}

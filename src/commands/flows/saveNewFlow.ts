import * as vscode from 'vscode';
import { writeNewFlow } from '../../appState/changeFile.ts';
import { fileNameOf } from '../../flow/new/newFlow.ts';
import { dialogs } from '../../host/dialogs.ts';
import { freeFlowFile } from '../../host/flowFiles.ts';
import { counted } from '../../util/counted.ts';
import type { Services } from '../commandServices.ts';
import { done } from '../prompts/ask.ts';
import { showInFile } from './showInFile.ts';

/** A flow that was made from something else. */
interface NewFlow {
  readonly name: string;
  readonly text: string;
  readonly stepCount: number;
}

/** A sentence that says what to check in a new flow, and the report that its button opens. */
interface Review {
  readonly sentence: string;
  readonly button: string;
  readonly report: string;
  /** The folder and the name of the report. */
  readonly place: readonly [folder: string, name: string];
}

/** Writes a flow into a new file of a folder, opens it, and says what to check, if anything. */
export async function saveNewFlow(
  { documents, flowEditors }: Pick<Services, 'documents' | 'flowEditors'>,
  folder: vscode.Uri | undefined,
  flow: NewFlow,
  review: Review | undefined,
): Promise<void> {
  const file = await freeFlowFile(folder, fileNameOf(flow.name));
  await writeNewFlow(file, flow.text);
  await showInFile({ file, isVisual: true }, undefined, flowEditors);
  const saved = `Saved ${counted(flow.stepCount, 'step')} in ${vscode.workspace.asRelativePath(file)}.`;
  if (!review) {
    done(saved);
    return;
  }
  const { sentence, button, report, place } = review;
  void dialogs.showWarningMessage(`${saved} ${sentence}`, button).then(async choice => {
    if (choice === button) await documents.openMarkdown(...place, report);
  });
}

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
export interface Review {
  readonly sentence: string;
  readonly button: string;
  readonly report: string;
  /** The folder and the name of the report. */
  readonly place: readonly [folder: string, name: string];
}

/** Writes a flow into a new file of a folder, opens it, and says what to check, if anything. */
export async function saveNewFlow(
  services: Pick<Services, 'documents' | 'flowEditors'>,
  folder: vscode.Uri | undefined,
  flow: NewFlow,
  review: Review | undefined,
): Promise<void> {
  const file = await writeFlowFile(folder, flow);
  await showInFile({ file, isVisual: true }, undefined, services.flowEditors);
  const saved = `Saved ${counted(flow.stepCount, 'step')} in ${vscode.workspace.asRelativePath(file)}.`;
  if (review) offerReview(services, saved, review);
  else done(saved);
}

/** Writes a flow into a new file of a folder. */
export async function writeFlowFile(
  folder: vscode.Uri | undefined,
  { name, text }: Pick<NewFlow, 'name' | 'text'>,
): Promise<vscode.Uri> {
  const file = await freeFlowFile(folder, fileNameOf(name));
  await writeNewFlow(file, text);
  return file;
}

/** Says what was saved and what to check in it, with a button for the report. */
export function offerReview(
  { documents }: Pick<Services, 'documents'>,
  saved: string,
  { sentence, button, report, place }: Review,
): void {
  // Not awaited, since the user may never respond.
  void dialogs.showWarningMessage(`${saved} ${sentence}`, button).then(async choice => {
    if (choice === button) await documents.openMarkdown(...place, report);
  });
}

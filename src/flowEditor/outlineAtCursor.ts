import type * as vscode from 'vscode';
import type { EditorServices } from './editorServices.ts';
import { placeAt } from './placedProblems.ts';
import { outlineOfStep } from './stepElement.ts';

/** Lets device panels outline the element of the step at the cursor of a text editor. */
export async function outlineAtCursor(
  owner: object,
  { document, selection }: vscode.TextEditor,
  services: EditorServices,
): Promise<void> {
  const documents = await services.openFlowDocuments();
  const flow = documents.parse(document);
  const { step } = placeAt(flow, document.offsetAt(selection.active));
  services.outlines.show(owner, outlineOfStep(document.uri, flow, step, services), true);
}

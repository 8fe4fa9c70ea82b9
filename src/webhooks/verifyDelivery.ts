import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { parsePastedDelivery } from './pastedDelivery.ts';
import { diagnose, type SignatureDiagnosis } from './signatureDiagnosis.ts';

type Source = 'clipboard' | 'editor';

/**
 * Asks for a delivery (headers and body) and the secret, and shows whether they match and, if not, why. The secret is
 * neither kept nor shown.
 */
export async function verifyPastedDelivery(): Promise<void> {
  const source = await chooseSource();
  if (!source) return;
  const delivery = parsePastedDelivery(await readText(source));
  const secret = await dialogs.showInputBox({
    title: 'Verify Pasted Delivery',
    prompt: "The endpoint's signing secret; it is not kept",
    password: true,
    ignoreFocusOut: true,
  });
  if (secret === undefined || secret === '') return;
  await show(await diagnose(delivery, secret, Date.now()));
}

async function chooseSource(): Promise<Source | undefined> {
  const sources: (vscode.QuickPickItem & { source: Source })[] = [
    { label: '$(clippy) From the Clipboard', detail: 'Headers, an empty line, body', source: 'clipboard' },
  ];
  if (vscode.window.activeTextEditor) {
    const detail = 'Its selection, or all of it';
    sources.push({ label: '$(file) From the Active Editor', detail, source: 'editor' });
  }
  const placeHolder = 'Where is the delivery?';
  return (await dialogs.showQuickPick(sources, { title: 'Verify Pasted Delivery', placeHolder }))?.source;
}

async function readText(source: Source): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (source === 'clipboard' || !editor) return vscode.env.clipboard.readText();
  return editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
}

async function show({ cause, isGenuine, explanation }: SignatureDiagnosis): Promise<void> {
  if (cause === 'right') await dialogs.showInformationMessage(explanation);
  else if (isGenuine) await dialogs.showWarningMessage(explanation);
  else await dialogs.showErrorMessage(explanation);
}

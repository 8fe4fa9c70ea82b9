import * as vscode from 'vscode';
import { validateOnService } from '../../deploy/validateOnService.ts';
import { serviceDiagnostics } from '../../flow/check/serviceFindings.ts';
import { flowBodyOf, NO_FLOW } from '../../flow/deploy/flowSource.ts';
import { dialogs } from '../../host/dialogs.ts';
import { counted } from '../../util/counted.ts';
import type { Services } from '../commandServices.ts';
import { done, withCancel } from '../prompts/ask.ts';
import { tellProblems } from './flowCheckAll.ts';
import { activeFlowFile, chooseFlowFile, workspacePathOf } from './flowFiles.ts';

/** Lets the service check a flow file, and shows what it finds at the fields until the file changes. */
export async function checkOnService(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const { name } = services.session.require();
  const file = given ?? activeFlowFile() ?? (await chooseFlowFile('Check on Service'));
  if (!file) return;
  const document = await vscode.workspace.openTextDocument(file);
  const { version } = document;
  const body = flowBodyOf(document.getText());
  if (!body) throw new Error(`${workspacePathOf(file)} ${NO_FLOW}`);
  const client = await services.session.client();
  const validation = await withCancel(`Checking ${workspacePathOf(file)} on ${name}`, signal =>
    validateOnService(client, body, { signal }),
  );
  if (!validation) {
    void dialogs.showInformationMessage(`${name} does not offer to check flows.`);
    return;
  }
  const documents = await services.openFlowDocuments();
  const found = serviceDiagnostics(documents.parse(document), validation, documents.check(document));
  documents.addFindings(document, version, found);
  const { errors, warnings } = validation;
  if (!errors?.length && !warnings?.length) {
    done(`${name} found no problems in ${workspacePathOf(file)}.`);
    return;
  }
  const counts = [
    ...(errors?.length ? [counted(errors.length, 'error')] : []),
    ...(warnings?.length ? [counted(warnings.length, 'warning')] : []),
  ];
  tellProblems(`${name} reports ${counts.join(' and ')} in ${workspacePathOf(file)}.`);
}

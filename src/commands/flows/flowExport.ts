import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { GivenFlow } from '../../contributions/command.ts';
import { readFlowBody } from '../../deploy/readFlowBody.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { createFlowFile } from '../../flow/deploy/pulledFile.ts';
import { exportMaestro } from '../../flow/export/exportMaestro.ts';
import { importReport, importSummary } from '../../flow/import/importReport.ts';
import { fileNameOf } from '../../flow/new/newFlow.ts';
import type { Services } from '../commandServices.ts';
import { done, withCancel, withStatus } from '../prompts/ask.ts';
import { activeFlowFile, chooseFlowFile } from './flowFiles.ts';
import { catalogOrSandbox } from './knownCatalog.ts';
import { offerReview } from './saveNewFlow.ts';

/** A flow to export, and where its Maestro file is suggested. */
interface Exported {
  readonly text: string;
  /** The path for the report. */
  readonly path: string;
  readonly suggested: vscode.Uri | undefined;
}

/** Writes a flow of a file or of the service as a Maestro file, opens it, and says what differs. */
export async function exportFlow(services: Services, given: GivenFlow): Promise<void> {
  const catalog = await withStatus('Reading the actions', () => catalogOrSandbox(services));
  const flow = given.row
    ? await readFlow(services, given.row.record.id, catalog)
    : await readFile(given.file ?? activeFlowFile() ?? (await chooseFlowFile('Export as Maestro YAML')));
  if (!flow) return;
  const result = exportMaestro(flow.path, flow.text, catalog);
  const { suggested } = flow;
  const target = await vscode.window.showSaveDialog({
    title: 'Export as Maestro YAML',
    saveLabel: 'Export',
    filters: { 'Maestro flows': ['yaml', 'yml'] },
    ...(suggested ? { defaultUri: suggested } : {}),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(result.text));
  await vscode.window.showTextDocument(target, { preview: false });
  const saved = `Exported the flow as ${vscode.workspace.asRelativePath(target)}.`;
  const isSame = result.commands.every(({ outcome }) => outcome === 'translated');
  if (isSame && result.notes.length === 0) done(saved);
  else
    offerReview(services, saved, {
      sentence: importSummary(result, 'step'),
      button: 'Show Report',
      report: importReport(result, 'step'),
      place: ['export', `${basename(target.path)}.md`],
    });
}

async function readFile(file: vscode.Uri | undefined): Promise<Exported | undefined> {
  if (!file) return undefined;
  const document = await vscode.workspace.openTextDocument(file);
  const path = file.scheme === 'untitled' ? undefined : file.path.replace(/(?:\.flow)?\.json$/, '.yaml');
  return {
    text: document.getText(),
    path: vscode.workspace.asRelativePath(file),
    suggested: path === undefined ? undefined : file.with({ path }),
  };
}

async function readFlow(services: Services, flowId: string, catalog: FlowCatalog): Promise<Exported> {
  const { body } = await withCancel('Reading the flow', async signal =>
    readFlowBody(await services.session.client(), flowId, catalog, { signal }),
  );
  const name = fileNameOf(typeof body['name'] === 'string' ? body['name'] : '');
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return {
    text: createFlowFile(body),
    path: `${name}.flow.json`,
    suggested: folder && vscode.Uri.joinPath(folder.uri, `${name}.yaml`),
  };
}

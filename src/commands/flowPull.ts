import * as vscode from 'vscode';
import { readFlowBody } from '../deploy/readFlowBody.ts';
import { differenceText } from '../flow/compare/differenceText.ts';
import { relinked } from '../flow/deploy/flowLink.ts';
import { newFlowFile, type PulledBody, pulledFile, pullDifferences } from '../flow/deploy/pulledFile.ts';
import { fileNameOf } from '../flow/new/newFlow.ts';
import { fileText } from '../host/fileText.ts';
import { confirmed, done, withCancel } from './ask.ts';
import { chooseFlow, type ChosenFlow } from './chooseFlow.ts';
import { fileOf } from './flowFiles.ts';
import { knownCatalogue } from './knownCatalogue.ts';
import type { Services } from './services.ts';
import { shortList } from './shortList.ts';

/**
 * Writes a flow of the service into its linked file, where the two differ, or into a new file, and links the
 * two. What the file writes in its own way without meaning anything else stays.
 */
export async function pullFlow(services: Services, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const given = fileOf(argument);
  const link = given && (await services.links.of(connection.id, given));
  const line = link?.flowId === undefined ? argument : { kind: 'flow', record: { id: link.flowId } };
  const flow = await chooseFlow(services, 'Pull Flow into File', line);
  if (!flow) return;
  const { catalogue, body, deployedAs } = await withCancel('Reading the flow', async signal => {
    const known = await knownCatalogue(services);
    const read = await readFlowBody(await services.session.clientOf(connection), flow.id, known, { signal });
    return { catalogue: known, ...read };
  });
  const linked = (await services.links.all(connection.id)).find(one => one.link.flowId === flow.id);
  const file = linked?.file ?? given ?? (await askPath(flow, body));
  if (!file) return;
  const exists = await isFile(file);
  const text = exists ? await fileText(file) : undefined;
  const differences = text === undefined ? undefined : pullDifferences(text, body, catalogue);
  if (exists && differences?.length !== 0 && !(await agreedTo(file, flow, differences?.map(differenceText))))
    return;
  const content = text !== undefined && differences ? pulledFile(text, body, differences) : newFlowFile(body);
  if (content !== text) await write(file, content);
  const deployed = deployedAs(content);
  const former = await services.links.of(connection.id, file);
  await services.links.write(connection.id, file, { ...relinked(former, flow.id), deployed });
  await services.drift.refresh([file]);
  await vscode.commands.executeCommand('vscode.open', file);
  const path = vscode.workspace.asRelativePath(file);
  done(
    differences?.length === 0 ? `${path} already matches the flow.` : `Pulled “${flow.name}” into ${path}.`,
  );
}

async function agreedTo(
  file: vscode.Uri,
  { name }: ChosenFlow,
  differences: readonly string[] | undefined,
): Promise<boolean> {
  const path = vscode.workspace.asRelativePath(file);
  const detail = differences
    ? shortList(differences).join('\n')
    : 'The file is not a JSON object; its whole content is replaced.';
  return confirmed(`Change ${path} to match “${name}” on the service?`, detail, 'Change File');
}

async function askPath({ name }: ChosenFlow, body: PulledBody): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('Open a folder first, so that the flow can be written into a file of it.');
  const title = typeof body['name'] === 'string' ? body['name'] : name;
  const path = await vscode.window.showInputBox({
    title: 'Pull Flow into File',
    prompt: `Path of the new file in ${folder.name}`,
    value: `${fileNameOf(title)}.flow.json`,
    ignoreFocusOut: true,
    validateInput: async text => {
      if (!text.endsWith('.flow.json')) return 'A flow file ends with .flow.json.';
      if (text.split(/[\\/]/).includes('..')) return 'Enter a path inside the folder.';
      return (await isFile(vscode.Uri.joinPath(folder.uri, text))) ? 'This file already exists.' : undefined;
    },
  });
  return path === undefined ? undefined : vscode.Uri.joinPath(folder.uri, path);
}

async function isFile(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

// An open document is changed as by typing, so that it can be undone.
async function write(file: vscode.Uri, content: string): Promise<void> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (!open) {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(open.positionAt(0), open.positionAt(open.getText().length));
  edit.replace(file, whole, content);
  await vscode.workspace.applyEdit(edit);
  await open.save();
}

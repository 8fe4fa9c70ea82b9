import * as vscode from 'vscode';
import type { Input } from '../contract/operations.ts';
import { readFlowLinks, writeFlowLink } from '../host/flowLinks.ts';
import { Command } from '../manifest.ts';
import { confirmed } from './ask.ts';
import { isObject } from './lineArgument.ts';
import type { Services } from './services.ts';

/** Creates a flow from a `*.flow.json` file, disabled, and links the file to it. */
export async function createFlow(services: Services, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const file = fileOf(argument) ?? (await chooseFile());
  if (!file) return;
  const path = vscode.workspace.asRelativePath(file);
  const body = await readBody(file, path);
  const linked = (await readFlowLinks(connection.id)).find(link => link.file.toString() === file.toString());
  if (linked) {
    const detail = `${path} is linked to the flow ${linked.flowId}. A second flow is created and linked instead.`;
    if (!(await confirmed('Create another flow from this file?', detail, 'Create'))) return;
  }
  const client = await services.session.client();
  // A flow is enabled by activation only, once an execution has verified it (spec 3.1).
  const { value } = await client.createFlow({ body: { ...body, enabled: false } });
  const flow = value.data;
  await writeFlowLink(connection.id, { file, flowId: flow.id });
  await services.flows.refresh();
  const activate = 'Activate…';
  const choice = await vscode.window.showInformationMessage(
    `Created “${flow.name}”, disabled until it is activated with a successful execution.`,
    activate,
  );
  if (choice === activate) {
    await vscode.commands.executeCommand(Command.activateFlow, { kind: 'flow', record: flow });
  }
}

// The Explorer hands over the file, the view Flows a line that stands for one.
function fileOf(argument: unknown): vscode.Uri | undefined {
  const file = isObject(argument) && 'resource' in argument ? argument['resource'] : argument;
  return file instanceof vscode.Uri ? file : undefined;
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const files = await vscode.workspace.findFiles('**/*.flow.json', '**/node_modules/**');
  if (files.length === 0) {
    void vscode.window.showInformationMessage('There is no *.flow.json file in this workspace.');
    return undefined;
  }
  const ordered = files.toSorted((a, b) => rank(a, active) - rank(b, active) || (a.path < b.path ? -1 : 1));
  const picked = await vscode.window.showQuickPick(
    ordered.map(file => ({ label: vscode.workspace.asRelativePath(file), file })),
    { title: 'Create Flow from File', placeHolder: 'Choose a flow file' },
  );
  return picked?.file;
}

function rank(file: vscode.Uri, active: vscode.Uri | undefined): number {
  return file.toString() === active?.toString() ? 0 : 1;
}

// What stands in an editor counts, saved or not; the service checks the rest.
async function readBody(file: vscode.Uri, path: string): Promise<Input<'createFlow'>['body']> {
  const document = await vscode.workspace.openTextDocument(file);
  let value: unknown;
  try {
    value = JSON.parse(document.getText());
  } catch (cause) {
    throw new Error(`${path} is not JSON; mend it before creating a flow from it.`, { cause });
  }
  if (!isObject(value)) throw new Error(`${path} does not hold a flow; a flow is a JSON object.`);
  // `$schema` is for editors; all else is the body as it is sent, and the client holds it against the interface.
  const fields = Object.entries(value).filter(([name]) => name !== '$schema');
  return Object.fromEntries(fields) as Input<'createFlow'>['body'];
}

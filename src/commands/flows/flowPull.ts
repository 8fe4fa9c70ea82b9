import type { GivenFlow } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { changeFile } from '../../appState/changeFile.ts';
import { readFlowBody } from '../../deploy/readFlowBody.ts';
import { describeDifference } from '../../flow/compare/differenceText.ts';
import { relink } from '../../flow/deploy/flowLink.ts';
import { fileNameOf } from '../../flow/new/newFlow.ts';
import { dialogs } from '../../host/dialogs.ts';
import { exists, fileText } from '../../host/files.ts';
import { freeFlowFile } from '../../host/flowFiles.ts';
import { confirmed, done, withCancel } from '../prompts/ask.ts';
import { chooseFlow, type ChosenFlow } from './chooseFlow.ts';
import { loadedCatalog } from './knownCatalog.ts';
import { linkOfFlow } from './linkedFile.ts';
import { pullInto, type PullTarget } from '../../deploy/pullInto.ts';
import { activeFlowFile } from './flowFiles.ts';
import { FLOW_EDITOR } from '../../manifest.ts';
import { deviceNames } from '../devices/perDevice.ts';
import { shortList } from '../../wording/shortList.ts';

/**
 * Writes a flow into its linked file if they differ, or into a new file, and links the two. Formatting of the file that
 * does not affect its meaning is kept. Without a given flow or file, pulls that of the active file, if it is linked.
 */
export async function pullFlow(services: Services, { row, file: given }: GivenFlow): Promise<void> {
  const connection = services.session.require();
  const active = row || given ? given : activeFlowFile();
  const link = active && (await services.links.of(connection.id, active));
  const linkedRow = link?.flowId === undefined ? row : { kind: 'flow', record: { id: link.flowId } };
  const chosen = await chooseFlow(services, 'Pull Flow into File', linkedRow);
  if (!chosen) return;
  const { catalog, body, deployedAs } = await withCancel('Reading the flow', async signal => {
    const known = await loadedCatalog(services);
    const read = await readFlowBody(await services.session.client(), chosen.id, known, { signal });
    return { catalog: known, ...read };
  });
  // The list of flows may not have been read yet.
  const flow = { id: chosen.id, name: typeof body['name'] === 'string' ? body['name'] : chosen.name };
  const linked = await linkOfFlow(services, connection, flow.id);
  const file = linked?.file ?? given ?? (await askPath(flow));
  if (!file) return;
  await services.links.requireInside(file);
  const target: PullTarget = {
    read: async () => ((await exists(file)) ? fileText(file) : undefined),
    agree: differences =>
      agreedTo(
        file,
        flow,
        differences?.map(difference => describeDifference(difference, deviceNames(services))),
      ),
    write: (content, before) => write(file, content, before),
    link: content =>
      services.links.update(connection.id, file, former => ({
        ...relink(former, flow.id),
        deployed: deployedAs(content),
      })),
  };
  const result = await pullInto(target, body, catalog);
  if (result === 'declined') return;
  await services.drift.refresh([file]);
  await showFile(file);
  const path = vscode.workspace.asRelativePath(file);
  done(result === 'same' ? `${path} already matches the flow.` : `Pulled “${flow.name}” into ${path}.`);
}

/** Shows a file in the tab that it is open in, or else in a text editor. */
async function showFile(file: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const isOf = (input: unknown, kind: typeof vscode.TabInputCustom | typeof vscode.TabInputText): boolean =>
    input instanceof kind && input.uri.toString() === file.toString();
  const visual = tabs.find(({ input }) => isOf(input, vscode.TabInputCustom));
  const text = tabs.find(({ input }) => isOf(input, vscode.TabInputText));
  if (visual)
    await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR, visual.group.viewColumn);
  else await vscode.commands.executeCommand('vscode.open', file, text?.group.viewColumn);
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

async function askPath({ name }: ChosenFlow): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('Open a folder first, so that the flow can be written into a file of it.');
  const path = await dialogs.showInputBox({
    title: 'Pull Flow into File',
    prompt: `Path of the new file in ${folder.name}`,
    value: vscode.workspace.asRelativePath(await freeFlowFile(folder.uri, fileNameOf(name)), false),
    ignoreFocusOut: true,
    validateInput: async text => {
      if (!text.endsWith('.flow.json')) return 'A flow file ends with .flow.json.';
      if (text.split(/[\\/]/).includes('..')) return 'Enter a path inside the folder.';
      return (await exists(vscode.Uri.joinPath(folder.uri, text))) ? 'This file already exists.' : undefined;
    },
  });
  return path === undefined ? undefined : vscode.Uri.joinPath(folder.uri, path);
}

/** Replaces the text `before` of a file. Resolves to false, with nothing written, if it has another one now. */
async function write(file: vscode.Uri, content: string, before: string | undefined): Promise<boolean> {
  let isSame = true;
  await changeFile(file, now => {
    isSame = now === before;
    return isSame ? content : undefined;
  });
  return isSame;
}

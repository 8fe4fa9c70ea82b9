import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { LinkedFile } from '../../appState/flowLinks.ts';
import type { Connection } from '../../stores/connection.ts';
import type { CommandRow, GivenFlow, GivenFlows } from '../../contributions/command.ts';
import { activeFlowFile, filesIn } from './flowFiles.ts';

/** A flow file with its flow on the active connection. */
export interface FileAndFlow {
  readonly file: vscode.Uri;
  readonly flowId: string;
  /** The name of the flow, or the path of the file if the name is unknown. */
  readonly name: string;
}

/**
 * Returns the linked file of the given flow or file or of the active editor, or prompts for one. Throws if what is given is
 * not linked.
 */
export async function chooseLinkedFile(
  services: Services,
  title: string,
  { row, file }: GivenFlow,
): Promise<FileAndFlow | undefined> {
  const { id } = services.session.require();
  const known = (await services.links.all(id)).flatMap(({ file, link: { flowId } }) =>
    flowId === undefined ? [] : [named(services, file, flowId)],
  );
  if (row) {
    const found = known.find(({ flowId }) => flowId === row.record.id);
    if (!found)
      throw new Error('No file in this workspace is linked to this flow; pull it into a file first.');
    return found;
  }
  const given = file ?? activeFlowFile();
  const found = given && known.find(linked => linked.file.toString() === given.toString());
  if (found) return found;
  if (file) {
    const path = vscode.workspace.asRelativePath(file);
    throw new Error(`${path} is not linked to a flow of this connection; create the flow or link it first.`);
  }
  if (known.length === 0) {
    void dialogs.showInformationMessage('No file in this workspace is linked to a flow of this connection.');
    return undefined;
  }
  const items = known.map(linked => ({
    label: vscode.workspace.asRelativePath(linked.file),
    description: linked.name,
    linked,
  }));
  const picked = await dialogs.showQuickPick(items, {
    title,
    placeHolder: 'Choose a linked flow file',
  });
  return picked?.linked;
}

/** Returns the file linked to a flow of a connection, with its link, if any. */
export async function linkOfFlow(
  { links }: Pick<Services, 'links'>,
  { id }: Connection,
  flowId: string,
): Promise<LinkedFile | undefined> {
  return (await links.all(id)).find(({ link }) => link.flowId === flowId);
}

/** Returns the given flow files, or those linked to the given flows; undefined if none are given. */
export async function linkedFiles(services: Services, given: GivenFlows): Promise<vscode.Uri[] | undefined> {
  if (given.rows.length === 0) return given.files.length === 0 ? undefined : filesIn(given.files);
  const ids = new Set(given.rows.map(({ record }) => record.id));
  const links = await services.links.all(services.session.require().id);
  const files = links.flatMap(({ file, link: { flowId } }) =>
    flowId !== undefined && ids.has(flowId) ? [file] : [],
  );
  if (files.length > 0) return files;
  throw new Error('No file in this workspace is linked to this flow; pull it into a file first.');
}

function named({ flows }: Services, file: vscode.Uri, flowId: string): FileAndFlow {
  return { file, flowId, name: flows.byId(flowId)?.name ?? vscode.workspace.asRelativePath(file) };
}

/** Returns the flow that a command applies to: the given one, that of the given file, or that of the active file. */
export async function flowRowOf(
  services: Services,
  { row, file }: GivenFlow,
): Promise<CommandRow | undefined> {
  if (row) return row;
  const linked = file
    ? await chooseLinkedFile(services, '', { row: undefined, file })
    : await activeFlow(services);
  return linked && { kind: 'flow', record: { id: linked.flowId, name: linked.name } };
}

async function activeFlow(services: Services): Promise<FileAndFlow | undefined> {
  const file = activeFlowFile();
  if (!file) return undefined;
  const flowId = (await services.links.of(services.session.require().id, file))?.flowId;
  return flowId === undefined ? undefined : named(services, file, flowId);
}

import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { LinkedFile } from '../../appState/flowLinks.ts';
import type { Connection } from '../../stores/connection.ts';
import { activeFlowFile, fileOf, givenFlowFiles } from './flowFiles.ts';
import { linesOf } from '../lineArgument.ts';
import type { FlowServices } from './flowServices.ts';

/** A flow file with its flow on the active connection. */
export interface FileAndFlow {
  readonly file: vscode.Uri;
  readonly flowId: string;
  /** The name of the flow, or the path of the file if the name is unknown. */
  readonly name: string;
}

/**
 * Returns the linked file of a menu argument or the active editor, or prompts for one. Throws if the argument is not
 * linked.
 */
export async function chooseLinkedFile(
  services: FlowServices,
  title: string,
  argument: unknown,
): Promise<FileAndFlow | undefined> {
  const { id } = services.session.require();
  const known = (await services.links.all(id)).flatMap(({ file, link: { flowId } }) =>
    flowId === undefined ? [] : [named(services, file, flowId)],
  );
  const [line] = linesOf('flow', argument);
  if (line) {
    const found = known.find(({ flowId }) => flowId === line.record.id);
    if (!found)
      throw new Error('No file in this workspace is linked to this flow; pull it into a file first.');
    return found;
  }
  const given = fileOf(argument) ?? activeFlowFile();
  const found = given && known.find(({ file }) => file.toString() === given.toString());
  if (found) return found;
  if (fileOf(argument) && given) {
    const path = vscode.workspace.asRelativePath(given);
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
  { links }: Pick<FlowServices, 'links'>,
  { id }: Connection,
  flowId: string,
): Promise<LinkedFile | undefined> {
  return (await links.all(id)).find(({ link }) => link.flowId === flowId);
}

/** Returns the flow files of a menu selection, including those linked to selected flows. */
export async function linkedFiles(
  services: FlowServices,
  argument: unknown,
  selection: unknown,
): Promise<vscode.Uri[] | undefined> {
  const flows = linesOf('flow', argument, selection);
  if (flows.length === 0) return givenFlowFiles(argument, selection);
  const ids = new Set(flows.map(({ record }) => record.id));
  const links = await services.links.all(services.session.require().id);
  const files = links.flatMap(({ file, link: { flowId } }) =>
    flowId !== undefined && ids.has(flowId) ? [file] : [],
  );
  if (files.length > 0) return files;
  throw new Error('No file in this workspace is linked to this flow; pull it into a file first.');
}

function named({ flows }: FlowServices, file: vscode.Uri, flowId: string): FileAndFlow {
  return { file, flowId, name: flows.byId(flowId)?.name ?? vscode.workspace.asRelativePath(file) };
}

/**
 * Returns the flow line that a command applies to: the menu argument, with a linked file replaced by its flow; without
 * an argument, the flow of the active file.
 */
export async function flowLineOf(services: FlowServices, argument: unknown): Promise<unknown> {
  const file = fileOf(argument);
  if (!file && argument === undefined) return activeFlow(services);
  if (!file) return argument;
  const linked = await chooseLinkedFile(services, '', file);
  return linked && { kind: 'flow', record: { id: linked.flowId, name: linked.name } };
}

async function activeFlow(services: FlowServices): Promise<unknown> {
  const file = activeFlowFile();
  if (!file) return undefined;
  const flowId = (await services.links.of(services.session.require().id, file))?.flowId;
  if (flowId === undefined) return undefined;
  const { name } = named(services, file, flowId);
  return { kind: 'flow', record: { id: flowId, name } };
}

import * as vscode from 'vscode';
import { relink } from '../../flow/deploy/flowLink.ts';
import { confirmed, done } from '../prompts/ask.ts';
import { chooseFlow } from './chooseFlow.ts';
import { chooseFlowFile, fileOf } from './flowFiles.ts';
import { chooseLinkedFile } from './linkedFile.ts';
import type { FlowServices } from './flowServices.ts';

/** Links a file to an existing flow; neither is changed. */
export async function linkFlow(services: FlowServices, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const flow = await chooseFlow(services, 'Link Flow (1/2): Flow', argument);
  if (!flow) return;
  const file = fileOf(argument) ?? (await chooseFlowFile('Link Flow (2/2): File'));
  if (!file) return;
  const path = vscode.workspace.asRelativePath(file);
  const links = await services.links.all(connection.id);
  const other = links.find(
    linked => linked.link.flowId === flow.id && linked.file.toString() !== file.toString(),
  );
  if (other) {
    const otherPath = vscode.workspace.asRelativePath(other.file);
    throw new Error(`“${flow.name}” is already linked to ${otherPath}. Unlink that file first.`);
  }
  const former = links.find(linked => linked.file.toString() === file.toString())?.link;
  if (former?.flowId !== undefined && former.flowId !== flow.id) {
    const detail = `It is linked to the flow ${former.flowId}, which stays on the service.`;
    if (!(await confirmed(`Link ${path} to “${flow.name}” instead?`, detail, 'Link'))) return;
  }
  await services.links.update(connection.id, file, link => {
    if (link?.flowId === former?.flowId || link?.flowId === flow.id) return relink(link, flow.id);
    throw new Error(`${path} was linked to another flow meanwhile, and stays linked to it.`);
  });
  await services.drift.refresh([file]);
  done(`${path} is linked to “${flow.name}”.`);
}

/** Removes the link between a file and its flow; both are kept. */
export async function unlinkFlow(services: FlowServices, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const linked = await chooseLinkedFile(services, 'Unlink File from Flow', argument);
  if (!linked) return;
  await services.links.update(connection.id, linked.file, link =>
    link?.flowId === linked.flowId ? undefined : link,
  );
  await services.drift.refresh([linked.file]);
  done(`${vscode.workspace.asRelativePath(linked.file)} is no longer linked to a flow.`);
}

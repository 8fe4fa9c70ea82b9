import type { GivenFlow } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { relink } from '../../flow/deploy/flowLink.ts';
import { confirmed, done } from '../prompts/ask.ts';
import { numberedTitles } from '../../util/numberedTitles.ts';
import { chooseFlow } from './chooseFlow.ts';
import { chooseFlowFile } from './flowFiles.ts';
import { chooseLinkedFile } from './linkedFile.ts';

/** Links a file to an existing flow; neither is changed. */
export async function linkFlow(services: Services, given: GivenFlow): Promise<void> {
  const connection = services.session.require();
  const titleOf = numberedTitles('Link Flow', given.row || given.file ? 1 : 2);
  const flow = await chooseFlow(services, given.row ? '' : titleOf('Flow'), given.row);
  if (!flow) return;
  const file = given.file ?? (await chooseFlowFile(titleOf('File')));
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
    const name = services.flows.byId(former.flowId)?.name;
    const linked = name === undefined ? former.flowId : `“${name}”`;
    const detail = `It is linked to the flow ${linked}, which stays on the service.`;
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
export async function unlinkFlow(services: Services, given: GivenFlow): Promise<void> {
  const connection = services.session.require();
  const linked = await chooseLinkedFile(services, 'Unlink File from Flow', given);
  if (!linked) return;
  await services.links.update(connection.id, linked.file, link =>
    link?.flowId === linked.flowId ? undefined : link,
  );
  await services.drift.refresh([linked.file]);
  done(`${vscode.workspace.asRelativePath(linked.file)} is no longer linked to a flow.`);
}

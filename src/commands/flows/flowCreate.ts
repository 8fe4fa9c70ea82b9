import type * as vscode from 'vscode';
import type { Services } from '../commandServices.ts';
import type { LinkPort } from '../../deploy/deployContext.ts';
import { confirmed } from '../prompts/ask.ts';
import { bringFiles } from './flowDeploy.ts';
import { activeFlowFile, chooseFlowFile, workspacePathOf } from './flowFiles.ts';
import { linkPort } from '../../deploy/linkPort.ts';

/**
 * Creates a disabled flow from a `*.flow.json` file and links the file to it. If the file is already linked, the user
 * must agree to create a second flow; the first one stays on the service.
 */
export async function createFlow(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const connection = services.session.require();
  const active = given ? undefined : activeFlowFile();
  const file = given ?? active ?? (await chooseFlowFile('Create Flow from File'));
  if (!file) return;
  const path = workspacePathOf(file);
  const links = linkPort(services.links, connection.id, [file]);
  const linked = await services.links.of(connection.id, file);
  if (linked?.flowId !== undefined && !linked.creating) {
    const detail = `${path} is linked to the flow ${linked.flowId}. A second flow is created and linked instead; to change the flow itself, update it from its file.`;
    if (!(await confirmed('Create another flow from this file?', detail, 'Create'))) return;
    await bringFiles(services, connection, [file], asUnlinked(links, file.toString(), linked.flowId), {
      hasAgreed: true,
    });
  } else await bringFiles(services, connection, [file], links, { isImplied: active !== undefined });
}

/** Returns the same links, except that the file appears unlinked until its first update. */
function asUnlinked(links: LinkPort, key: string, flowId: string): LinkPort {
  let written = false;
  return {
    all: async () => {
      const table = await links.all();
      return written ? table : Object.fromEntries(Object.entries(table).filter(([other]) => other !== key));
    },
    update: async (other, change) => {
      const isFirst = !written;
      await links.update(other, link => change(isFirst && link?.flowId === flowId ? undefined : link));
      written = true;
    },
    exclusively: links.exclusively,
  };
}

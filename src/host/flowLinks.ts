import { isObject } from '../util/isObject.ts';
import * as vscode from 'vscode';

/** Which workspace file is which remote flow (kept in `.cloud-devices/links.json`). */
export interface FlowLink {
  readonly flowId: string;
  readonly file: vscode.Uri;
}

const LINKS = ['.cloud-devices', 'links.json'] as const;

/**
 * The links of the open folders for a connection. The file holds
 * `{"connections": {"<connection>": {"<path of the file>": {"flowId": "<id>"}}}}`; what does not have this
 * form is left out.
 */
export async function readFlowLinks(connectionId: string): Promise<FlowLink[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(folders.map(({ uri }) => readFolder(uri, connectionId)));
  return found.flat();
}

/** Notes that a file of an open folder is a remote flow of a connection; outside of folders nothing is kept. */
export async function writeFlowLink(connectionId: string, { file, flowId }: FlowLink): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!folder) return;
  const place = vscode.Uri.joinPath(folder.uri, ...LINKS);
  const known = await readText(place).then(text => (text === undefined ? {} : parseObject(text)));
  if (!known) {
    throw new Error(`${LINKS.join('/')} is not a JSON object; mend it so that links can be kept in it.`);
  }
  const connections = objectAt(known, 'connections');
  const path = vscode.workspace.asRelativePath(file, false);
  const links = { ...objectAt(connections, connectionId), [path]: { flowId } };
  const content = { ...known, connections: { ...connections, [connectionId]: links } };
  await vscode.workspace.fs.writeFile(
    place,
    new TextEncoder().encode(`${JSON.stringify(content, undefined, 2)}\n`),
  );
}

async function readFolder(folder: vscode.Uri, connectionId: string): Promise<FlowLink[]> {
  const known = await readObject(vscode.Uri.joinPath(folder, ...LINKS));
  const links = objectAt(objectAt(known, 'connections'), connectionId);
  return Object.entries(links).flatMap(([path, link]) => {
    const { flowId } = isObject(link) ? link : {};
    return typeof flowId === 'string' ? [{ flowId, file: vscode.Uri.joinPath(folder, path) }] : [];
  });
}

// No file and one that is not JSON both mean that no link is known.
async function readObject(place: vscode.Uri): Promise<Record<string, unknown>> {
  const text = await readText(place);
  return (text === undefined ? undefined : parseObject(text)) ?? {};
}

async function readText(place: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(place));
  } catch {
    return undefined;
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function objectAt(value: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner = value[name];
  return isObject(inner) ? inner : {};
}

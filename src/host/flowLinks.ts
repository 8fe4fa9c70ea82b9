import * as vscode from 'vscode';
import { type FlowLink, type FlowLinkTable, linksIn, withLink } from '../flow/deploy/flowLink.ts';
import { Emitter } from '../util/emitter.ts';
import { isObject } from '../util/isObject.ts';

/** A workspace file that is known to be a flow of a connection. */
export interface LinkedFile {
  readonly file: vscode.Uri;
  readonly link: FlowLink;
}

const LINKS = ['.cloud-devices', 'links.json'] as const;

/**
 * Which workspace file is which remote flow, kept in `.cloud-devices/links.json` of each folder:
 * `{"connections": {"<connection>": {"<path of the file>": {"flowId": "<id>", …}}}}`. Ids and digests only.
 */
export class FlowLinks implements vscode.Disposable {
  readonly #changed = new Emitter<void>();
  #watcher: vscode.FileSystemWatcher | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Tells that links were written by this window, and once they are watched by anybody else. */
  readonly onDidChange = this.#changed.event;

  /** Looks from now on for links that others write, such as git; watching costs VS Code something. */
  watch(): void {
    if (this.#watcher) return;
    this.#watcher = vscode.workspace.createFileSystemWatcher(`**/${LINKS.join('/')}`);
    const changed = (): void => this.#changed.fire();
    this.#watcher.onDidChange(changed);
    this.#watcher.onDidCreate(changed);
    this.#watcher.onDidDelete(changed);
  }

  /** The links of the open folders for a connection; what is not in their form is left out. */
  async all(connectionId: string): Promise<readonly LinkedFile[]> {
    await this.#writing.catch(() => undefined);
    const folders = vscode.workspace.workspaceFolders ?? [];
    const found = await Promise.all(
      folders.map(async ({ uri }) => {
        const table = linksIn(await readContent(placeIn(uri)), connectionId);
        return Object.entries(table).map(([path, link]) => ({ file: vscode.Uri.joinPath(uri, path), link }));
      }),
    );
    return found.flat();
  }

  /** The links of a connection by the addresses of the files. */
  async table(connectionId: string): Promise<FlowLinkTable> {
    const all = await this.all(connectionId);
    return Object.fromEntries(all.map(({ file, link }) => [file.toString(), link]));
  }

  /** The link of a file, if it has one. */
  async of(connectionId: string, file: vscode.Uri): Promise<FlowLink | undefined> {
    return (await this.table(connectionId))[file.toString()];
  }

  /** Puts a link in place of what was known of a file, or forgets the file. Throws outside of open folders. */
  write(connectionId: string, file: vscode.Uri, link: FlowLink | undefined): Promise<void> {
    // One after the other, or a write would undo the one beside it.
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(() => writeLink(connectionId, file, link))
      .then(() => this.#changed.fire());
    return this.#writing;
  }

  dispose(): void {
    this.#watcher?.dispose();
    this.#changed.dispose();
  }
}

async function writeLink(connectionId: string, file: vscode.Uri, link: FlowLink | undefined): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!folder) {
    throw new Error(
      `${vscode.workspace.asRelativePath(file)} is not in an open folder; open its folder, so that its link can be stored.`,
    );
  }
  const place = placeIn(folder.uri);
  const content = await readContent(place);
  if (!content)
    throw new Error(`${LINKS.join('/')} is not a JSON object; fix it so that links can be stored in it.`);
  const path = vscode.workspace.asRelativePath(file, false);
  const text = `${JSON.stringify(withLink(content, connectionId, path, link), undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(place, new TextEncoder().encode(text));
}

function placeIn(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, ...LINKS);
}

/** What a links file holds: nothing where there is no file, undefined where it is no JSON object. */
async function readContent(place: vscode.Uri): Promise<Readonly<Record<string, unknown>> | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await vscode.workspace.fs.readFile(place);
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

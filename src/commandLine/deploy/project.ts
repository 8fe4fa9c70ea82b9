import { existsSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { collect, pages } from '../../client/pages.ts';
import type { Client } from '../../client/client.ts';
import { FolderLinks } from '../../deploy/folderLinks.ts';
import { LinksFile } from '../../deploy/linksFile.ts';
import { createCatalog, type FlowCatalog } from '../../flow/catalog.ts';
import { isLinkKey } from '../../flow/deploy/linksText.ts';
import { InputError } from '../../validate/inputFile.ts';

const PAGE = { query: { pageSize: 100 } };
const MAX_ACTIONS = 100_000;

/** The folder of a project with the links of its flow files. */
export class Project {
  readonly #root: string;
  readonly #storage: LinksFile;
  readonly links: FolderLinks<string>;

  constructor(root: string) {
    this.#root = root;
    this.#storage = new LinksFile(resolve(root));
    const folder = {
      storage: this.#storage,
      keyOf: (file: string) => this.#keyOf(file),
      fileOf: (key: string) => resolve(root, key),
    };
    this.links = new FolderLinks<string>(
      () => [folder],
      file => relative('.', file),
    );
  }

  /** Throws InputError for a file outside the folder, after symbolic links are resolved. */
  async requireInside(files: readonly string[]): Promise<void> {
    for (const file of files)
      if (!(await this.#storage.isInside(this.#keyOf(file) ?? '')))
        throw new InputError(
          `${relative('.', file)} is not a *.flow.json file in the folder ${this.#root}. Name the folder of the project with --root.`,
        );
  }

  #keyOf(file: string): string | undefined {
    const key = relative(resolve(this.#root), file).split(sep).join('/');
    return isLinkKey(key) ? key : undefined;
  }
}

/** True for a file that is named, or is in a folder that is named. */
export function isNamedFile(file: string, names: readonly string[]): boolean {
  return names.map(name => resolve(name)).some(path => file === path || file.startsWith(path + sep));
}

/** True for a path of a folder that exists. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Reads the actions of a service. */
export async function readActions(client: Client): Promise<FlowCatalog> {
  return createCatalog(await collect(pages(client.listActions, PAGE), MAX_ACTIONS));
}

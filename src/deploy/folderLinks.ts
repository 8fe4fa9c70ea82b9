import { type FlowLink, readLinks, withLink } from '../flow/deploy/flowLink.ts';
import type { LinksContent } from '../flow/deploy/linksText.ts';
import type { LinkChange } from './deployContext.ts';
import type { LinkStorage } from './linksFile.ts';

/** A workspace folder and its links. */
export interface LinkFolder<File> {
  readonly storage: LinkStorage;
  /** Returns the key of a file in the folder; undefined for a file elsewhere. */
  readonly keyOf: (file: File) => string | undefined;
  readonly fileOf: (key: string) => File;
}

/** A file that is linked to a flow of a connection. */
export interface LinkedFileOf<File> {
  readonly file: File;
  readonly link: FlowLink;
}

interface LinkLocation<File> {
  readonly folder: LinkFolder<File>;
  readonly key: string;
}

/**
 * The links of all workspace folders, each stored in its own folder. Of nested folders the inner one takes precedence,
 * and a link that only the outer one has stays there.
 */
export class FolderLinks<File extends { toString(): string }> {
  readonly #folders: () => readonly LinkFolder<File>[];
  readonly #toDisplayPath: (file: File) => string;

  constructor(folders: () => readonly LinkFolder<File>[], toDisplayPath: (file: File) => string) {
    this.#folders = folders;
    this.#toDisplayPath = toDisplayPath;
  }

  /** Returns the links of a connection. Omits invalid links and those that lead outside their folder. */
  async all(connectionId: string): Promise<readonly LinkedFileOf<File>[]> {
    const linksByFile = new Map<string, LinkedFileOf<File> & { readonly key: string }>();
    for (const folder of this.#folders()) {
      const table = Object.entries(readLinks(await folder.storage.read(), connectionId));
      const inside = await Promise.all(table.map(([key]) => folder.storage.isInside(key)));
      for (const [index, [key, link]] of table.entries()) {
        const file = folder.fileOf(key);
        const other = linksByFile.get(file.toString());
        if (!inside[index] || (other && other.key.length <= key.length)) continue;
        linksByFile.set(file.toString(), { file, link, key });
      }
    }
    return [...linksByFile.values()].map(({ file, link }) => ({ file, link }));
  }

  /** Returns the link of a file, if there is one. */
  async of(connectionId: string, file: File): Promise<FlowLink | undefined> {
    for (const { folder, key } of this.#locationsOf(file)) {
      const link = readLinks(await folder.storage.read(), connectionId)[key];
      if (link && (await folder.storage.isInside(key))) return link;
    }
    return undefined;
  }

  /**
   * Changes or, if `change` returns undefined, removes the link of a file. Rejects for a file outside all workspace
   * folders.
   */
  async update(connectionId: string, file: File, change: LinkChange): Promise<void> {
    const places = this.#locationsOf(file);
    await this.requireInside(file);
    const linked: LinkLocation<File>[] = [];
    for (const location of places) {
      const content = await location.folder.storage.read();
      if (readLinks(content, connectionId)[location.key]) linked.push(location);
    }
    const [first, ...others] = linked.length > 0 ? linked : places.slice(0, 1);
    if (!first) return;
    const linkIn = (content: LinksContent): FlowLink | undefined =>
      readLinks(content, connectionId)[first.key];
    await first.folder.storage.update(content => {
      const link = linkIn(content);
      const changed = change(link);
      return changed === link ? content : withLink(content, connectionId, first.key, changed);
    });
    if (others.length === 0 || linkIn(await first.folder.storage.read())) return;
    for (const { folder, key } of others)
      await folder.storage.update(content => withLink(content, connectionId, key, undefined));
  }

  /** Runs work for a file while no other program or window does. Rejects for a file outside all workspace folders. */
  async exclusively<T>(file: File, work: () => Promise<T>): Promise<T> {
    await this.requireInside(file);
    const [inner] = this.#locationsOf(file);
    return inner ? inner.folder.storage.exclusively(inner.key, work) : work();
  }

  /** Rejects for a file outside all workspace folders, after symbolic links are resolved. */
  async requireInside(file: File): Promise<void> {
    const [inner] = this.#locationsOf(file);
    if (inner && (await inner.folder.storage.isInside(inner.key))) return;
    throw new Error(
      `${this.#toDisplayPath(file)} is not a *.flow.json file inside an open folder; open its folder, so that its link can be stored.`,
    );
  }

  #locationsOf(file: File): readonly LinkLocation<File>[] {
    return this.#folders()
      .flatMap(folder => {
        const key = folder.keyOf(file);
        return key === undefined ? [] : [{ folder, key }];
      })
      .toSorted((one, other) => one.key.length - other.key.length);
  }
}

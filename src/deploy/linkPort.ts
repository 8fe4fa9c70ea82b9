import type { FolderLinks } from './folderLinks.ts';
import type { LinkPort } from './deployContext.ts';

/** Adapts the links of a connection for deployments, with the texts of the files as keys. */
export function linkPort<File extends { toString(): string }>(
  links: Pick<FolderLinks<File>, 'all' | 'update' | 'exclusively'>,
  connectionId: string,
  files: readonly File[],
): LinkPort {
  const byKey = new Map(files.map(file => [file.toString(), file]));
  const requireFile = (key: string): File => {
    const file = byKey.get(key);
    if (!file) throw new Error(`${key} is not among the files of this deployment.`);
    return file;
  };
  return {
    all: async () => {
      const all = await links.all(connectionId);
      return Object.fromEntries(all.map(({ file, link }) => [file.toString(), link]));
    },
    update: async (key, change) => links.update(connectionId, requireFile(key), change),
    exclusively: async (key, work) => links.exclusively(requireFile(key), work),
  };
}

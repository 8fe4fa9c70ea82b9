import * as vscode from 'vscode';
import type { LinkPort } from '../deploy/linkPort.ts';
import type { FlowLinks } from '../host/flowLinks.ts';

/** The links of a connection as deployments see them: files by their paths in the workspace. */
export function linkPort(links: FlowLinks, connectionId: string, files: readonly vscode.Uri[]): LinkPort {
  const byPath = new Map(files.map(file => [pathOf(file), file]));
  return {
    all: async () => {
      const all = await links.all(connectionId);
      return Object.fromEntries(all.map(({ file, link }) => [pathOf(file), link]));
    },
    write: async (path, link) => {
      const file = byPath.get(path);
      if (!file) throw new Error(`${path} is not among the files of this deployment.`);
      await links.write(connectionId, file, link);
    },
  };
}

/** The path by which a deployment knows a file. */
export function pathOf(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file);
}

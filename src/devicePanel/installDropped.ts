import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { DropRequest } from '../protocol/droppedFile.ts';
import { plainText } from '../util/plainText.ts';
import { requireAppFile } from './droppedFiles.ts';
import type { PageDrops } from './pageDrops.ts';

/** Installs app files on the device of a page. */
export type InstallFiles = (files: readonly vscode.Uri[]) => Promise<void>;

/** Answers a request about dropped files: installs each app once its content is known. */
export async function installDropped(
  files: PageDrops,
  install: InstallFiles,
  request: DropRequest,
): Promise<number | undefined> {
  switch (request.kind) {
    case 'dropFile':
      return files.begin(request.name, request.size);
    case 'dropPart':
      await files.add(request.file, request.bytes);
      return undefined;
    case 'dropCancel':
      await files.cancel(request.file);
      return undefined;
    case 'dropEnd':
      await install([vscode.Uri.file(await files.end(request.file))]);
      return undefined;
    case 'dropFiles': {
      const uris = request.uris.map(readUri);
      for (const { path } of uris) requireAppFile(basename(path));
      const other = uris.find(({ scheme }) => scheme !== 'file');
      if (other) throw new Error(`“${basename(other.path)}” is not on this computer. Save it there first.`);
      await install(uris);
      return undefined;
    }
  }
}

function readUri(text: string): vscode.Uri {
  try {
    return vscode.Uri.parse(text, true);
  } catch (error) {
    throw new Error(`“${plainText(text, 100)}” is not the address of a file.`, { cause: error });
  }
}

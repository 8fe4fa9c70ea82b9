import * as vscode from 'vscode';

/** Registers a file system on which every file has the same content until it is written; `overrides` replace parts. */
export function memoryFiles(
  scheme: string,
  content: Uint8Array,
  isReadonly: boolean,
  overrides: Partial<vscode.FileSystemProvider> = {},
): vscode.Disposable {
  const never = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const written = new Map<string, { readonly bytes: Uint8Array; readonly mtime: number }>();
  const read = ({ path }: vscode.Uri): Uint8Array => written.get(path)?.bytes ?? content;
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: () => new vscode.Disposable(() => undefined),
    watch: () => new vscode.Disposable(() => undefined),
    stat: uri => ({
      type: vscode.FileType.File,
      ctime: 0,
      mtime: written.get(uri.path)?.mtime ?? 0,
      size: read(uri).length,
    }),
    readFile: read,
    readDirectory: () => [],
    createDirectory: never,
    writeFile: ({ path }, bytes) => {
      written.set(path, { bytes, mtime: (written.get(path)?.mtime ?? 0) + 1 });
    },
    delete: never,
    rename: never,
    ...overrides,
  };
  return vscode.workspace.registerFileSystemProvider(scheme, files, { isReadonly });
}

import * as vscode from 'vscode';

/** A file system of an extension on which every file holds the same. */
export function memoryFiles(scheme: string, content: Uint8Array, isReadonly: boolean): vscode.Disposable {
  const never = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: () => new vscode.Disposable(() => undefined),
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.length }),
    readFile: () => content,
    readDirectory: () => [],
    createDirectory: never,
    writeFile: never,
    delete: never,
    rename: never,
  };
  return vscode.workspace.registerFileSystemProvider(scheme, files, { isReadonly });
}

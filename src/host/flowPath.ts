import * as vscode from 'vscode';

/** Returns the file of a launch configuration: the path of a file on disk, or a URI. */
export function fileOf(flow: string): vscode.Uri {
  return /^[A-Za-z][\w+.-]+:/.test(flow) ? vscode.Uri.parse(flow) : vscode.Uri.file(flow);
}

/** Returns the path of a file on disk, or else its URI, as VS Code names the sources of breakpoints. */
export function addressOf(file: vscode.Uri): string {
  return file.scheme === 'file' ? file.fsPath : file.toString();
}

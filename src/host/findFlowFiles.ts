import * as vscode from 'vscode';

/** Glob pattern of flow files, for watchers, providers and searches. */
export const FLOW_FILES = '**/*.flow.json';

const OF_PACKAGES = '**/node_modules/**';

/** Finds the flow files in all open folders or in one folder, except in node_modules; `most` limits the number. */
export function findFlowFiles(
  within: {
    readonly folder?: vscode.Uri;
    readonly most?: number;
    readonly token?: vscode.CancellationToken;
  } = {},
): Thenable<vscode.Uri[]> {
  const { folder, most, token } = within;
  const pattern = folder ? new vscode.RelativePattern(folder, FLOW_FILES) : FLOW_FILES;
  return vscode.workspace.findFiles(pattern, OF_PACKAGES, most, token);
}

import * as vscode from 'vscode';

/** Every flow file, as a pattern for watchers, providers and searches. */
export const FLOW_FILES = '**/*.flow.json';

const OF_PACKAGES = '**/node_modules/**';

/** The flow files of the open folders, or of one folder, but for those of packages; at most so many where told. */
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

import * as vscode from 'vscode';
import { isObject } from '../util/isObject.ts';
import { parseJsonOrUndefined } from '../util/jsonText.ts';
import { plainFileName } from '../util/plainText.ts';

/** A run whose evidence is shown. */
export interface ShownRunTrace {
  readonly connectionId: string;
  readonly executionId: string;
  /** True for a trial run, which only the sandbox knows. */
  readonly isTrial: boolean;
  readonly flowName: string | undefined;
}

/** The scheme of the addresses of runs in the trace viewer. */
const SCHEME = 'cloud-devices-run';

/** Returns the address of the evidence of a run; the same for the same run. */
export function runAddress({ flowName, ...run }: ShownRunTrace): vscode.Uri {
  const path = `/${run.executionId}/${plainFileName(flowName ?? '') || 'Run'}.flow-trace`;
  return vscode.Uri.from({ scheme: SCHEME, path, query: JSON.stringify(run) });
}

/** Returns the run of an address; undefined for a file. Throws an Error if the address is not complete. */
export function runAt({ scheme, query }: vscode.Uri): Omit<ShownRunTrace, 'flowName'> | undefined {
  if (scheme !== SCHEME) return undefined;
  const run: unknown = parseJsonOrUndefined(query);
  const { connectionId, executionId, isTrial } = isObject(run) ? run : {};
  if (typeof connectionId !== 'string' || typeof executionId !== 'string')
    throw new Error('The address does not name a run.');
  return { connectionId, executionId, isTrial: isTrial === true };
}

/** Returns the group of the viewer that shows an address; the active group if there is none. */
export function viewColumnOf(uri: vscode.Uri): vscode.ViewColumn {
  const address = uri.toString();
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === address),
  );
  return group?.viewColumn ?? vscode.ViewColumn.Active;
}

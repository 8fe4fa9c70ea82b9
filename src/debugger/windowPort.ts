import * as vscode from 'vscode';
import { runSteps } from '../flow/run/runSteps.ts';
import { FLOW_EDITOR } from '../manifest.ts';
import { SANDBOX } from '../stores/connection.ts';
import { explain } from '../wording/explain.ts';
import type { DebugPort } from './debugPort.ts';
import type { DebugServices } from './debugServices.ts';
import { fileOf } from '../host/flowFiles.ts';

/** Returns the window of VS Code as debug sessions use it. */
export function windowPort(services: DebugServices): DebugPort {
  const { clients, catalog, devices, runs, devicePanels, debuggedTests, scopes } = services;
  return {
    openSandbox: () => clients.openSandbox(),
    testNamed: name => debuggedTests.get(name),
    readText: async file => (await vscode.workspace.openTextDocument(fileOf(file))).getText(),
    isSameFile: (one, other) => fileOf(one).toString() === fileOf(other).toString(),
    get catalog() {
      return catalog.catalog;
    },
    deviceName: id => devices.byId(id)?.name ?? undefined,
    isOnlyVisual: file => isOnlyVisual(fileOf(file)),
    selectTopFrame: depth => void selectTopFrame(depth),
    showDevice: id => void devicePanels.openBeside(id, scopes.of(SANDBOX)).catch(() => undefined),
    showRun: ({ file, text, stop, isTest, isDebug }, execution) => {
      if (isTest) runs.showTest(fileOf(file), execution, runSteps(execution.result));
      else runs.showTrial(fileOf(file), execution, { text, stop, isDebug });
    },
    explain: error => explain(error).summary,
  };
}

// The command that selects the innermost frame ignores frames without a source; these do not.
async function selectTopFrame(depth: number): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.debug.callStackBottom');
  for (let above = 1; above < depth; above++)
    await vscode.commands.executeCommand('workbench.action.debug.callStackUp');
}

/** True if a file is shown in the visual editor only. */
export function isOnlyVisual(file: vscode.Uri): boolean {
  const address = file.toString();
  const shown = vscode.window.tabGroups.all.map(({ activeTab }): unknown => activeTab?.input);
  const isVisual = shown.some(
    input =>
      input instanceof vscode.TabInputCustom &&
      input.viewType === FLOW_EDITOR &&
      input.uri.toString() === address,
  );
  const isText = shown.some(
    input => input instanceof vscode.TabInputText && input.uri.toString() === address,
  );
  return isVisual && !isText;
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parts } from '../../src/extension.ts';

export { until } from './until.ts';

/** Returns the input of the tab in front. */
export function activeInput(): unknown {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input;
}

/** Activates the extension under test and returns its parts. */
export async function extensionParts(): Promise<Parts> {
  const extension = vscode.extensions.getExtension<Parts>('cloud-device-automation.cloud-device-automation');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

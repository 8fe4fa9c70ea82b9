import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Device } from '../../src/contract/records/device.ts';
import type { Gesture } from '../../src/contract/sandbox/devices.ts';
import { extensionParts } from './extension.ts';

/** Returns a device of the view, which must be loaded, by name. */
export async function deviceNamed(name: string): Promise<Device> {
  const { services } = await extensionParts();
  const found = services.devices.state.items.find(device => device.name === name);
  assert.ok(found, name);
  return found;
}

/** Returns the gestures of a device from the sandbox, newest first. */
export async function gesturesOf({ id }: Device): Promise<readonly Gesture[]> {
  const { services } = await extensionParts();
  const sandboxClient = await services.clients.openSandbox();
  return (await sandboxClient.listGestures({ params: { deviceId: id } })).value.data;
}

/** Returns the editor of the new flow file for gestures. The page of a panel, which takes the focus late, may be in front. */
export function newFlowEditor(): vscode.TextEditor {
  const editor = vscode.window.visibleTextEditors.find(({ document: { isUntitled } }) => isUntitled);
  assert.ok(editor);
  assert.match(editor.document.uri.path, /\/recorded(-\d+)?\.flow\.json$/);
  return editor;
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parts } from '../../src/extension.ts';

/** The parts of the extension under test, activated. */
export async function extensionParts(): Promise<Parts> {
  const extension = vscode.extensions.getExtension<Parts>('cloud-device-automation.cloud-device-automation');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

/** Waits for a condition that some event brings about; tells what was waited for when it never comes. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come about`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

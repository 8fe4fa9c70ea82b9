import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';

const ID = 'cloud-device-automation.cloud-device-automation';

describe('activation', () => {
  it('succeeds', async () => {
    const extension = vscode.extensions.getExtension(ID);
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every contributed command', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(Command).filter(id => !registered.has(id)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { extensionParts } from '../../support/extension.ts';

describe('activation', () => {
  it('succeeds and connects to nothing', async () => {
    const { services } = await extensionParts();
    assert.equal(services.session.state.kind, 'none');
    assert.equal(services.sandbox.running, false);
  });

  it('registers every contributed command', async () => {
    await extensionParts();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(Command).filter(id => !registered.has(id)),
      [],
    );
  });
});

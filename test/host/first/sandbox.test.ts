import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { extensionParts, until } from '../../support/extension.ts';

describe('the sandbox connection', () => {
  after(async () => {
    await vscode.commands.executeCommand(Command.stopSandbox);
  });

  it('is there after one command, with the catalogue in the tree', async () => {
    const { services, actionTree } = await extensionParts();
    await vscode.commands.executeCommand(Command.startSandbox);
    assert.equal(services.session.state.kind, 'open');
    const roots = await actionTree.getChildren();
    assert.deepEqual(
      roots.map(node => actionTree.getTreeItem(node).label),
      ['Tasks', 'Devices', 'Agents', 'Webhooks'],
    );
    const devices = await actionTree.getChildren(roots[1]);
    const swipe = devices.find(node => node.kind === 'action' && node.action.method === 'device.swipe');
    assert.ok(swipe);
    const item = actionTree.getTreeItem(swipe);
    assert.ok(item.tooltip instanceof vscode.MarkdownString);
    assert.match(item.tooltip.value, /gesture/);
  });

  it('searches and shows everything again', async () => {
    const { services, actionTree } = await extensionParts();
    await services.actions.searchFor('swipe');
    const found = await actionTree.getChildren();
    assert.ok(found.length > 0 && found.length < 4);
    await vscode.commands.executeCommand(Command.clearActionSearch);
    assert.equal((await actionTree.getChildren()).length, 4);
  });

  it('opens a schema as a JSON document that cannot be edited', async () => {
    const { services } = await extensionParts();
    const action = services.actions.services
      .flatMap(({ list }) => list.items)
      .find(one => one.method === 'device.swipe');
    await vscode.commands.executeCommand(Command.showActionSchema, { action });
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.languageId, 'json');
    assert.deepEqual(JSON.parse(document.getText()), action?.paramsSchema);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
  });

  it('is said to have failed when its process ends by itself, and starts again on Retry', async () => {
    const { services, actionTree } = await extensionParts();
    const { pid } = await services.sandbox.start();
    process.kill(pid, 'SIGKILL');
    await until('the failure', () => services.session.state.kind === 'failed');
    const [retry] = await actionTree.getChildren();
    assert.ok(retry?.kind === 'notice');
    assert.equal(retry.text, 'Retry');
    const { command, arguments: argument = [] } = retry.command!;
    await vscode.commands.executeCommand(command, ...(argument as unknown[]));
    assert.equal(services.session.state.kind, 'open');
    assert.notEqual((await services.sandbox.start()).pid, pid);
  });

  it('is gone after it was stopped', async () => {
    const { services, actionTree } = await extensionParts();
    await vscode.commands.executeCommand(Command.stopSandbox);
    assert.equal(services.session.state.kind, 'none');
    assert.equal(services.sandbox.running, false);
    assert.deepEqual(await actionTree.getChildren(), []);
  });
});

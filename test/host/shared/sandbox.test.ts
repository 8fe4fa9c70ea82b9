import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Action } from '../../../src/contract/records/action.ts';
import { Command } from '../../../src/manifest.ts';
import { ALL_ACTIONS } from '../../../src/stores/actionStore.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';

describe('shared/sandbox', () => {
  const step = story();
  before(freshWindow);
  step('the sandbox connection is available after one command, with the catalog in the tree', async () => {
    const { services, trees } = await extensionParts();
    await vscode.commands.executeCommand(Command.startSandbox);
    // Visible views read again at any time, which starts the sandbox.
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
    assert.equal(services.session.state.kind, 'open');
    const roots = await trees.actions.getChildren();
    assert.deepEqual(
      roots.map(node => trees.actions.getTreeItem(node).label),
      ['Tasks', 'Devices', 'Agents', 'Webhooks'],
    );
    const devices = await trees.actions.getChildren(roots[1]);
    const swipe = devices.find(({ record }) => (record as Action).method === 'device.swipe');
    assert.ok(swipe);
    const item = trees.actions.getTreeItem(swipe);
    assert.ok(item.tooltip instanceof vscode.MarkdownString);
    assert.match(item.tooltip.value, /gesture/);
  });

  step('the sandbox connection searches, and shows everything again', async () => {
    const { services, trees } = await extensionParts();
    services.actions.show({ ...ALL_ACTIONS, search: 'swipe' });
    await services.actions.ensure();
    const found = await trees.actions.getChildren();
    assert.ok(found.length > 0 && found.length < 4);
    await vscode.commands.executeCommand(Command.clearActionSearch);
    assert.equal((await trees.actions.getChildren()).length, 4);
  });

  step('the sandbox connection opens a schema as a read-only JSON document', async () => {
    const { services } = await extensionParts();
    const action = services.actions.services
      .flatMap(({ list }) => list.items)
      .find(one => one.method === 'device.swipe');
    await vscode.commands.executeCommand(Command.showActionSchema, { kind: 'action', record: action });
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.languageId, 'json');
    assert.deepEqual(JSON.parse(document.getText()), action?.paramsSchema);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
  });

  step(
    'the sandbox connection shows a failure when its process exits, and starts again on Retry',
    async () => {
      const { services, trees } = await extensionParts();
      const { pid } = await services.sandbox.start();
      process.kill(pid, 'SIGKILL');
      await until('the failure', () => services.session.state.kind, 'failed');
      const [retry] = await trees.actions.getChildren();
      assert.ok(retry?.kind === 'notice');
      const item = trees.actions.getTreeItem(retry);
      assert.equal(item.label, 'Retry');
      const { command, arguments: argument = [] } = item.command!;
      await vscode.commands.executeCommand(command, ...(argument as unknown[]));
      assert.equal(services.session.state.kind, 'open');
      assert.notEqual((await services.sandbox.start()).pid, pid);
    },
  );

  step('the sandbox connection is killed if its process does not exit', async () => {
    // There a process cannot be stopped by a signal.
    if (process.platform === 'win32') return;
    const { services } = await extensionParts();
    const { pid } = await services.sandbox.start();
    // It ignores every signal that can be handled.
    process.kill(pid, 'SIGSTOP');
    await services.sandbox.stop();
    assert.equal(services.sandbox.isRunning, false);
  });

  step(
    'the sandbox connection offers to move damaged data away, and starts empty with one click',
    async () => {
      const { services, window } = await extensionParts();
      const file = services.sandbox.dataFile;
      assert.ok(file !== undefined);
      // A log that a killed process left would bring the data back.
      for (const name of [`${file}-wal`, `${file}-shm`]) await rm(name, { force: true });
      await vscode.workspace.fs.writeFile(
        vscode.Uri.file(file),
        Buffer.from('Bread and milk. '.repeat(1000)),
      );
      const asked: string[] = [];
      const { showErrorMessage } = window;
      window.showErrorMessage = (message: string, button: unknown): Promise<unknown> => {
        asked.push(message);
        return Promise.resolve(button);
      };
      try {
        await assert.rejects(services.sandbox.start(), /sandbox\.db is damaged/);
        await until('the fresh start', () => services.sandbox.isRunning);
        assert.equal((await (await services.session.client()).listFlows({})).status, 200);
      } finally {
        window.showErrorMessage = showErrorMessage;
      }
      assert.equal(asked.length, 1);
      const folder = await vscode.workspace.fs.readDirectory(
        vscode.Uri.joinPath(vscode.Uri.file(file), '..'),
      );
      const aside = folder.map(([name]) => name).filter(name => /^sandbox\.aside-.*\.db$/.test(name));
      assert.equal(aside.length, 1);
    },
  );

  step('the sandbox connection starts again while it is stopped', async () => {
    const { services } = await extensionParts();
    const { pid } = await services.sandbox.start();
    const stopping = services.sandbox.stop();
    const next = await services.sandbox.start();
    await stopping;
    assert.notEqual(next.pid, pid);
    assert.equal(services.sandbox.isRunning, true);
  });

  step('the sandbox connection does not start again if it is stopped once more meanwhile', async () => {
    const { services } = await extensionParts();
    await services.sandbox.start();
    const stopping = services.sandbox.stop();
    const starting = assert.rejects(services.sandbox.start(), /did not start, because it was stopped/);
    await services.sandbox.stop();
    await Promise.all([starting, stopping]);
    assert.equal(services.sandbox.isRunning, false);
  });

  step('the sandbox connection stays stopped while its state is read', async () => {
    const { services } = await extensionParts();
    await services.sandbox.start();
    const stopping = services.sandbox.stop();
    await services.sandboxStore.refresh();
    await stopping;
    assert.equal(services.sandbox.isRunning, false);
  });

  step('the sandbox connection is stopped while it starts', async () => {
    const { services } = await extensionParts();
    await services.sandbox.stop();
    const starting = assert.rejects(services.sandbox.start(), /did not start, because it was stopped/);
    await services.sandbox.stop();
    await starting;
    assert.equal(services.sandbox.isRunning, false);
  });

  step('the sandbox connection is gone after it was stopped', async () => {
    const { services, trees } = await extensionParts();
    await vscode.commands.executeCommand(Command.stopSandbox);
    assert.equal(services.session.state.kind, 'none');
    assert.equal(services.sandbox.isRunning, false);
    assert.deepEqual(await trees.actions.getChildren(), []);
  });
});

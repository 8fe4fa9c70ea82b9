import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import type { Row } from '../../../src/views/row.ts';
import type { RowTree } from '../../../src/views/rowTree.ts';
import { ALL_ACTIONS } from '../../../src/stores/actionStore.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

async function linesOf(tree: RowTree, parent?: Row): Promise<{ row: Row; label: string }[]> {
  const rows = await tree.getChildren(parent);
  return rows.map(row => {
    const { label } = tree.getTreeItem(row);
    return { row, label: typeof label === 'string' ? label : (label?.label ?? '') };
  });
}

describe('shared/sandboxViews', () => {
  before(freshWindow);

  it('the views of the sandbox show flows with health and, below them, their steps by name', async () => {
    const { trees } = await extensionParts();
    const flows = await linesOf(trees.flows);
    assert.ok(flows.length > 3);
    const [first] = flows;
    assert.ok(first);
    const item = trees.flows.getTreeItem(first.row);
    assert.match(String(item.description), /(ran .+|never ran)$/);
    assert.match(item.accessibilityInformation?.label ?? '', /, flow, /);
    assert.ok(item.tooltip instanceof vscode.MarkdownString);
    assert.match(item.tooltip.value, /- Health: /);
    const steps = await linesOf(trees.flows, first.row);
    assert.ok(steps.length > 0);
    assert.ok(steps.every(({ label }) => !label.startsWith('Action ')));
    const nested = (
      await Promise.all(
        flows.map(async ({ row }) => (await linesOf(trees.flows, row)).some(step => step.row.children)),
      )
    ).filter(Boolean);
    assert.ok(nested.length > 0, 'some flow has steps with children');
  });

  it('the views of the sandbox show steps by name even if the actions view has not loaded them', async () => {
    const { services, trees } = await extensionParts();
    services.actions.show({ ...ALL_ACTIONS, search: 'nothing is called like this' });
    try {
      const [first] = await linesOf(trees.flows);
      assert.ok(first);
      await until(
        'the steps have names',
        async () => (await linesOf(trees.flows, first.row)).map(({ label }) => label),
        labels => labels.length > 0 && labels.every(label => !label.startsWith('Action ')),
      );
    } finally {
      services.actions.show(ALL_ACTIONS);
    }
  });

  it('the views of the sandbox filter flows by the service', async () => {
    const { services, trees } = await extensionParts();
    await services.flows.show({ ...services.flows.filter, enabled: false });
    const flows = await linesOf(trees.flows);
    assert.ok(flows.length > 0);
    for (const { row } of flows)
      assert.match(String(trees.flows.getTreeItem(row).description), /^(disabled|archived)/);
    await services.flows.show({ ...services.flows.filter, search: 'nothing is called like this' });
    assert.deepEqual(
      (await linesOf(trees.flows)).map(({ label }) => label),
      ['No matching flows', 'Clear Search and Filter'],
    );
    await vscode.commands.executeCommand(Command.clearFilter, { list: 'flows' });
    assert.ok((await linesOf(trees.flows)).length > flows.length);
    await services.flows.show({ ...services.flows.filter, search: 'nothing is called like this' });
    await vscode.commands.executeCommand(Command.showAllFlows);
    assert.ok((await linesOf(trees.flows)).length > flows.length);
  });

  it('the views of the sandbox show devices, and one as JSON without its stream token', async () => {
    const { trees } = await extensionParts();
    const devices = await linesOf(trees.devices);
    const [first] = devices;
    assert.ok(first);
    const { id } = first.row.record as { id: string };
    const row = { ...first.row, record: { ...(first.row.record as object), streamToken: 'canary' } };
    await vscode.commands.executeCommand(Command.showRecord, row);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, new RegExp(id));
    assert.match(text, /"streamToken": "••••••"/);
    assert.doesNotMatch(text, /canary/);
    await vscode.commands.executeCommand(Command.copyId, first.row, [first.row]);
    assert.equal(await vscode.env.clipboard.readText(), id);
  });

  it('the views of the sandbox show executions, tasks, and the requests of this window', async () => {
    const { trees } = await extensionParts();
    await linesOf(trees.devices);
    await trees.activity.getChildren();
    // The calls of agents stay listed until the window is closed.
    const groups = (await linesOf(trees.activity)).filter(({ label }) => label !== 'Agents');
    assert.deepEqual(
      groups.map(({ label }) => label),
      ['Executions', 'Tasks', 'Requests'],
    );
    for (const { row, label } of groups) assert.ok((await linesOf(trees.activity, row)).length > 1, label);
    const [execution] = await linesOf(trees.activity, groups[0]?.row);
    assert.ok(execution);
    assert.equal(trees.activity.getTreeItem(execution.row).command?.command, Command.showExecution);
    const requests = await linesOf(trees.activity, groups[2]?.row);
    assert.ok(requests.some(({ label }) => label === '200 GET /devices'));
  });

  it('the views of the sandbox keep their content when the sandbox ends, and offer to restart it', async () => {
    const { services, trees } = await extensionParts();
    const { pid } = await services.sandbox.start();
    const before = (await linesOf(trees.devices)).length;
    const failed = new Promise<void>(resolve =>
      services.session.onDidChange(({ kind }) => kind === 'failed' && resolve()),
    );
    process.kill(pid, 'SIGKILL');
    await failed;
    const rows = await linesOf(trees.devices);
    assert.equal(rows.length, before + 1);
    const item = trees.devices.getTreeItem(rows[0]!.row);
    assert.equal(item.label, 'Retry');
    await vscode.commands.executeCommand(item.command?.command ?? '');
    assert.equal((await linesOf(trees.devices)).length, before);
  });
});

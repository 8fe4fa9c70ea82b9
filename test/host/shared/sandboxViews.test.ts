import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import type { Line } from '../../../src/views/line.ts';
import type { LineTree } from '../../../src/views/lineTree.ts';
import { ALL_ACTIONS } from '../../../src/stores/actionStore.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

async function linesOf(tree: LineTree, parent?: Line): Promise<{ line: Line; label: string }[]> {
  const lines = await tree.getChildren(parent);
  return lines.map(line => {
    const { label } = tree.getTreeItem(line);
    return { line, label: typeof label === 'string' ? label : (label?.label ?? '') };
  });
}

describe('the views of the sandbox', () => {
  before(freshWindow);

  it('show flows with health and, below them, their steps by name', async () => {
    const { trees } = await extensionParts();
    const flows = await linesOf(trees.flows);
    assert.ok(flows.length > 3);
    const [first] = flows;
    assert.ok(first);
    const item = trees.flows.getTreeItem(first.line);
    assert.match(String(item.description), /(ran .+|never ran)$/);
    assert.match(item.accessibilityInformation?.label ?? '', /, flow, /);
    assert.ok(item.tooltip instanceof vscode.MarkdownString);
    assert.match(item.tooltip.value, /- Health: /);
    const steps = await linesOf(trees.flows, first.line);
    assert.ok(steps.length > 0);
    assert.ok(steps.every(({ label }) => !label.startsWith('Action ')));
    const nested = (
      await Promise.all(
        flows.map(async ({ line }) => (await linesOf(trees.flows, line)).some(step => step.line.children)),
      )
    ).filter(Boolean);
    assert.ok(nested.length > 0, 'some flow has steps with children');
  });

  it('show steps by name even if the actions view has not loaded them', async () => {
    const { services, trees } = await extensionParts();
    services.actions.show({ ...ALL_ACTIONS, search: 'nothing is called like this' });
    try {
      const [first] = await linesOf(trees.flows);
      assert.ok(first);
      await until(
        'the steps have names',
        async () => (await linesOf(trees.flows, first.line)).map(({ label }) => label),
        labels => labels.length > 0 && labels.every(label => !label.startsWith('Action ')),
      );
    } finally {
      services.actions.show(ALL_ACTIONS);
    }
  });

  it('filter flows by the service', async () => {
    const { services, trees } = await extensionParts();
    await services.flows.show({ ...services.flows.filter, enabled: false });
    const flows = await linesOf(trees.flows);
    assert.ok(flows.length > 0);
    for (const { line } of flows)
      assert.match(String(trees.flows.getTreeItem(line).description), /^(disabled|archived)/);
    await services.flows.show({ ...services.flows.filter, search: 'nothing is called like this' });
    assert.deepEqual(
      (await linesOf(trees.flows)).map(({ label }) => label),
      ['No matching flows'],
    );
    await vscode.commands.executeCommand(Command.showAllFlows);
    assert.ok((await linesOf(trees.flows)).length > flows.length);
  });

  it('show devices, and one as JSON without its stream token', async () => {
    const { trees } = await extensionParts();
    const devices = await linesOf(trees.devices);
    const [first] = devices;
    assert.ok(first);
    const { id } = first.line.record as { id: string };
    const line = { ...first.line, record: { ...(first.line.record as object), streamToken: 'canary' } };
    await vscode.commands.executeCommand(Command.showRecord, line);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, new RegExp(id));
    assert.match(text, /"streamToken": "••••••"/);
    assert.doesNotMatch(text, /canary/);
    await vscode.commands.executeCommand(Command.copyId, first.line, [first.line]);
    assert.equal(await vscode.env.clipboard.readText(), id);
  });

  it('show executions, tasks, and the requests of this window', async () => {
    const { trees } = await extensionParts();
    await linesOf(trees.devices);
    await trees.activity.getChildren();
    // The calls of agents stay listed until the window is closed.
    const groups = (await linesOf(trees.activity)).filter(({ label }) => label !== 'Agents');
    assert.deepEqual(
      groups.map(({ label }) => label),
      ['Executions', 'Tasks', 'Requests'],
    );
    for (const { line, label } of groups) assert.ok((await linesOf(trees.activity, line)).length > 1, label);
    const requests = await linesOf(trees.activity, groups[2]?.line);
    assert.ok(requests.some(({ label }) => label === '200 GET /devices'));
  });

  it('keep their content when the sandbox ends, and offer to restart it', async () => {
    const { services, trees } = await extensionParts();
    const { pid } = await services.sandbox.start();
    const before = (await linesOf(trees.devices)).length;
    const failed = new Promise<void>(resolve =>
      services.session.onDidChange(({ kind }) => kind === 'failed' && resolve()),
    );
    process.kill(pid, 'SIGKILL');
    await failed;
    const lines = await linesOf(trees.devices);
    assert.equal(lines.length, before + 1);
    const item = trees.devices.getTreeItem(lines[0]!.line);
    assert.equal(item.label, 'Retry');
    await vscode.commands.executeCommand(item.command?.command ?? '');
    assert.equal((await linesOf(trees.devices)).length, before);
  });
});

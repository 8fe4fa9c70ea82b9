import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { activeInput, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

describe('shared/flowChanges', () => {
  before(() => freshWindow());

  async function write(name: string, flow: object): Promise<vscode.Uri> {
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    const file = vscode.Uri.joinPath(open.uri, 'versions', name);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(flow, undefined, 2)));
    return file;
  }

  it('the diff of two versions of a flow file leads to a report with all changes of its meaning', async () => {
    const flow = { name: 'Old', description: 'One', triggerId: 'a', deviceIds: [], actions: [] };
    const before = await write('old.flow.json', flow);
    const after = await write('new.flow.json', { ...flow, name: 'New [x](command:a)', description: 'Two' });
    await vscode.commands.executeCommand('vscode.diff', before, after);
    await until('the active diff', activeInput, value => value instanceof vscode.TabInputTextDiff);
    await vscode.commands.executeCommand(Command.showChanges);
    const report = await until(
      'the report',
      () => vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('changes.md'))?.getText(),
      text => text !== undefined,
    );
    assert.match(report ?? '', /^# new\.flow\.json\n\n2 changes\n\n- Name: Old → New \\\[x\\\]/);
    assert.match(report ?? '', /\n- Description: /);
  });
});

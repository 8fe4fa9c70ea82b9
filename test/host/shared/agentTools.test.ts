import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { diskFiles } from '../../../src/agent/diskFiles.ts';
import { TOOLS } from '../../../src/agent/toolTable.ts';
import { Command } from '../../../src/manifest.ts';
import { AGENTS_FILE } from '../../../src/wording/agentsFile.ts';
import { flowOf } from '../../support/agentFlows.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { AGENT_FLOW, buildAndActivate } from '../../support/scriptedAgent.ts';
import { story } from '../../support/story.ts';

/** Calls a tool as the chat does, and returns its output. */
async function invoke(name: string, input: object): Promise<unknown> {
  const { token } = new vscode.CancellationTokenSource();
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  const [first] = result.content;
  assert.ok(first instanceof vscode.LanguageModelTextPart);
  return JSON.parse(first.value);
}

describe('shared/agentTools', () => {
  const step = story();
  let folder: vscode.Uri;

  before(async () => {
    await freshWindow();
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    folder = open.uri;
  });

  step('the tools for the chat are those of package.json and of the table, in both directions', () => {
    const extension = vscode.extensions.getExtension('cloud-device-automation.cloud-device-automation');
    const { contributes } = extension!.packageJSON as {
      contributes: { languageModelTools: { name: string }[] };
    };
    const declared = contributes.languageModelTools.map(({ name }) => name);
    assert.deepEqual(
      declared,
      TOOLS.map(({ name }) => name),
    );
    const known = new Set(vscode.lm.tools.map(({ name }) => name));
    assert.deepEqual(
      declared.filter(name => !known.has(name)),
      [],
    );
  });

  step('the tools for the chat build, repair, verify and activate a flow', async () => {
    const { services } = await extensionParts();
    const flowId = await buildAndActivate(invoke);
    const file = vscode.Uri.joinPath(folder, AGENT_FLOW);
    const link = await services.links.of('sandbox', file);
    assert.equal(link?.flowId, flowId);
    assert.ok(link.verified?.executionId);
    assert.match(readFileSync(file.fsPath, 'utf8'), /"name": "Agent check"/);
  });

  step('the tools for the chat write tests beside a flow, and read them', async () => {
    const cases = [{ name: 'shows the form' }];
    const written = (await invoke('write_tests', { path: AGENT_FLOW, cases })) as { readonly path: string };
    const file = vscode.Uri.joinPath(folder, written.path);
    assert.deepEqual(JSON.parse(readFileSync(file.fsPath, 'utf8')), { cases });
    const read = (await invoke('read_flow', { path: AGENT_FLOW })) as {
      readonly tests: { readonly text: string };
    };
    assert.deepEqual(JSON.parse(read.tests.text), { cases });
    await vscode.workspace.fs.delete(file);
  });

  step('the tools for the chat are recorded with who asked and the target', async () => {
    const { services } = await extensionParts();
    const { calls } = services.agentCalls;
    const activation = calls.find(({ tool }) => tool === 'activate_flow');
    assert.ok(activation);
    const { who, connection, subjects, outcome, effects } = activation;
    assert.deepEqual([who, connection, outcome], ['Chat', 'Sandbox', 'done']);
    assert.deepEqual(subjects, [{ kind: 'file', id: AGENT_FLOW }]);
    assert.deepEqual(effects, ['activate', 'spend']);
  });

  step('the tools for the chat change an open file by an edit that can be undone', async () => {
    const file = vscode.Uri.joinPath(folder, AGENT_FLOW);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    // An open document shows a change on disk only after a delay.
    const onDisk = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    await until('the newest text', () => document.getText(), onDisk);
    const before = document.getText();
    const location = { in: 'settings', path: ['name'] };
    await invoke('edit_flow', { path: AGENT_FLOW, edits: [{ kind: 'set', location, value: 'Renamed' }] });
    assert.match(document.getText(), /"name": "Renamed"/);
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand('undo');
    await until('the edit is undone', () => document.getText(), before);
    assert.ok(await document.save());
  });

  step('the tools for the chat change a file whose open document is outdated', async () => {
    const file = vscode.Uri.joinPath(folder, AGENT_FLOW);
    const document = await vscode.workspace.openTextDocument(file);
    const text = document.getText();
    const written = text.replace('"name": "Agent check"', '"name": "Written elsewhere"');
    assert.notEqual(written, text);
    writeFileSync(file.fsPath, written);
    const location = { in: 'settings', path: ['name'] };
    await invoke('edit_flow', { path: AGENT_FLOW, edits: [{ kind: 'set', location, value: 'Agent check' }] });
    assert.equal(readFileSync(file.fsPath, 'utf8'), text);
    await until('the document is up to date', () => document.getText(), text);
    assert.equal(document.isDirty, false);
    // A change of nothing is no failure.
    await invoke('edit_flow', { path: AGENT_FLOW, edits: [{ kind: 'set', location, value: 'Agent check' }] });
    assert.equal(readFileSync(file.fsPath, 'utf8'), text);
  });

  step(
    'the tools for the chat lose no edit of parallel calls, even if another program edits the same file',
    async () => {
      for (const isOpen of [true, false]) {
        const path = `flows/parallel-${isOpen ? 'open' : 'closed'}.flow.json`;
        const file = vscode.Uri.joinPath(folder, path);
        await vscode.workspace.fs.writeFile(
          file,
          Buffer.from('{\n  "name": "Parallel",\n  "actions": []\n}\n'),
        );
        if (isOpen) await vscode.window.showTextDocument(file);
        const names = Array.from({ length: 8 }, (_, index) => `call-${index}`);
        const otherNames = Array.from({ length: 8 }, (_, index) => `other-${index}`);
        const other = diskFiles(folder.fsPath);
        const writeOther = async (): Promise<void> => {
          for (const name of otherNames)
            await other.change(
              path,
              text => text?.replace('"actions"', `"${name}": "${name}",\n  "actions"`) ?? '',
              AbortSignal.timeout(60_000),
            );
        };
        const call = (name: string): Promise<unknown> => {
          const location = { in: 'settings', path: [name] };
          return invoke('edit_flow', { path, edits: [{ kind: 'set', location, value: name }] });
        };
        const written = await Promise.allSettled([...names.map(call), writeOther()]);
        assert.deepEqual(
          written.flatMap(result => (result.status === 'rejected' ? [String(result.reason)] : [])),
          [],
        );
        const text = readFileSync(file.fsPath, 'utf8');
        const flow = JSON.parse(text) as Readonly<Record<string, unknown>>;
        assert.deepEqual(
          [...names, ...otherNames].filter(name => flow[name] !== name),
          [],
        );
        if (isOpen) {
          const document = await vscode.workspace.openTextDocument(file);
          await until('the editor has the text', () => document.getText(), text);
          assert.equal(document.isDirty, false);
        }
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await vscode.workspace.fs.delete(file);
      }
    },
  );

  step(
    'the tools for the chat use no file that is not UTF-8, not even if it is open and has unsaved changes',
    async () => {
      const path = 'flows/latin.flow.json';
      const file = vscode.Uri.joinPath(folder, path);
      const bytes = Buffer.from('{\n  "name": "Grüße",\n  "actions": []\n}\n', 'latin1');
      await vscode.workspace.fs.writeFile(file, bytes);
      const location = { in: 'settings', path: ['name'] };
      const refuse = async (): Promise<void> => {
        for (const [tool, input] of [
          ['edit_flow', { path, edits: [{ kind: 'set', location, value: 'Other' }] }],
          ['deploy_flow', { path }],
        ] as const)
          await assert.rejects(invoke(tool, input), /latin\.flow\.json .* not UTF-8/);
      };
      await refuse();
      const document = await vscode.workspace.openTextDocument(file);
      await vscode.window.showTextDocument(document);
      await refuse();
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, new vscode.Position(0, 0), '\n');
      assert.ok(await vscode.workspace.applyEdit(edit));
      assert.equal(document.isDirty, true);
      await refuse();
      assert.deepEqual(readFileSync(file.fsPath), bytes);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await vscode.workspace.fs.delete(file);
    },
  );

  step('the tools for the chat write nothing in hidden folders', async () => {
    const location = { in: 'settings', path: ['name'] };
    const edits = [{ kind: 'set', location, value: 'Hidden' }];
    for (const path of ['.git/a.flow.json', '.vscode/a.flow.json', 'node_modules/a.flow.json'])
      await assert.rejects(invoke('edit_flow', { path, edits }), /is in a hidden folder, or leads outside/);
  });

  step('the tools for the chat reach no service by default and no file outside the folder', async () => {
    await assert.rejects(invoke('read_flow', { path: '../outside.flow.json' }), /relative path/);
    await assert.rejects(
      invoke('list_records', { kind: 'devices', connection: 'Production' }),
      /no connection with this name/,
    );
  });

  step('the tools for the chat are refused after Stop Agents until they are allowed again', async () => {
    await vscode.commands.executeCommand(Command.stopAgents);
    await assert.rejects(invoke('list_records', { kind: 'devices' }), /The user stopped agents/);
    await vscode.commands.executeCommand(Command.allowAgents);
    await invoke('list_records', { kind: 'devices' });
  });

  step('the tools for the chat end when the chat cancels, with the run in the sandbox', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const path = 'flows/long-wait.flow.json';
    const flow = await flowOf(client, 'Long wait', [['flow.wait', { seconds: 3600 }]]);
    const file = vscode.Uri.joinPath(folder, path);
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(flow)));
    await invoke('deploy_flow', { path });
    const running = async (): Promise<number> =>
      (await client.listExecutions({ query: { status: 'running' } })).value.pagination.total;
    const before = await running();
    const source = new vscode.CancellationTokenSource();
    const input = { path, verify: true, timeoutSeconds: 600 };
    const options = { input, toolInvocationToken: undefined };
    const call = vscode.lm.invokeTool('run_flow', options, source.token);
    const ended = assert.rejects(async () => call);
    await until('the run has started', running, before + 1);
    source.cancel();
    await ended;
    await until('the run has ended', running, before);
    const last = (): string => {
      const [newest] = services.agentCalls.calls;
      return `${newest?.tool ?? ''} ${newest?.outcome ?? ''}`;
    };
    await until('the call is recorded', last, 'run_flow stopped');
    await vscode.workspace.fs.delete(file);
  });

  step('the tools for the chat come with instructions for coding agents', async () => {
    await vscode.commands.executeCommand(Command.writeAgentsFile);
    const file = vscode.Uri.joinPath(folder, 'AGENTS.md');
    assert.equal(readFileSync(file.fsPath, 'utf8'), AGENTS_FILE);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(file);
  });
});

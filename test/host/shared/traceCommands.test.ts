import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import { FINISHED_EXECUTIONS } from '../../../src/contract/enumerations.ts';
import type { Execution } from '../../../src/contract/records/execution.ts';
import { readTrace, type Trace, writeTrace } from '../../../src/flow/trace/traceFile.ts';
import { Command } from '../../../src/manifest.ts';
import { demoFlowId } from '../../../src/sandbox/demo/flows.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

describe('shared/traceCommands', () => {
  let client: Client;

  before(async () => {
    ({ client } = await freshWindow());
  });

  async function saved(record: Execution): Promise<Trace> {
    const { window } = await extensionParts();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'saved.flow-trace');
    const original = window.showSaveDialog;
    Object.assign(window, { showSaveDialog: () => Promise.resolve(file) });
    try {
      await runAnswering(Command.exportTrace, {}, { kind: 'execution', record });
      return await readTrace(new Uint8Array(await vscode.workspace.fs.readFile(file)));
    } finally {
      window.showSaveDialog = original;
      await vscode.workspace.fs.delete(file);
    }
  }

  async function newest(): Promise<Execution> {
    const query = { flowId: demoFlowId('tour') };
    const [record] = (await client.listExecutions({ query })).value.items ?? [];
    assert.ok(record);
    return record;
  }

  it('the command that saves the trace of an execution writes the steps with pictures of their screens', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const { data } = (await client.runFlow({ params: { flowId: demoFlowId('tour') }, body: {} })).value;
    const run = await until(
      'the run has ended',
      newest,
      one => one.id === data.executionIds[0] && FINISHED_EXECUTIONS.includes(one.status ?? ''),
    );
    const { document, pictures } = await saved(run);
    assert.deepEqual([document.source, document.missing, document.run.executionId], ['Sandbox', [], run.id]);
    assert.deepEqual(
      document.steps.map(({ method, status }) => [method.split('.')[0], status]),
      Array.from({ length: 5 }, () => ['device', 'success']),
    );
    assert.equal(pictures.size, document.screens.length);
    assert.ok(pictures.size > 1);
  });

  it('the command that saves the trace of an execution can be compared with another run, in a report that names the first difference', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    for (const count of [1, 2]) {
      await client.runFlow({
        params: { flowId: demoFlowId('tour') },
        body: { payload: { count } },
      });
      await until('the run has ended', newest, one => FINISHED_EXECUTIONS.includes(one.status ?? ''));
    }
    const record = await newest();
    // A report of the same run may still be shown for a moment.
    const compare = async (argument: unknown, expected: RegExp): Promise<void> => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await runAnswering(Command.compareExecutions, { picks: ['Run,'] }, argument);
      const report = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';
      await until('the report', report, text => expected.test(text));
    };
    await compare(
      { kind: 'execution', record },
      /^# Comparison of two runs of “[^]*Payload: “count” is “1” in the first run and “2” in the second\./,
    );
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'compared.flow-trace');
    const { document, pictures } = await saved(record);
    await vscode.workspace.fs.writeFile(file, await writeTrace({ document, pictures }));
    await compare(file, /\| Run +\| compared/);
    await vscode.workspace.fs.delete(file);
  });

  it('the command that saves the trace of an execution writes what the service returns if there is no evidence', async () => {
    const query = { flowId: demoFlowId('nightly'), pageSize: 100 };
    // The oldest is from the demo data.
    const record = (await client.listExecutions({ query })).value.items?.at(-1);
    assert.ok(record);
    const { document, pictures } = await saved(record);
    assert.ok(document.missing.includes('screens'));
    assert.equal(document.run.executionId, record.id);
    assert.equal(pictures.size, 0);
  });
});

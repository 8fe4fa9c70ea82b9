import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runOnce } from '../../support/runOnce.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';
import { codeActionsAt } from '../../support/sampleFile.ts';

const ID = 'org.sandbox.form:id/form.name';
const FLOW = {
  ...{ name: 'Name', triggerId: demoTriggerId('custom'), deviceIds: [demoDeviceId('phone')] },
  actions: [
    { actionId: demoActionId('device.openUrl'), position: 1, overrides: { params: { url: 'form:' } } },
    {
      ...{ actionId: demoActionId('device.tap'), position: 2 },
      overrides: { params: { target: { by: 'resourceId', resourceId: ID } } },
    },
  ],
};

describe('shared/traceViewerFixes', () => {
  let window: FreshWindow;
  let file: vscode.Uri;

  before(async () => {
    window = await freshWindow();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder.uri, 'name.flow.json');
    const text = JSON.stringify(FLOW, undefined, 2);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(file);
    await window.sandboxClient.clearFaults({});
  });

  it('the quick fixes of a failed run use the element that the last run that passed leads to, and then the run passes', async () => {
    const { client, sandboxClient, services } = window;
    await services.catalog.refresh();
    const created = (body: typeof FLOW): ReturnType<typeof client.createFlow> => client.createFlow({ body });
    const flowId = (await created(FLOW)).value.data.id;
    const passed = await runOnce({ client, flowId, payload: {} });
    assert.equal(passed.status, 'success');
    await sandboxClient.addFault({ body: { fault: { kind: 'layout', changes: ['renamed'], seed: 4 } } });
    const failed = await runOnce({ client, flowId, payload: {} });
    assert.equal(failed.status, 'failed');

    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const text = document.getText();
    const at = document.positionAt(text.indexOf(ID));
    const range = new vscode.Range(at, at);
    const fixes = async (): Promise<readonly vscode.CodeAction[]> =>
      (await codeActionsAt(file, range)).filter(({ title }) => title.startsWith('Use '));
    assert.deepEqual(await fixes(), []);
    services.runs.show(file, failed);
    await until('the quick fix', fixes, found => found.length > 0);
    const [fix] = await fixes();
    assert.match(fix?.title ?? '', /^Use ID \w+: (?:very likely|likely) \(\d+ %\)$/);
    assert.equal(document.getText(), text, 'nothing changes by itself');
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    const repaired = JSON.parse(document.getText()) as typeof FLOW;
    assert.notDeepEqual(repaired, FLOW);
    const again = (await created(repaired)).value.data.id;
    const run = await runOnce({ client, flowId: again, payload: {} });
    assert.equal(run.status, 'success');
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

describe('shared/flowExport', () => {
  let parts: FreshWindow;
  let folder: vscode.Uri;

  before(async () => {
    parts = await freshWindow();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first.uri;
  });

  /** Exports a flow to the suggested file, and returns its name and its text. */
  async function exporting(
    target: unknown,
    answers: Parameters<typeof runAnswering>[1] = {},
  ): Promise<{ readonly path: string; readonly text: string }> {
    const { window } = parts;
    const { showSaveDialog } = window;
    let file: vscode.Uri | undefined;
    window.showSaveDialog = (options?: vscode.SaveDialogOptions) => {
      file = options?.defaultUri;
      return Promise.resolve(file);
    };
    try {
      await runAnswering(Command.exportFlow, answers, target);
    } finally {
      window.showSaveDialog = showSaveDialog;
    }
    assert.ok(file);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return { path: vscode.workspace.asRelativePath(file), text };
  }

  it('a flow file is exported beside itself, and the report says what differs', async () => {
    const file = vscode.Uri.joinPath(folder, 'form.flow.json');
    const launch = { platform: 'android', app: 'org.sandbox.form' };
    const actions = [
      { actionId: demoActionId('device.launchApp'), overrides: { params: launch } },
      { actionId: demoActionId('device.reboot') },
    ];
    const text = JSON.stringify({ name: 'Form', actions });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const questions: string[] = [];
    const exported = await exporting(file, { questions, buttons: ['Show Report'] });
    assert.equal(exported.path, 'form.yaml');
    assert.match(
      exported.text,
      /^appId: org\.sandbox\.form\nname: Form\n---\n- launchApp:\n {4}stopApp: false\n/,
    );
    assert.match(exported.text, /# Not translated: Reboot device\n/);
    assert.deepEqual(questions, [
      'Exported the flow as form.yaml. 2 steps: 1 translated, 0 approximated, 1 not translated.',
    ]);
    await until('the report is shown', () =>
      vscode.workspace.textDocuments.some(document =>
        /## Not translated\n\n- .*form.*Reboot device: Maestro has no command/.test(document.getText()),
      ),
    );
  });

  it('a flow of the service is exported', async () => {
    const { flows } = parts.services;
    await flows.ensure();
    const flow = flows.state.items.find(({ name }) => name === 'Location tour');
    assert.ok(flow);
    const row = { kind: 'flow', record: { ...flow } };
    const { path, text } = await exporting(row, { buttons: ['Show Report'] });
    assert.equal(path, 'location-tour.yaml');
    assert.match(text, /^name: Location tour\n---\n/);
    assert.match(text, /- setLocation:\n {4}latitude: 52\.52\n/);
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DevicePanelSession } from '../../../src/devicePanel/devicePanelSession.ts';
import { type CatalogAction, createCatalog, withElementParams } from '../../../src/flow/catalog.ts';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { activeInput, until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';

const phone = demoDeviceId('phone');

describe('shared/pickElement', () => {
  let window: FreshWindow;
  let device: DevicePanelSession;
  let written = 0;

  before(async () => {
    window = await freshWindow();
    await window.services.catalog.refresh();
    device = await window.devicePanels.session(phone);
  });
  afterEach(() => device.picker.cancel());
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await window.services.connections.choose(undefined);
  });

  async function write(method: string, params: object): Promise<vscode.Uri> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, `pick-${written++}.flow.json`);
    const actions = [{ actionId: demoActionId(method), position: 1, overrides: { params } }];
    const flow = { name: 'Pick', triggerId: demoTriggerId('custom'), deviceIds: [phone], actions };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(flow, undefined, 2)));
    return file;
  }

  /** Picks the element with a name, in one of the ways to name it, once the panel shows it. */
  async function pick(name: string, choice: (labels: readonly string[]) => number): Promise<void> {
    const found = await until(
      name,
      () => {
        const { pick: isPicking, elements } = device.state;
        const index = elements?.list.findIndex(element => element.name.includes(name)) ?? -1;
        return isPicking && elements && index !== -1 ? { read: elements.read, element: index } : undefined;
      },
      value => value !== undefined,
    );
    assert.ok(found);
    const target = { ...found, at: undefined };
    device.picker.use(target, choice(device.picker.choicesAt(target)?.map(({ label }) => label) ?? []));
  }

  /** Waits until a tab is in front once, since the page of the device may take the focus late. */
  async function waitForFront(isWanted: (input: unknown) => boolean): Promise<void> {
    let wasInFront = false;
    const note = (): void => {
      wasInFront ||= isWanted(activeInput());
    };
    const subscriptions = [
      vscode.window.tabGroups.onDidChangeTabs(note),
      vscode.window.tabGroups.onDidChangeTabGroups(note),
    ];
    await until('the tab in front', () => wasInFront);
    for (const subscription of subscriptions) subscription.dispose();
  }

  const paramsIn = (document: vscode.TextDocument): unknown =>
    (JSON.parse(document.getText()) as { actions: { overrides: { params: unknown } }[] }).actions[0]
      ?.overrides.params;

  it('the pick of an element for a step is written to the step at the cursor of the text as one edit, and the text is in front again', async () => {
    const file = await write('device.tap', { target: { x: 1, y: 2 }, stealth: true });
    const editor = await vscode.window.showTextDocument(file);
    const { document } = editor;
    const before = document.getText();
    const at = document.positionAt(before.indexOf('"stealth"'));
    editor.selection = new vscode.Selection(at, at);
    const done = runAnswering(Command.pickElement, {});
    await until('the panel in front', activeInput, value => value instanceof vscode.TabInputWebview);
    const front = waitForFront(
      value => value instanceof vscode.TabInputText && value.uri.toString() === file.toString(),
    );
    await pick('Messages', labels => labels.findIndex(label => label.startsWith('Text')));
    assert.deepEqual(await done, []);
    assert.deepEqual(paramsIn(document), { target: { by: 'text', text: 'Messages' }, stealth: true });
    await front;
    // The page of the device takes the focus if it shows the pick late, and its group becomes the active one. Undo works
    // only with the focus in the text.
    let undone = 0;
    const subscription = vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document === document && event.contentChanges.length > 0) undone++;
    });
    const undo = async (): Promise<string> => {
      await vscode.window.showTextDocument(document, editor.viewColumn);
      if (undone === 0) await vscode.commands.executeCommand('undo');
      return document.getText();
    };
    await until('the text before', undo, before);
    subscription.dispose();
    assert.equal(undone, 1);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('the pick of an element for a step changes nothing when it is canceled, and leaves the visual editor in front', async () => {
    const file = await write('device.waitForElement', { element: { by: 'text', text: 'Old' } });
    await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR);
    const done = runAnswering(Command.pickElement, {}, file, [0], ['element']);
    await until('the pick', () => device.state.pick?.step, 'Wait for element');
    await until('the panel in front', activeInput, value => value instanceof vscode.TabInputWebview);
    const front = waitForFront(value => value instanceof vscode.TabInputCustom);
    device.picker.cancel();
    assert.deepEqual(await done, []);
    await front;
    const document = await vscode.workspace.openTextDocument(file);
    assert.deepEqual(paramsIn(document), { element: { by: 'text', text: 'Old' } });
  });

  it('the pick of an element for a step writes nothing to a step that has changed meanwhile', async () => {
    const file = await write('device.tap', { target: { x: 1, y: 2 } });
    const editor = await vscode.window.showTextDocument(file);
    const done = runAnswering(Command.pickElement, {}, file, [0]);
    await until('the pick', () => device.state.pick?.step, 'Tap');
    const text = editor.document.getText();
    const start = text.indexOf(demoActionId('device.tap'));
    const range = new vscode.Range(
      editor.document.positionAt(start),
      editor.document.positionAt(start + demoActionId('device.tap').length),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.replace(file, range, demoActionId('device.waitForElement'));
    await vscode.workspace.applyEdit(edit);
    await pick('Messages', () => 0);
    const [message] = await done;
    assert.match(String(message), /has changed meanwhile/);
    assert.deepEqual(paramsIn(editor.document), { target: { x: 1, y: 2 } });
    await vscode.window.showTextDocument(file);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('the pick of an element for a step is outlined at the cursor of the text while a panel is visible', async () => {
    const file = await write('device.tap', { target: { by: 'text', text: 'Messages' } });
    const viewer = {};
    device.watch(viewer, true);
    try {
      const editor = await vscode.window.showTextDocument(file);
      const { document } = editor;
      const moveTo = (text: string): void => {
        const at = document.positionAt(document.getText().indexOf(text));
        editor.selection = new vscode.Selection(at, at);
      };
      moveTo('"target"');
      await until('the outline', () => device.state.outline?.label, 'Text “Messages”');
      assert.equal(device.state.outline?.step, 'Tap');
      moveTo('"triggerId"');
      await until('no outline', () => device.state.outline, undefined);
    } finally {
      device.watch(viewer, false);
    }
  });

  it('the pick of an element for a step asks once how an action takes an element if its parameters do not tell', async () => {
    const { catalog, actionChoices } = window.services;
    const tap: CatalogAction = {
      id: demoActionId('device.tap'),
      name: 'Press a control',
      paramsSchema: { type: 'object', properties: { selector: { type: 'string' } } },
    };
    const { action } = withElementParams(createCatalog([tap]), id =>
      actionChoices.elementParam(SANDBOX.id, id),
    );
    const original = { ...catalog.catalog };
    Object.assign(catalog.catalog, { action });
    try {
      const file = await write('device.tap', { selector: 'Old' });
      const pickMessages = async (picks: readonly string[]): Promise<void> => {
        const done = runAnswering(Command.pickElement, { picks }, file, [0], ['selector']);
        await pick('Messages', labels => {
          assert.deepEqual(labels, ['Text “Messages”']);
          return 0;
        });
        assert.deepEqual(await done, []);
      };
      await pickMessages(['Its Text']);
      const document = await vscode.workspace.openTextDocument(file);
      assert.deepEqual(paramsIn(document), { selector: 'Messages' });
      await pickMessages([]);
      const forget = (): Promise<readonly string[]> => runAnswering(Command.forgetActionChoices, {});
      assert.deepEqual(await forget(), [
        'Forgot 1 choice for the connection “Sandbox”. Recording and picking ask again.',
      ]);
      assert.match(String(await forget()), /^No choices .* are stored/);
      assert.deepEqual(await runAnswering(Command.pickElement, { picks: ['No Element'] }, file, [0]), [
        '“Press a control” takes no element of the screen.',
      ]);
      assert.deepEqual(await runAnswering(Command.pickElement, {}, file, [0]), [
        '“Press a control” takes no element of the screen.',
      ]);
    } finally {
      await actionChoices.forget(SANDBOX.id);
      Object.assign(catalog.catalog, original);
    }
  });

  it('the pick of an element for a step says that a step takes no element', async () => {
    const file = await write('webhooks.log', { message: 'here' });
    assert.deepEqual(await runAnswering(Command.pickElement, {}, file, [0]), [
      '“Write to the log” takes no element of the screen.',
    ]);
  });
});

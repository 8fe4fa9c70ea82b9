import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { isUuid } from '../../../src/util/isUuid.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { activeInput, extensionParts, until } from '../../support/extension.ts';
import { problemsOf, freshWindowWithCatalog, SampleFile } from '../../support/sampleFile.ts';

/** Begins a new flow from actions, which are picked in order, and cancels; returns the ways to start and the picked actions. */
async function stopAfter(
  actions: readonly string[],
): Promise<Record<'shown' | 'picked', readonly vscode.QuickPickItem[]>> {
  const { window } = await extensionParts();
  const { createQuickPick } = window;
  let shown: readonly vscode.QuickPickItem[] = [];
  let picked: readonly vscode.QuickPickItem[] = [];
  window.createQuickPick = <T extends vscode.QuickPickItem>(): vscode.QuickPick<T> => {
    const pick = createQuickPick.call(window) as vscode.QuickPick<T>;
    const accepts: (() => unknown)[] = [];
    const onDidAccept = pick.onDidAccept.bind(pick);
    Object.defineProperty(pick, 'onDidAccept', {
      value: (listener: () => unknown) => {
        accepts.push(listener);
        return onDidAccept(listener);
      },
    });
    const choose = (label: string): void => {
      // Setting the selection would also accept it in the window, after the items have changed.
      const value = pick.items.filter(item => item.label === label);
      Object.defineProperty(pick, 'selectedItems', { value, configurable: true });
      for (const accept of accepts) accept();
    };
    const show = pick.show.bind(pick);
    pick.show = () => {
      show();
      const isStart = pick.title === 'New Flow: Starting Point';
      if (isStart) shown = pick.items;
      if (isStart && actions.length > 0) choose('$(list-ordered) Pick Actions…');
      else {
        for (const action of isStart ? [] : actions) choose(action);
        if (!isStart) picked = pick.items;
        pick.hide();
      }
    };
    return pick;
  };
  try {
    await vscode.commands.executeCommand(Command.newFlow);
  } finally {
    window.createQuickPick = createQuickPick;
  }
  return { shown, picked };
}

describe('shared/flowNew', () => {
  before(freshWindowWithCatalog);

  it('a new flow is created from a template, with the cursor at the first value to fill in', async () => {
    await runAnswering(Command.newFlow, {
      picks: ['Sign up with a passcode', 'By hand', 'Pixel phone', 'Fill In Later', 'Save and Open as Text'],
      inputs: ['Sign up'],
    });
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const { document, selection } = editor;
    assert.ok(document.uri.path.endsWith('/sign-up.flow.json'));
    assert.equal(document.isDirty, false);
    const flow = JSON.parse(document.getText()) as { actions: unknown[]; deviceIds: unknown[] };
    assert.equal(flow.actions.length, 18);
    assert.equal(flow.deviceIds.length, 1);
    const errors = (): readonly vscode.Diagnostic[] =>
      problemsOf(document.uri).filter(one => one.severity === vscode.DiagnosticSeverity.Error);
    await until('it is checked', () => errors().length);
    assert.equal(errors()[0]?.range.end.line, selection.start.line, JSON.stringify([errors(), selection]));
    assert.match(
      document.getText().slice(0, document.offsetAt(selection.start)),
      /"nameOverride": "Enter the address",\s+"overrides": \{\s+"params": \{$/,
    );
    const [first, ...others] = errors().map(({ message }) => message);
    assert.equal(first, 'The parameters of “Type text” must have the property “text”.');
    for (const message of others) assert.match(message, /must have at least|must match|must be/);
  });

  it('a new flow fills an empty file from a template, and keeps the settings of a flow without steps', async () => {
    const empty = await SampleFile.create('blank.flow.json', '|');
    await runAnswering(Command.fillFlow, { picks: ['Look at an app', 'By hand', 'Pixel phone'] }, empty.uri);
    const filled = (): { name: string; triggerId: string; deviceIds: string[]; actions: unknown[] } =>
      JSON.parse(empty.document.getText()) as ReturnType<typeof filled>;
    const { triggerId, deviceIds, actions } = filled();
    assert.ok(isUuid(triggerId) && isUuid(deviceIds[0] ?? ''));
    assert.deepEqual([filled().name, actions.length], ['Look at an app', 3]);
    await vscode.commands.executeCommand('undo');
    await until('the file is empty again', () => empty.document.getText() === '');

    const settings = { name: 'Kept', triggerId, deviceIds };
    await empty.write(`${JSON.stringify(settings)}|`);
    await runAnswering(Command.fillFlow, { picks: ['Look at an app'] }, empty.uri);
    assert.deepEqual(filled(), { ...settings, actions });
    const [told] = await runAnswering(Command.fillFlow, { picks: ['Look at an app'] }, empty.uri);
    assert.match(told ?? '', /already has steps/);
    assert.deepEqual(filled(), { ...settings, actions });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('a new flow opens the app of its template only if the phone has it', async () => {
    const { services } = await extensionParts();
    const sandboxClient = await services.clients.openSandbox();
    const launched = async (name: string): Promise<unknown> => {
      await runAnswering(Command.newFlow, {
        picks: ['Look at an app', 'By hand', 'Pixel phone'],
        inputs: [name],
      });
      const [file] = await vscode.workspace.findFiles(`${name.toLowerCase()}.flow.json`);
      assert.ok(file);
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      return (JSON.parse(text) as { actions: { overrides?: { params?: object } }[] }).actions[0]?.overrides
        ?.params;
    };
    const platform = 'android';
    assert.deepEqual(await launched('Known'), { platform, app: 'org.sandbox.form', clearData: true });
    const fault = { kind: 'status', status: 404 } as const;
    await sandboxClient.addFault({ body: { operation: 'listInstalledApps', fault } });
    try {
      // The example of the action stays, for the user to replace.
      assert.deepEqual(await launched('Unknown'), { platform, app: 'org.sandbox.messages' });
    } finally {
      await sandboxClient.clearFaults({});
    }
  });

  it('a new flow is complete if the user accepts the preselected items', async () => {
    await runAnswering(Command.newFlow, { picks: ['Sign up with a passcode'], inputs: ['Accepted'] });
    const [file] = await vscode.workspace.findFiles('accepted.flow.json');
    assert.ok(file);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const flow = JSON.parse(text) as { triggerId: string; deviceIds: unknown[] };
    assert.ok(isUuid(flow.triggerId));
    assert.equal(flow.deviceIds.length, 1);
    assert.match(text, /"text": "[^"]+@[^"]+"/);
    assert.match(text, /"mailboxId": "[^"]+"/);
  });

  it('a new flow is for the platform of its device, which is shown with its type and state', async () => {
    const { window, devicePanels, services } = await extensionParts();
    await devicePanels.open(demoDeviceId('tablet'), services.scopes.current);
    const { createQuickPick } = window;
    const shown = new Map<string, readonly vscode.QuickPickItem[]>();
    window.createQuickPick = <T extends vscode.QuickPickItem>(): vscode.QuickPick<T> => {
      const pick = createQuickPick.call(window) as vscode.QuickPick<T>;
      const show = pick.show.bind(pick);
      pick.show = () => {
        shown.set(pick.title ?? '', pick.items);
        show();
      };
      return pick;
    };
    try {
      await runAnswering(Command.newFlow, {
        picks: ['Look at an app', 'By hand', 'iPhone', 'Save and Open as Text'],
        inputs: ['Look'],
      });
    } finally {
      window.createQuickPick = createQuickPick;
    }
    const triggers = shown.get('New Flow: Trigger') ?? [];
    assert.equal(triggers[0]?.label, 'By hand');
    const byHand = triggers.find(({ label }) => label === 'By hand');
    assert.equal(byHand?.description, 'when called');
    const devices = (shown.get('New Flow: Device') ?? []).map(({ label, description }) => [
      label,
      description,
    ]);
    // The phone in sight comes first.
    assert.equal(devices[0]?.[0], 'Android tablet');
    assert.ok(devices.some(([name, summary]) => name === 'iPhone' && summary === 'iOS phone · ready'));
    assert.deepEqual(devices.slice(-2), [
      ['Personal phone', 'personal phone · disconnected · not usable'],
      ['$(edit) Fill In Later', undefined],
    ]);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /"platform": "ios"/);
  });

  it('a new flow gets a unique name, and can be created without a trigger', async () => {
    await runAnswering(Command.newFlow, {
      picks: [
        ...['Sign up with a passcode', 'Fill In Later', 'Fill In Later', 'qa.devices@gmail.example'],
        'Save and Open as Text',
      ],
      inputs: ['Sign up'],
    });
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(editor.document.uri.path.endsWith('/sign-up-2.flow.json'));
    assert.equal(editor.document.getText(editor.selection), '');
    const before = editor.document.getText().slice(0, editor.document.offsetAt(editor.selection.start));
    assert.ok(before.endsWith('"triggerId": "'), before);
  });

  it('a new flow begins without steps in the visual editor, with no question but its name and its place', async () => {
    const { devicePanels, services } = await extensionParts();
    await devicePanels.open(demoDeviceId('tablet'), services.scopes.current);
    const totals: (number | undefined)[] = [];
    await runAnswering(Command.newFlow, {
      picks: ['Empty Flow', 'Save and Open in Visual Editor'],
      inputs: ['Plain'],
      totals,
    });
    assert.deepEqual(totals, [undefined, 3, 3]);
    await until(
      'the visual editor is in front',
      activeInput,
      value => value instanceof vscode.TabInputCustom && value.uri.path.endsWith('/plain.flow.json'),
    );
    const { uri, viewType } = activeInput() as vscode.TabInputCustom;
    assert.equal(viewType, FLOW_EDITOR);
    // The tablet is the phone in sight.
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    const { triggerId, deviceIds } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([triggerId, deviceIds], [demoTriggerId('custom'), [demoDeviceId('tablet')]]);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.workspace.fs.delete(uri);
  });

  it('a new flow can be created without a file, also in the visual editor', async () => {
    await runAnswering(Command.newFlow, {
      picks: ['Look at an app', 'Fill In Later', 'Fill In Later', '$(list-tree) Open in Visual Editor'],
      inputs: ['Empty'],
    });
    await until(
      'the visual editor is in front',
      activeInput,
      value => value instanceof vscode.TabInputCustom,
    );
    const tab = activeInput() as vscode.TabInputCustom;
    assert.equal(tab.viewType, FLOW_EDITOR);
    assert.equal(tab.uri.scheme, 'untitled');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('a new flow explains each way to start in a sentence', async () => {
    const { shown } = await stopAfter([]);
    const ways = shown.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    assert.ok(ways.length > 5);
    for (const { label, detail = '' } of ways) assert.match(detail, /^[A-Z].{20,}\.$/, label);
  });

  it('a new flow keeps the answers of a flow that was not finished', async () => {
    const { picked } = await stopAfter(['Tap', 'Tap']);
    assert.deepEqual(
      picked.slice(0, 4).map(({ label }) => label),
      ['Continue with 2 steps', 'Steps', '1. Tap', '2. Tap'],
    );
    const { shown } = await stopAfter([]);
    assert.ok(shown.some(({ label }) => label === '$(history) Continue “New flow”'));
    await runAnswering(Command.newFlow, {
      picks: [
        'Continue “New flow”',
        'Continue with 2 steps',
        'Fill In Later',
        'Fill In Later',
        'Save and Open as Text',
      ],
      inputs: ['Twice'],
    });
    const { document } = vscode.window.activeTextEditor ?? assert.fail('No text is open.');
    const { name, actions } = JSON.parse(document.getText()) as { name: string; actions: unknown[] };
    assert.deepEqual([name, actions.length], ['Twice', 2]);
    const next = await stopAfter([]);
    assert.ok(!next.shown.some(({ label }) => label.includes('Continue')), 'it is finished');
  });

  it('a new flow is a copy of the flow of a run, with its results', async () => {
    const { services } = await extensionParts();
    await runAnswering(Command.newFlow, {
      picks: ['From a Run…', '', 'Save and Open as Text'],
      inputs: [value => value],
    });
    const { document } = vscode.window.activeTextEditor ?? assert.fail('No text is open.');
    const { name, actions, triggerId } = JSON.parse(document.getText()) as Record<string, unknown>;
    assert.match(String(name), /\(copy\)$/);
    assert.ok(Array.isArray(actions) && actions.length > 0);
    assert.ok(isUuid(String(triggerId)));
    assert.ok(services.runs.of(document.uri));
  });

  it('a new flow begins with a recording in the panel of a device', async () => {
    await runAnswering(Command.newFlow, {
      picks: ['Record…', 'iPhone', 'Open Form'],
      inputs: ['Recorded form'],
    });
    const document = await until(
      'the step that opens the app',
      () => vscode.workspace.textDocuments.find(one => one.getText().includes('Recorded form')),
      found => found?.getText().includes('Open Form') === true,
    );
    const flow = JSON.parse(document?.getText() ?? '') as Record<string, unknown[]>;
    const { triggerId, deviceIds, actions } = flow;
    assert.equal(triggerId, demoTriggerId('custom'));
    assert.deepEqual(deviceIds, [demoDeviceId('ios')]);
    assert.deepEqual(
      actions?.map(action => (action as { overrides?: unknown }).overrides),
      [{ params: { platform: 'ios', app: 'org.sandbox.form', clearData: true } }],
    );
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    assert.ok(tabs.some(({ label }) => label === 'iPhone'));
    await vscode.commands.executeCommand(Command.stopRecording);
  });

  it('a new flow is not created if the user cancels a step', async () => {
    const files = async (): Promise<string> =>
      String((await vscode.workspace.findFiles('*.flow.json')).map(String).toSorted());
    const before = await files();
    const { tabs } = vscode.window.tabGroups.activeTabGroup;
    const count = tabs.length;
    const made = vscode.commands.executeCommand(Command.newFlow);
    let ended = false;
    void made.then(() => (ended = true));
    await until('the command has ended', async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return ended;
    });
    assert.equal(await files(), before);
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, count);
  });
});

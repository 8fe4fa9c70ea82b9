import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Device } from '../../../src/contract/records/device.ts';
import { chooseTargets } from '../../../src/devicePanel/panelPage.ts';
import { confirmPaste } from '../../../src/devicePanel/panelPage.ts';
import { saveBugReport } from '../../../src/devicePanel/saveBugReport.ts';
import { DeviceScreenRecordings } from '../../../src/devicePanel/screenRecordings/deviceScreenRecordings.ts';
import { Command, DEVICE_PANEL, View } from '../../../src/manifest.ts';
import type { DeviceStore } from '../../../src/stores/deviceStore.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { deviceNamed, gesturesOf, newFlowEditor } from '../../support/hostDevices.ts';
import { story } from '../../support/story.ts';

const NAME = 'Android tablet';

/** The panels of devices, by the names on their tabs. */
function panels(): readonly string[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.flatMap(({ input, label }) =>
    input instanceof vscode.TabInputWebview && input.viewType.includes(DEVICE_PANEL) ? [label] : [],
  );
}

describe('shared/devicePanel', () => {
  const step = story();
  let device: Device;

  before(async () => {
    const { services, devicePanels } = await freshWindow();
    await services.devices.ensure();
    device = await deviceNamed(NAME);
    (await devicePanels.session(device.id)).log.clear();
  });

  async function open(): Promise<void> {
    await runAnswering(Command.openDevicePanel, {}, { kind: 'device', record: device });
    const { devicePanels, services } = await extensionParts();
    await until(
      'the panel is in front',
      () => devicePanels.inFrontOf(services.scopes.current)?.deviceId,
      device.id,
    );
  }

  step('the commands of the device panel ask for a panel if none is in front', async () => {
    for (const command of [Command.insertGestures, Command.replayGestures, Command.copyGesturesAsCurl]) {
      assert.deepEqual(await runAnswering(command, {}), ['Open a device panel first.']);
    }
  });

  step(
    'the commands of the device panel replace the panel of a click by that of the next one, unless it is used or clicked again',
    async () => {
      const { devicePanels, trees } = await extensionParts();
      const click = async (name: string): Promise<void> => {
        const rows = await trees.devices.getChildren();
        const item = rows.map(row => trees.devices.getTreeItem(row)).find(({ label }) => label === name);
        const { command, arguments: given = [] } = item?.command ?? assert.fail(name);
        await vscode.commands.executeCommand(command, ...(given as unknown[]));
      };
      const shows = (names: readonly string[]): Promise<unknown> =>
        until('the panels', () => panels().toSorted().join(), names.toSorted().join());
      await click('iPhone');
      await shows(['iPhone']);
      await click('Pixel phone');
      await shows(['Pixel phone']);
      await click('Pixel phone');
      await click(NAME);
      await shows([NAME, 'Pixel phone']);
      await (await devicePanels.session(device.id)).perform({ kind: 'global', button: 'home' });
      await click('iPhone');
      await shows([NAME, 'Pixel phone', 'iPhone']);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await shows([]);
      (await devicePanels.session(device.id)).log.clear();
    },
  );

  step(
    'the commands of the device panel select the device of the active panel in the view, which is never opened for that',
    async () => {
      const { devicePanels, trees, services } = await extensionParts();
      const selected = (): string => {
        const [row] = trees.devices.selected;
        const label = row?.item().label ?? '';
        return typeof label === 'string' ? label : label.label;
      };
      const front = async (name: string): Promise<void> => {
        await devicePanels.open((await deviceNamed(name)).id, services.scopes.current);
      };
      await vscode.commands.executeCommand(`${View.devices}.focus`);
      await front('iPhone');
      await until('the iPhone is selected', selected, 'iPhone');
      await front(NAME);
      await until('the tablet is selected', selected, NAME);
      await front('iPhone');
      await until('the iPhone is selected again', selected, 'iPhone');
      await vscode.commands.executeCommand('workbench.action.closeSidebar');
      await until('the view is hidden', selected, '');
      await front(NAME);
      await until(
        'the tablet is in front',
        () => devicePanels.inFrontOf(services.scopes.current)?.deviceId,
        device.id,
      );
      assert.equal(selected(), '');
      await vscode.commands.executeCommand(`${View.devices}.focus`);
      await until('the tablet is selected, too', selected, NAME);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    },
  );

  step(
    'the commands of the device panel show a small picture of a device and its task in its tooltip',
    async () => {
      const { trees, services } = await extensionParts();
      const tooltipOf = async (name: string): Promise<string> => {
        const rows = await trees.devices.getChildren();
        const row = rows.find(one => trees.devices.getTreeItem(one).label === name) ?? assert.fail(name);
        const item = trees.devices.getTreeItem(row);
        assert.equal(item.tooltip, undefined);
        const { tooltip } = await trees.devices.resolveTreeItem(item, row);
        item.tooltip = undefined;
        assert.ok(tooltip instanceof vscode.MarkdownString);
        assert.ok(tooltip.value.length < 100_000);
        return tooltip.value;
      };
      assert.match(
        await tooltipOf(NAME),
        /!\[Screen\]\(data:image\/png;base64,[\w+/=]+\|width=\d+,height=\d+\)/,
      );
      assert.doesNotMatch(await tooltipOf('Personal phone'), /!\[Screen\]/);
      const client = await services.session.client();
      const body = { task: 'Open the settings', deviceId: device.id };
      const { id } = (await client.runTask({ body })).value;
      await services.devices.refresh();
      await until(
        'the task',
        async () => {
          const rows = await trees.devices.getChildren();
          return rows.map(row => trees.devices.getTreeItem(row)).find(({ label }) => label === NAME)
            ?.description;
        },
        text => String(text).startsWith('Open the settings'),
      );
      await client.cancelTask({ params: { task_id: id } });
      await services.devices.refresh();
    },
  );

  step('the commands of the device panel open one panel for each device', async () => {
    await open();
    const phone = { kind: 'device', record: await deviceNamed('Pixel phone') };
    await runAnswering(Command.openDevicePanel, {}, phone);
    await open();
    await until('two panels', panels, value => value.length === 2);
    assert.deepEqual([...panels()].sort(), [NAME, 'Pixel phone']);
  });

  step('the commands of the device panel say that nothing was done yet', async () => {
    assert.deepEqual(await runAnswering(Command.replayGestures, {}), [
      'There are no gestures in the log of this device.',
    ]);
  });

  step(
    'the commands of the device panel write what was done into a new flow file, as steps on this device',
    async () => {
      const { devicePanels } = await extensionParts();
      const session = await devicePanels.session(device.id);
      await session.perform({ kind: 'tap', at: { x: 321, y: 432 }, stealth: false });
      await session.perform({ kind: 'global', button: 'home' });
      const said = await runAnswering(Command.insertGestures, { picks: ['New Flow File'] });
      assert.match(said.join(' '), /^Inserted 2 steps into /);
      const flow = JSON.parse(newFlowEditor().document.getText()) as {
        readonly deviceIds: unknown;
        readonly actions: readonly unknown[];
      };
      assert.deepEqual([flow.deviceIds, flow.actions.length], [[device.id], 2]);
      assert.match(JSON.stringify(flow.actions[0]), /321.*432/);
    },
  );

  step('the commands of the device panel repeat it', async () => {
    await open();
    const before = await gesturesOf(device);
    await runAnswering(Command.replayGestures, {});
    const after = await gesturesOf(device);
    assert.equal(after.length, before.length + 2);
    assert.deepEqual(
      after.slice(0, 2).map(({ kind, asked }) => [kind, asked]),
      before.slice(0, 2).map(({ kind, asked }) => [kind, asked]),
    );
  });

  step(
    'the commands of the device panel act without a menu on the device of the panel, or on the only selected device',
    async () => {
      const { services } = await extensionParts();
      const phone = await deviceNamed('Pixel phone');
      const counts = async (): Promise<readonly number[]> =>
        Promise.all([device, phone].map(async one => (await gesturesOf(one)).length));
      const [tablet = 0, other = 0] = await counts();
      const { selectedDevices } = services;
      Object.assign(services, { selectedDevices: () => [{ kind: 'device', record: phone }] });
      await open();
      await runAnswering(Command.pressHome, {});
      assert.deepEqual(await counts(), [tablet + 1, other]);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await runAnswering(Command.pressHome, {});
      assert.deepEqual(await counts(), [tablet + 1, other + 1]);
      Object.assign(services, { selectedDevices });
      await open();
    },
  );

  step(
    'the commands of the device panel are not done on this device by the menu of a line that was just replaced',
    async () => {
      const before = (await gesturesOf(device)).length;
      const said = await runAnswering(Command.pressHome, {}, undefined, [undefined]);
      assert.deepEqual(said, ['The list was just updated. Try again.']);
      assert.equal((await gesturesOf(device)).length, before);
    },
  );

  step('the commands of the device panel copy it as curl without the key', async () => {
    const { services } = await extensionParts();
    const { apiKey } = await services.sandbox.start();
    await runAnswering(Command.copyGesturesAsCurl, {});
    const text = await vscode.env.clipboard.readText();
    assert.equal(text.match(/^curl /gm)?.length, 3);
    assert.match(text, new RegExp(`/devices/${device.id}/tap'`));
    assert.match(text, /\$API_KEY/);
    assert.ok(!text.includes(apiKey));
  });

  step(
    'the commands of the device panel name the devices beyond the maximum number of mirrored devices',
    async () => {
      const list = Array.from({ length: 258 }, (_, index) => ({
        id: `d${index}`,
        name: `Phone ${index}`,
        type: 'ios_stealth_phone',
      }));
      const devices = { all: () => [list] } as unknown as DeviceStore;
      const { showQuickPick, showWarningMessage } = vscode.window;
      const said: string[] = [];
      const descriptions: unknown[] = [];
      const everything = async (items: Promise<vscode.QuickPickItem[]>): Promise<unknown> => {
        descriptions.push((await items)[0]?.description);
        return items;
      };
      const note = (text: string): void => void said.push(text);
      Object.assign(vscode.window, { showQuickPick: everything, showWarningMessage: note });
      try {
        const chosen = await chooseTargets(devices, 'own', []);
        assert.equal(chosen?.length, 256);
      } finally {
        Object.assign(vscode.window, { showQuickPick, showWarningMessage });
      }
      assert.deepEqual(descriptions, ['iOS phone']);
      assert.deepEqual(said, [
        'Cannot mirror to more than 256 devices. “Phone 256” and 1 more were left out.',
      ]);
    },
  );

  step('the commands of the device panel ask before a text with line breaks is pasted', async () => {
    const { showWarningMessage } = vscode.window;
    const said: string[] = [];
    const pasted = async (text: string, picked?: string): Promise<string | undefined> => {
      const answer = (question: string): Promise<string | undefined> => {
        said.push(question);
        return Promise.resolve(picked);
      };
      Object.assign(vscode.window, { showWarningMessage: answer });
      try {
        return await confirmPaste(text);
      } finally {
        Object.assign(vscode.window, { showWarningMessage });
      }
    };
    assert.equal(await pasted('one line'), 'one line');
    assert.equal(said.length, 0);
    const text = 'first \r\n\n second\n';
    assert.equal(await pasted(text), undefined);
    assert.equal(await pasted(text, 'Paste'), text);
    assert.equal(await pasted(text, 'Paste as One Line'), 'first second');
    assert.equal(await pasted('one\n', 'Paste as One Line'), 'one');
    assert.deepEqual(
      [said[0], said.at(-1)],
      ['Paste text with 3 line breaks?', 'Paste text with a line break?'],
    );
  });

  step(
    'the commands of the device panel open a panel whose tab was closed while it was restored',
    async () => {
      const { devicePanels, services } = await extensionParts();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await until('no panel', panels, value => value.length === 0);
      const panel = vscode.window.createWebviewPanel(DEVICE_PANEL, NAME, vscode.ViewColumn.Active);
      const kept = { device: { connectionId: services.session.require().id, id: device.id, name: NAME } };
      const restored = devicePanels.deserializeWebviewPanel(panel, kept);
      panel.dispose();
      await restored;
      await open();
    },
  );

  step(
    'the commands of the device panel save a bug report with a picture in a new folder, and open it',
    async () => {
      const { devicePanels, services } = await extensionParts();
      const session = await devicePanels.session(device.id);
      await session.perform({ kind: 'global', button: 'home' });
      const folder = vscode.workspace.workspaceFolders?.[0];
      assert.ok(folder);
      const reports = vscode.Uri.joinPath(folder.uri, '.cloud-devices', 'bug-reports');
      const screenRecordings = new DeviceScreenRecordings(session);
      try {
        await saveBugReport(session, { sandbox: services.sandbox, screenRecordings });
        const names = (await vscode.workspace.fs.readDirectory(reports)).map(([entry]) => entry);
        const name = names[0] ?? '';
        assert.ok(name.startsWith('Android-tablet-2') && names.length === 1, name);
        const files = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(reports, name));
        assert.deepEqual(files.map(([file]) => file).toSorted(), ['report.md', 'screen.png']);
        const text = new TextDecoder().decode(
          await vscode.workspace.fs.readFile(vscode.Uri.joinPath(reports, name, 'report.md')),
        );
        assert.match(text, /!\[Screen\]\(screen\.png\)/);
        assert.match(text, /Press Home, done/);
        await until(
          'the report is open',
          () => vscode.window.tabGroups.activeTabGroup.activeTab?.label,
          label => label?.includes('report.md') === true,
        );
      } finally {
        screenRecordings.dispose();
        await vscode.workspace.fs.delete(reports, { recursive: true });
      }
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    },
  );

  step('the commands of the device panel move the device to a saved place', async () => {
    const { services } = await extensionParts();
    const place = { name: 'Quay', latitude: 38.707, longitude: -9.136 };
    await services.places.save(place);
    await runAnswering(Command.setLocation, { picks: ['Quay'] }, { kind: 'device', record: device });
    const client = await services.session.client();
    const position = async (): Promise<unknown> => {
      const { latitude, longitude } = (await client.getLocation({ params: { deviceId: device.id } })).value;
      return { latitude, longitude };
    };
    assert.deepEqual(await position(), { latitude: 38.707, longitude: -9.136 });
    const other = { picks: ['Position…'], inputs: ['geo:1.5,2.5'] };
    await runAnswering(Command.setLocation, other, { kind: 'device', record: device });
    assert.deepEqual(await position(), { latitude: 1.5, longitude: 2.5 });
    await services.places.forget('Quay');
  });
});

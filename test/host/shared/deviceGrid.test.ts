import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Device } from '../../../src/contract/records/device.ts';
import type { GridSession } from '../../../src/devicePanel/grid/gridSession.ts';
import { Command, DEVICE_GRID } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { deviceNamed, gesturesOf } from '../../support/hostDevices.ts';
import { story } from '../../support/story.ts';

/** The tabs of grids, by their titles. */
function grids(): readonly string[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.flatMap(({ input, label }) =>
    input instanceof vscode.TabInputWebview && input.viewType.includes(DEVICE_GRID) ? [label] : [],
  );
}

describe('shared/deviceGrid', () => {
  const step = story();
  let phone: Device;
  let tablet: Device;
  let offline: Device;

  before(async () => {
    const { services } = await freshWindow();
    await services.devices.ensure();
    phone = await deviceNamed('Pixel phone');
    tablet = await deviceNamed('Android tablet');
    offline = await deviceNamed('Personal phone');
  });

  async function open(...devices: readonly Device[]): Promise<void> {
    const lines = devices.map(record => ({ kind: 'device', record }));
    await runAnswering(Command.openDeviceGrid, {}, lines[0], lines);
    const opened = new Set(devices.map(({ id }) => id));
    const isInFront = async (): Promise<boolean> =>
      isDeepStrictEqual(new Set(idsOf(await inFront())), opened);
    // The window reports a moment later which tab is in front.
    await until('the grid in front', isInFront);
  }

  async function inFront(): Promise<GridSession> {
    const { deviceGrids } = await extensionParts();
    const grid = await until(
      'a grid in front',
      () => deviceGrids.inFront,
      value => value !== undefined,
    );
    assert.ok(grid);
    return grid;
  }

  function idsOf(grid: GridSession): readonly string[] {
    return grid.state.tiles.map(({ id }) => id);
  }

  step('the grid of devices opens one tab for each set of devices, and reveals it again', async () => {
    await open(phone, tablet);
    const first = await inFront();
    assert.deepEqual(idsOf(first), [phone.id, tablet.id]);
    await open(phone);
    await until('two grids', grids, value => value.length === 2);
    assert.deepEqual(grids(), ['Grid: 2 Devices', 'Grid: Pixel phone']);
    await open(tablet, phone, phone);
    await until('the first grid in front', inFront, first);
    assert.equal(grids().length, 2);
  });

  step('the grid of devices says in one sentence that too many devices are selected', async () => {
    const { window } = await extensionParts();
    const { showWarningMessage } = window;
    const said: string[] = [];
    Object.assign(window, { showWarningMessage: (text: string) => void said.push(text) });
    try {
      const before = grids().length;
      const many = Array.from({ length: 25 }, (_, index) => ({
        kind: 'device',
        record: { id: `6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b0${index + 10}` },
      }));
      await vscode.commands.executeCommand(Command.openDeviceGrid, many[0], many);
      assert.equal(grids().length, before);
    } finally {
      Object.assign(window, { showWarningMessage });
    }
    assert.deepEqual(said, ['A grid shows at most 24 devices, and 25 are selected. Select fewer.']);
  });

  step('the grid of devices performs a gesture on one device only, until it acts on all', async () => {
    await open(phone, tablet, offline);
    const grid = await inFront();
    const [before, other] = [(await gesturesOf(phone)).length, (await gesturesOf(tablet)).length];
    await grid.perform(phone.id, { kind: 'global', button: 'home' });
    assert.equal((await gesturesOf(phone)).length, before + 1);
    assert.equal((await gesturesOf(tablet)).length, other);
  });

  step('the grid of devices scales a tap to all devices, and says which failed and why', async () => {
    const grid = await inFront();
    await until(
      'the size of the screen',
      () => grid.state.tiles[0]?.size?.width,
      value => value !== undefined,
    );
    grid.actOnAll(true);
    const { width = 0, height = 0 } = grid.state.tiles[0]?.size ?? {};
    await grid.perform(phone.id, { kind: 'tap', at: { x: width / 2, y: height / 4 }, stealth: false });
    const [done, failed] = ['done', 'failed'];
    assert.deepEqual(
      grid.state.tiles.map(({ outcome }) => outcome?.state),
      [done, done, failed],
    );
    assert.match(grid.state.tiles[2]?.outcome?.error ?? '', /\w+ .*\./);
    const [onTablet] = await gesturesOf(tablet);
    const client = await (await extensionParts()).services.session.client();
    const { value } = await client.getUiState({ params: { deviceId: tablet.id } });
    const bounds = value.device_context?.screen_bounds;
    assert.ok(bounds && onTablet);
    const { x, y } = onTablet.asked as { x: number; y: number };
    assert.ok(Math.abs(x / bounds.width - 0.5) < 0.01 && Math.abs(y / bounds.height - 0.25) < 0.01);
  });

  step(
    'the grid of devices is restored with its devices, unless they belong to another connection',
    async () => {
      const { deviceGrids } = await extensionParts();
      const { kept } = await inFront();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await until('no grid', grids, value => value.length === 0);
      const restore = async (state: unknown): Promise<void> => {
        const panel = vscode.window.createWebviewPanel(DEVICE_GRID, 'Grid', vscode.ViewColumn.Active);
        await deviceGrids.deserializeWebviewPanel(panel, state);
      };
      await restore(kept);
      assert.deepEqual(idsOf(await inFront()), kept.deviceIds);
      await until('its title', grids, value => value.join() === 'Grid: 3 Devices');
      const tooMany = Array.from({ length: 25 }, (_, index) => `device ${index}`);
      const refused = [
        undefined,
        kept,
        { ...kept, connectionId: 'other' },
        { ...kept, deviceIds: [] },
        { ...kept, deviceIds: tooMany },
      ];
      for (const state of refused) await restore(state);
      await until('no other grid', grids, value => value.join() === 'Grid: 3 Devices');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await until('no grid again', grids, value => value.length === 0);
    },
  );

  step('the grid of devices opens again after its tab was closed while it was restored', async () => {
    const { deviceGrids, services } = await extensionParts();
    const panel = vscode.window.createWebviewPanel(DEVICE_GRID, 'Grid', vscode.ViewColumn.Active);
    const kept = { connectionId: services.session.require().id, deviceIds: [phone.id] };
    const restored = deviceGrids.deserializeWebviewPanel(panel, kept);
    panel.dispose();
    await restored;
    assert.equal(deviceGrids.inFront, undefined);
    await open(phone);
    assert.deepEqual(idsOf(await inFront()), [phone.id]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

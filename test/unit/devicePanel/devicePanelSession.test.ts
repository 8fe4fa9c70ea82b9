import assert from 'node:assert/strict';
import type { StepOutline } from '../../../src/appState/stepOutlines.ts';
import { ApiError } from '../../../src/client/failure.ts';
import type { UiNode } from '../../../src/contract/records/uiState.ts';
import type { DevicePanelSession } from '../../../src/devicePanel/devicePanelSession.ts';
import { panelState, type PanelState } from '../../../src/protocol/devicePanel.ts';
import { type MemoryDevices, refusal } from '../../support/memoryDevices.ts';
import { settle } from '../../support/memoryEditor.ts';
import { DEVICE, type MemoryPanel, openPanelBeforeEach } from '../../support/memoryPanel.ts';
import { CONNECTION } from '../../support/memorySources.ts';

const HOME = { kind: 'global', button: 'home' } as const;

describe('devicePanel/devicePanelSession', () => {
  let panel: MemoryPanel;
  let devices: MemoryDevices;
  let device: DevicePanelSession;

  openPanelBeforeEach(opened => ({ devices, device } = panel = opened));

  describe('appearance', () => {
    it('a device of a window is shown with the start of its ID, its name in a list, or its own name', async () => {
      assert.equal(device.name, 'Device 0d1e0000');
      panel.listed = 'Listed';
      assert.equal(device.name, 'Listed');
      await device.refresh();
      assert.equal(device.name, 'Test phone');
    });

    it('a device of a window is shown with its last known name while its service cannot be asked', async () => {
      await device.refresh();
      const mend = devices.fail('getDevice', refusal(503));
      await device.refresh();
      await device.refresh();
      assert.equal(device.name, 'Test phone');
      mend();
    });

    it('a device of a window is shown with the name that it had in a list that is empty now', async () => {
      panel.listed = 'Listed';
      devices.fail('getDevice', refusal(404));
      await device.refresh();
      panel.listed = undefined;
      assert.equal(device.name, 'Listed');
    });

    it('a device of a window is shown without data at first', () => {
      const { state } = device;
      assert.ok(panelState(state));
      assert.deepEqual(state.device, {
        id: DEVICE,
        name: 'Device 0d1e0000',
        state: '',
        kind: '',
        connection: 'Test',
        connectionId: CONNECTION.id,
      });
      assert.deepEqual(state.screen, {
        display: 0,
        absent: [],
        size: undefined,
        picture: undefined,
        everyMs: 0,
      });
    });

    it('a device of a window is shown with its screenshot, in the pixels that gestures use', async () => {
      await device.refresh();
      const { state } = device;
      assert.ok(panelState(state));
      assert.deepEqual(state.screen.picture, { number: 1, display: 0, takenAt: 1000 });
      assert.deepEqual(state.screen.size, { width: 1080, height: 2400 });
      assert.deepEqual([state.device.state, state.device.kind], ['ready', 'phone']);
      assert.ok(!JSON.stringify(state).includes('secret-canary'));
    });

    it('a device of a window is shown in the pixels of its screenshot if it reports no others', async () => {
      devices.bounds = undefined;
      await device.refresh();
      assert.deepEqual(device.state.screen.size, devices.pixels);
    });

    it('a device of a window is shown again on every change', async () => {
      let told = 0;
      device.onDidChange(() => told++);
      const tells = async (work: () => unknown): Promise<boolean> => {
        told = 0;
        await work();
        return told > 0;
      };
      assert.ok(await tells(() => device.refresh()));
      assert.ok(await tells(() => device.perform(HOME)));
      assert.ok(await tells(() => device.place.ask()));
      assert.ok(await tells(() => device.elements.use('inspect', true)));
      assert.ok(await tells(() => device.mirror.choose([{ id: 'm', name: 'Mirror' }])));
      assert.ok(await tells(() => device.replay.run([], false)));
      assert.ok(await tells(() => device.repeat(500)));
    });

    it('a device of a window is shown with the reason if its screen cannot be shown', async () => {
      const mend = devices.fail('takeScreenshot', refusal(500, 'The helper died.'));
      await device.refresh();
      assert.equal(device.state.situation?.title, 'Screen off or locked');
      assert.equal(devices.count('getDevice'), 2, 'the device may tell why');
      mend();
      await device.refresh();
      assert.equal(device.state.situation, undefined);
    });

    it('a device of a window is shown as stopped with its last screenshot, and is resumed', async () => {
      await device.refresh();
      devices.record = { state: 'stopped' };
      await device.refresh();
      assert.equal(device.state.situation?.title, 'Device stopped');
      assert.deepEqual([device.state.screen.picture?.number, panel.pictures], [1, 1]);
      devices.record = { state: 'ready' };
      await device.act('resume');
      assert.equal(devices.callsOf('resumeDevice')[0]?.deviceId, DEVICE);
      assert.deepEqual([device.state.situation, device.state.screen.picture?.number], [undefined, 2]);
    });

    it('a device of a window is shown if the service cannot read single devices', async () => {
      devices.fail('getDevice', refusal(404));
      await device.refresh();
      assert.deepEqual([device.state.device.state, device.state.situation], ['', undefined]);
      assert.equal(panel.pictures, 1);
    });
  });

  describe('display size', () => {
    it('a device of a window measures its display once, and again when it is rotated', async () => {
      await device.refresh();
      await device.look();
      assert.equal(devices.count('getUiState'), 1);
      devices.pixels = { width: 1200, height: 540 };
      devices.bounds = { width: 2400, height: 1080 };
      await device.look();
      assert.equal(devices.count('getUiState'), 2);
      assert.deepEqual(device.state.screen.size, devices.bounds);
    });

    it('a device of a window measures its display but not without the capability', async () => {
      devices.capabilities = { accessibility: false, geo: true };
      await panel.watch();
      const asked = devices.count('getUiState');
      assert.deepEqual(device.state.lacks, ['accessibility']);
      devices.pixels = { width: 1200, height: 540 };
      await device.look();
      assert.equal(devices.count('getUiState'), asked);
    });
  });

  describe('inspection', () => {
    it('a device of a window is inspected with each screenshot, while requested', async () => {
      devices.elements = {
        className: 'a.Button',
        text: 'OK',
        boundsInScreen: { left: 0, top: 0, right: 9, bottom: 9 },
      };
      await device.inspect(true);
      await device.look();
      assert.equal(devices.count('getUiState'), 2);
      assert.deepEqual(
        device.state.elements?.list.map(({ name }) => name),
        ['Button “OK”'],
      );
      await device.inspect(false);
      assert.equal(device.state.elements, undefined);
      assert.equal(panel.pictures, 2);
    });

    it('a device of a window is inspected and says why there are no elements', async () => {
      devices.capabilities = { accessibility: false };
      await panel.watch();
      devices.fail('getUiState', refusal(422, 'It has no accessibility.'));
      await device.inspect(true);
      assert.deepEqual(device.state.elements, { list: [], problem: 'It has no accessibility.', read: 0 });
    });
  });

  describe('outline', () => {
    const button = (text: string, top: number): UiNode => ({
      className: 'a.Button',
      text,
      isClickable: true,
      boundsInScreen: { left: 0, top, right: 9, bottom: top + 9 },
    });
    const outline = (text: string, deviceId = DEVICE, hasPassed = false): StepOutline => ({
      deviceId,
      step: 'Tap',
      named: { by: 'selector', selector: { text } },
      hasPassed,
    });
    const owner = {};
    const outlined = (): PanelState['outline'] => device.state.outline;

    it('a device of a window outlines the element of the selected step with one read for each screen, and says if there is none or several', async () => {
      devices.elements = {
        className: 'a.List',
        children: [button('OK', 0), button('More', 10), button('More', 20)],
      };
      await panel.watch();
      const reads = devices.count('getUiState');
      panel.outlines.show(owner, outline('OK'));
      await settle();
      assert.deepEqual(outlined(), {
        step: 'Tap',
        label: 'Text “OK”',
        boxes: [{ left: 0, top: 0, right: 9, bottom: 9 }],
        problem: undefined,
      });
      assert.equal(device.state.elements, undefined);
      await device.look();
      await device.look();
      assert.ok(devices.count('getUiState') <= reads + 1);
      panel.outlines.show(owner, outline('More'));
      assert.equal(outlined()?.problem, 'Text “More” matches 2 elements; the first is used.');
      assert.equal(outlined()?.boxes.length, 2);
      panel.outlines.show(owner, outline('Gone'));
      assert.equal(outlined()?.problem, 'Text “Gone” is not on this screen.');
      // The step that pressed it has succeeded, and the next screen is shown.
      panel.outlines.show(owner, outline('Gone', DEVICE, true));
      assert.equal(outlined(), undefined);
      panel.outlines.show(owner, outline('OK', DEVICE, true));
      assert.equal(outlined()?.boxes.length, 1);
      assert.ok(devices.count('getUiState') <= reads + 1);
    });

    it('a device of a window outlines the element of the selected step only on its own device, and until the editor is closed', async () => {
      devices.elements = button('OK', 0);
      await panel.watch();
      panel.outlines.show(owner, outline('OK', 'another'));
      await settle();
      assert.equal(outlined(), undefined);
      panel.outlines.show(owner, outline('OK'));
      await settle();
      assert.equal(outlined()?.boxes.length, 1);
      panel.outlines.show({}, undefined);
      assert.equal(outlined()?.boxes.length, 1);
      panel.outlines.show(owner, undefined);
      assert.equal(outlined(), undefined);
      assert.equal(panel.outlines.isWatched, true);
      panel.leave();
      assert.equal(panel.outlines.isWatched, false);
    });
  });

  describe('other displays', () => {
    it('a device of a window shows another display or says that it does not exist, and offers a way back', async () => {
      devices.failures.set('takeScreenshot', ({ display }) => (display === 1 ? refusal(422) : undefined));
      await device.choose(1);
      assert.equal(device.state.situation?.title, 'Display 1 not available');
      assert.deepEqual([device.state.screen.display, device.state.screen.absent], [1, [1]]);
      await device.act('firstDisplay');
      assert.deepEqual([device.state.situation, device.state.screen.display], [undefined, 0]);
    });
  });

  describe('recovery', () => {
    it('a device of a window recovers by a wake-up, or by a retry', async () => {
      await device.act('wake');
      assert.deepEqual(devices.callsOf('pressKey')[0]?.body, { key: 224 });
      const before = devices.count('getDevice');
      await device.act('retry');
      assert.equal(devices.count('getDevice'), before + 1);
      assert.equal(devices.count('pressKey'), 1);
    });

    it('a device of a window recovers unless that fails', async () => {
      devices.fail('resumeDevice', refusal(409, 'It is busy.'));
      await assert.rejects(device.act('resume'), ApiError);
      assert.equal(panel.pictures, 0);
    });
  });

  describe('connection', () => {
    it('a device of a window belongs to its connection so that nothing is sent to a device of another one', async () => {
      panel.session.leave(CONNECTION);
      await assert.rejects(device.perform(HOME), /This belongs to the connection “Test”/);
      await device.refresh();
      assert.match(device.state.situation?.title ?? '', /^“Test” is not the active connection$/);
      assert.deepEqual(devices.calls, []);
      assert.match(device.log.lines[0]?.error ?? '', /^This belongs to the connection “Test”\./);
    });

    it('a device of a window belongs to its connection and can play a track without a page', async () => {
      const [from, to] = [
        { latitude: 1, longitude: 2 },
        { latitude: 1.00001, longitude: 2 },
      ];
      const track = { name: undefined, points: [from, to], timed: false, note: undefined };
      device.place.open({ name: 'Short', track });
      assert.equal(device.state.place.track?.name, 'Short');
      device.place.play();
      await settle();
      assert.ok(devices.count('setLocation') > 0);
      assert.ok(devices.callsOf('setLocation').every(({ display }) => display === 0));
    });
  });
});

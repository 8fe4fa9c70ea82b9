import assert from 'node:assert/strict';
import type { DevicePanelSession } from '../../../src/devicePanel/devicePanelSession.ts';
import { LIVE } from '../../../src/protocol/devicePanel.ts';
import { type MemoryDevices, refusal } from '../../support/memoryDevices.ts';
import { settle } from '../../support/memoryEditor.ts';
import { MemoryPanel, openPanelBeforeEach } from '../../support/memoryPanel.ts';
import { CONNECTION } from '../../support/memorySources.ts';

describe('devicePanel/devicePanelPolling', () => {
  let panel: MemoryPanel;
  let devices: MemoryDevices;
  let device: DevicePanelSession;

  const open = openPanelBeforeEach(opened => ({ devices, device } = panel = opened));

  describe('screenshots', () => {
    it('a device watched in a window takes screenshots while it is visible', async () => {
      await open(2000);
      await panel.pass(10_000);
      assert.deepEqual(devices.calls, []);
      await panel.watch();
      assert.equal(panel.pictures, 1);
      await panel.pass(1999);
      assert.equal(panel.pictures, 1);
      await panel.pass(1);
      await panel.pass(2000);
      assert.equal(panel.pictures, 3);
      panel.leave();
      await panel.pass(10_000);
      assert.equal(panel.pictures, 3);
    });

    it('a device watched in a window takes screenshots, also if one of two viewers closes', async () => {
      await open(2000);
      const other = {};
      await panel.watch();
      device.watch(other, true);
      panel.leave();
      await settle();
      await panel.pass(2000);
      assert.equal(panel.pictures, 2);
      device.watch(other, false);
      await panel.pass(2000);
      assert.equal(panel.pictures, 2);
    });

    it('a device watched in a window takes screenshots at another rate, or only on demand', async () => {
      await panel.watch();
      await panel.pass(60_000);
      assert.equal(panel.pictures, 1);
      device.repeat(500);
      assert.equal(device.state.screen.everyMs, 500);
      await panel.pass(500);
      await panel.pass(500);
      assert.equal(panel.pictures, 3);
      device.repeat(0);
      await panel.pass(60_000);
      assert.equal(panel.pictures, 3);
    });

    it('a device watched in a window takes screenshots as soon as a page has the last one, if it is live and the screen changes', async () => {
      await open(LIVE);
      await panel.watch();
      for (let number = 1; number < 5; number++) {
        assert.equal(device.state.screen.picture?.number, number);
        assert.equal(panel.pictures, number);
        assert.ok(device.screen.fetch(number));
        await settle();
        devices.pixels = { width: 540, height: 1200 + number };
        await panel.pass(60);
      }
      // No page has fetched the last one.
      await panel.pass(900);
      assert.equal(panel.pictures, 5);
      await panel.pass(100);
      await panel.pass(60);
      assert.equal(panel.pictures, 6);
    });

    it('a device watched in a window takes screenshots less and less often if it is live and the screen stays the same, which is shown once a second', async () => {
      await open(LIVE);
      await panel.watch();
      device.screen.fetch(1);
      let shown = 0;
      device.screen.onDidChange(() => shown++);
      const pauses: number[] = [];
      let last = Date.now();
      for (let ms = 0; ms < 3000; ms += 10) {
        const before = panel.pictures;
        await panel.pass(10);
        if (panel.pictures === before) continue;
        pauses.push(Date.now() - last);
        last = Date.now();
      }
      assert.deepEqual(pauses.slice(0, 8), [60, 60, 60, 120, 240, 480, 480, 480]);
      assert.equal(device.state.screen.picture?.number, 1);
      assert.ok(shown >= 2 && shown <= 3, String(shown));
    });

    it('a device watched in a window takes screenshots soon again after a gesture, if it is live', async () => {
      await open(LIVE);
      await panel.watch();
      device.screen.fetch(1);
      await panel.pass(3000);
      const before = panel.pictures;
      await device.perform({ kind: 'global', button: 'home' });
      await settle();
      assert.equal(panel.pictures, before + 1);
      await panel.pass(60);
      await panel.pass(60);
      assert.equal(panel.pictures, before + 3);
    });

    it('a device watched in a window takes screenshots after a growing pause if it is live and fails', async () => {
      await open(LIVE);
      await panel.watch();
      device.screen.fetch(1);
      devices.fail('takeScreenshot', refusal(500));
      await panel.pass(60);
      assert.equal(panel.pictures, 2);
      await panel.pass(999);
      assert.equal(panel.pictures, 2);
      await panel.pass(1);
      assert.equal(panel.pictures, 3);
    });

    it('a device watched in a window takes screenshots less often after failures, and reads the status of the device', async () => {
      await open(2000);
      await panel.watch();
      devices.fail('takeScreenshot', refusal(500));
      await panel.pass(2000);
      assert.deepEqual([panel.pictures, devices.count('getDevice')], [2, 2]);
      await panel.pass(2000);
      assert.equal(panel.pictures, 2);
      await panel.pass(2000);
      assert.equal(panel.pictures, 3);
    });

    it('a device watched in a window takes screenshots and reads the status again once a failure is over', async () => {
      await open(2000);
      await panel.watch();
      const mends = ['takeScreenshot', 'getDevice'].map(one => devices.fail(one, refusal(503)));
      await panel.pass(2000);
      assert.equal(device.state.device.state, '');
      for (const mend of mends) mend();
      await panel.pass(4000);
      assert.deepEqual([device.state.situation, device.state.device.state], [undefined, 'ready']);
      const asked = devices.count('getDevice');
      await panel.pass(2000);
      assert.equal(devices.count('getDevice'), asked);
    });

    it('a device watched in a window takes screenshots after the delay that the service requests', async () => {
      await open(2000);
      await panel.watch();
      const mend = devices.fail('takeScreenshot', refusal(429, 'Slow down.', 30_000));
      await panel.pass(2000);
      mend();
      await panel.pass(29_999);
      assert.equal(panel.pictures, 2);
      await panel.pass(1);
      assert.equal(panel.pictures, 3);
    });

    it('a device watched in a window takes no screenshots while it is busy, but reads its status', async () => {
      await open(500);
      devices.record = { state: 'rebooting' };
      await panel.watch();
      assert.equal(device.state.situation?.title, 'Device rebooting');
      await panel.pass(3000);
      await panel.pass(3000);
      await panel.pass(3000);
      assert.deepEqual([devices.count('getDevice'), panel.pictures], [4, 0]);
      devices.record = { state: 'ready' };
      await panel.pass(3000);
      assert.deepEqual([device.state.situation, panel.pictures], [undefined, 1]);
      await panel.pass(500);
      assert.equal(panel.pictures, 2);
    });

    it('a device watched in a window takes screenshots once it is ready, also if screenshots are taken on demand', async () => {
      devices.record = { state: 'stopped' };
      await panel.watch();
      devices.record = { state: 'ready' };
      await panel.pass(3000);
      assert.equal(panel.pictures, 1);
      await panel.pass(60_000);
      assert.equal(panel.pictures, 1);
    });

    it('a device watched in a window takes no screenshots after it is closed', async () => {
      await open(2000);
      await panel.watch();
      device.dispose();
      await panel.pass(10_000);
      assert.equal(panel.pictures, 1);
    });
  });

  describe('device', () => {
    it('a device watched in a window is read and reports the missing capabilities, which are read once', async () => {
      devices.capabilities = { geo: false, shell: true };
      await panel.watch();
      assert.deepEqual(device.state.lacks, ['geo']);
      panel.leave();
      await panel.watch();
      assert.equal(devices.count('getDeviceCapabilities'), 1);
      assert.equal(devices.count('getDevice'), 2);
    });

    it('a device watched in a window is read and assumes that nothing is missing if it reports no capabilities', async () => {
      devices.fail('getDeviceCapabilities', refusal(501));
      await panel.watch();
      assert.deepEqual(device.state.lacks, []);
    });

    it('a device watched in a window is read again for all viewers once its connection is open', async () => {
      panel.close();
      ({ devices, device } = panel = new MemoryPanel());
      await panel.watch();
      assert.equal(panel.session.state.kind, 'open');
      assert.equal(devices.count('getDevice'), 2, 'not while it opens');
      assert.equal(device.state.situation, undefined);
      panel.close();
    });

    it('a device watched in a window is not read at once if its connection cannot be opened', async () => {
      const other = new MemoryPanel(2000);
      other.refusal = new Error('no port');
      await other.watch();
      const openedAfter = async (turns: number): Promise<number> => {
        for (let turn = 0; turn < turns; turn++) await settle();
        return other.opened;
      };
      const opened = await openedAfter(20);
      assert.equal(await openedAfter(20), opened);
      await other.pass(2000);
      assert.ok(other.opened > opened);
      other.close();
    });

    it('a device watched in a window is read with its location again once its connection is reopened or it becomes visible', async () => {
      await panel.watch();
      assert.equal(devices.count('getLocation'), 0, 'nobody asked where it is');
      await device.place.read();
      devices.position = { latitude: 3, longitude: 4 };
      panel.session.use(CONNECTION);
      await settle();
      assert.deepEqual(device.state.place.device, devices.position);
      panel.leave();
      devices.position = { latitude: 5, longitude: 6 };
      panel.session.use(CONNECTION);
      await settle();
      await panel.watch();
      assert.deepEqual(device.state.place.device, devices.position);
    });

    it('a device watched in a window is read again once its connection can be used', async () => {
      await device.refresh();
      panel.session.signOut();
      await settle();
      assert.equal(devices.count('getDevice'), 1, 'nobody looks');
      await panel.watch();
      assert.equal(device.state.situation?.acts[0]?.act, 'signIn');
      assert.deepEqual(device.state.lacks, []);
      panel.session.use(CONNECTION);
      await settle();
      assert.equal(device.state.situation, undefined);
    });
  });
});

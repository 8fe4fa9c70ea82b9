import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { DevicePanelSession } from '../../../src/devicePanel/devicePanelSession.ts';
import { type MemoryDevices, refusal } from '../../support/memoryDevices.ts';
import { settle } from '../../support/memoryEditor.ts';
import { DEVICE, type MemoryPanel, openPanelBeforeEach } from '../../support/memoryPanel.ts';
import { CONNECTION } from '../../support/memorySources.ts';

const HOME = { kind: 'global', button: 'home' } as const;
const TAP = { kind: 'tap', at: { x: 108, y: 240 }, stealth: false } as const;
const TYPED = { kind: 'text', text: 'Ada', stealth: false } as const;
const LOCATE = { kind: 'locate', latitude: 5, longitude: 6 } as const;
const BUTTON = {
  className: 'android.widget.Button',
  text: 'Sign in',
  isClickable: true,
  boundsInScreen: { left: 0, top: 200, right: 1080, bottom: 400 },
};
const NOT_SENT = /^Error: Not sent because the previous gesture failed\.$/;

describe('devicePanel/devicePanelGestures', () => {
  let devices: MemoryDevices;
  let device: DevicePanelSession;

  let panel: MemoryPanel;

  openPanelBeforeEach(opened => ({ devices, device } = panel = opened));

  function logged(): readonly string[] {
    return device.log.lines.map(({ state }) => state);
  }

  describe('gestures', () => {
    it('a device operated in a window performs gestures in the requested order, one at a time, and takes a screenshot after each', async () => {
      const release = devices.hold('tapDevice');
      const all = Promise.all([device.perform(TAP), device.perform(HOME)]);
      await settle();
      assert.deepEqual([logged(), devices.count('pressGlobal')], [['waiting', 'waiting'], 0]);
      mock.timers.tick(500);
      release();
      await all;
      await settle();
      assert.deepEqual(
        devices.callsOf('tapDevice', 'pressGlobal', 'takeScreenshot').map(({ operation }) => operation),
        ['tapDevice', 'takeScreenshot', 'pressGlobal', 'takeScreenshot'],
      );
      assert.deepEqual(devices.callsOf('tapDevice')[0]?.body, { x: 108, y: 240, stealth: false });
      assert.deepEqual(
        device.log.done.map(({ gesture, at }) => [gesture, at]),
        [
          [TAP, 1000],
          [HOME, 1500],
        ],
      );
    });

    it('a device operated in a window performs gestures without the marker of the gesture in its screenshot', async () => {
      await device.perform(TAP);
      await settle();
      assert.deepEqual(devices.callsOf('takeScreenshot').at(-1)?.query, { hideOverlay: true });
    });

    it('a device operated in a window performs gestures but discards those queued behind a failed one, and accepts later ones', async () => {
      const mend = devices.fail('tapDevice', refusal(422, 'The point is outside.'));
      const [outside, behind] = [device.perform(TAP), device.perform(HOME)];
      const [first, second] = await Promise.allSettled([outside, behind]);
      assert.ok(first.status === 'rejected' && second.status === 'rejected');
      assert.match(String(second.reason), NOT_SENT);
      assert.equal(devices.count('pressGlobal'), 0);
      assert.deepEqual(
        device.log.lines.map(({ error }) => error),
        ['Not sent because the previous gesture failed.', 'The point is outside.'],
      );
      mend();
      await device.perform(TAP);
      assert.deepEqual(logged(), ['done', 'failed', 'failed']);
    });

    it('a device operated in a window performs gestures after a failure that affects only the ones requested before it', async () => {
      devices.fail('tapDevice', refusal(500));
      await assert.rejects(device.perform(TAP));
      await assert.rejects(device.perform(TAP));
      await device.perform(HOME);
      assert.deepEqual(logged(), ['done', 'failed', 'failed']);
    });

    it('a device operated in a window performs gestures requested as soon as one has failed, whatever was requested before', async () => {
      devices.fail('tapDevice', refusal(500));
      const again = device.perform(TAP).catch(() => device.perform(HOME));
      await assert.rejects(device.perform(HOME), NOT_SENT);
      await again;
      assert.deepEqual(logged(), ['done', 'failed', 'failed']);
    });

    it('a device operated in a window performs gestures on the shown display, or on another one', async () => {
      await device.choose(1);
      await device.perform(HOME);
      await device.perform(HOME, 2);
      assert.deepEqual(
        devices.callsOf('pressGlobal').map(({ display }) => display),
        [1, 2],
      );
    });

    it('a device operated in a window performs gestures that change its location on the first display only, and reads its location then', async () => {
      await device.choose(1);
      await device.perform(LOCATE);
      await settle();
      assert.deepEqual([devices.callsOf('setLocation')[0]?.display, devices.count('getLocation')], [0, 1]);
      assert.deepEqual(device.state.place.device, { latitude: 1, longitude: 2 });
      await device.perform({ kind: 'resetLocation' });
      await device.perform(HOME);
      await settle();
      assert.deepEqual([devices.callsOf('resetLocation')[0]?.display, devices.count('getLocation')], [0, 2]);
    });

    it('a device operated in a window performs gestures that type, and stores the text only if it is not a password', async () => {
      const field = (isPassword: boolean | undefined): void => {
        devices.elements = { isFocused: true, isEditable: true, isPassword };
      };
      for (const isPassword of [true, false, undefined]) {
        field(isPassword);
        await device.perform(TYPED);
      }
      assert.equal(await device.field(), 'unknown');
      field(true);
      assert.equal(await device.field(), 'password');
      assert.equal(devices.count('typeText'), 3);
      const typed = device.log.done.map(({ gesture }) => gesture.kind === 'text' && gesture.text);
      assert.deepEqual(typed, ['', 'Ada', '']);
    });

    it('a device operated in a window performs gestures that type a passcode, without storing it, but for a recording', async () => {
      devices.elements = { isFocused: true, isEditable: true, isPassword: false };
      const recorded: unknown[] = [];
      device.onDidPerform(({ done }) => recorded.push(done.gesture));
      await device.perform({ kind: 'text', text: '482913', stealth: false, secret: true });
      devices.elements = { isFocused: true, isEditable: true, isPassword: true };
      await device.perform({ kind: 'text', text: '482913', stealth: false, secret: true });
      assert.equal(devices.count('typeText'), 2);
      assert.ok(!JSON.stringify([device.state, device.log.done]).includes('482913'));
      assert.deepEqual(recorded, [
        { kind: 'text', text: '482913', stealth: false, secret: false },
        { kind: 'text', text: '', stealth: false, secret: true },
      ]);
    });

    it('a device operated in a window performs gestures with the mirrored devices, after performing them itself', async () => {
      await device.refresh();
      device.mirror.choose([{ id: 'small', name: 'Small' }]);
      const release = devices.hold('tapDevice');
      const tap = device.perform(TAP);
      devices.bounds = { width: 540, height: 1200 };
      await settle();
      assert.equal(devices.count('tapDevice'), 1);
      release();
      await tap;
      await settle();
      assert.deepEqual(
        devices.callsOf('tapDevice').map(({ deviceId, body }) => [deviceId, body]),
        [
          [DEVICE, { x: 108, y: 240, stealth: false }],
          ['small', { x: 54, y: 120, stealth: false }],
        ],
      );
      assert.equal(device.state.mirrors[0]?.state, 'done');
      devices.failures.set('tapDevice', ({ deviceId }) => (deviceId === DEVICE ? refusal(422) : undefined));
      await assert.rejects(device.perform(TAP));
      await settle();
      assert.equal(devices.callsOf('tapDevice').filter(({ deviceId }) => deviceId === 'small').length, 1);
    });

    it('a device operated in a window performs gestures that require the display size only on the display that is measured', async () => {
      await device.refresh();
      device.mirror.choose([{ id: 'small', name: 'Small' }]);
      await device.perform(TAP, 1);
      await settle();
      assert.match(device.state.mirrors[0]?.error ?? '', /^The screen size of the leading device is unknown/);
    });

    it('a device operated in a window performs gestures again from its log, without recording them again', async () => {
      await device.perform(TAP);
      await device.perform(HOME);
      await device.replay.run(device.log.done, false);
      assert.deepEqual([devices.count('tapDevice'), devices.count('pressGlobal')], [2, 2]);
      assert.equal(device.log.done.length, 2);
      devices.fail('tapDevice', refusal(500, 'Away.'));
      await assert.rejects(
        device.replay.run(device.log.done, false),
        /^Error: Replay stopped at gesture 1 of 2/,
      );
      assert.deepEqual([device.state.replay, logged()], [undefined, ['done', 'done']]);
    });
  });

  describe('touched elements', () => {
    const names = (): readonly (string | undefined)[] => device.log.lines.map(({ element }) => element);
    const record = (): void =>
      panel.recordings.show({
        connection: CONNECTION,
        deviceId: DEVICE,
        uri: 'file:///test.flow.json',
        shown: {
          device: 'Test phone',
          file: 'test.flow.json',
          steps: 0,
          last: undefined,
          hasChoices: false,
          offers: 0,
        },
      });

    beforeEach(() => {
      devices.elements = BUTTON;
    });

    it('a device operated in a window names a touched element but sends a tap at once, as a point, while the elements do not arrive', async () => {
      devices.hold('getUiState');
      device.press();
      await device.perform(TAP);
      assert.deepEqual([devices.count('tapDevice'), logged(), names()], [1, ['done'], [undefined]]);
    });

    it('a device operated in a window names a touched element by the elements that were read for the picture', async () => {
      await device.refresh();
      devices.hold('getUiState');
      await device.perform(TAP);
      assert.deepEqual(names(), ['“Sign in”']);
    });

    it('a device operated in a window names a touched element by the elements that were read after the tap before it', async () => {
      await device.perform(TAP);
      await settle();
      const read = devices.count('getUiState');
      await device.perform(TAP);
      assert.deepEqual([names(), devices.count('getUiState')], [['“Sign in”', undefined], read]);
    });

    it('a device operated in a window names a touched element by the elements that arrived since the button was pressed, even if the picture changes', async () => {
      await device.refresh();
      await device.perform(HOME);
      await settle();
      device.press();
      await settle();
      devices.content = () => 1;
      await device.look();
      await device.perform(TAP);
      assert.equal(names()[0], '“Sign in”');
    });

    it('a device operated in a window names a touched element by the elements that were read when the picture had changed and stayed the same, once for each picture', async () => {
      await panel.watch();
      devices.content = () => 1;
      await device.look();
      await settle();
      const read = devices.count('getUiState');
      for (let count = 0; count < 3; count++) await device.look();
      await settle();
      assert.equal(devices.count('getUiState'), read + 1);
      await device.perform(TAP);
      assert.equal(names()[0], '“Sign in”');
    });

    it('a device operated in a window names a touched element but asks a device that cannot read them once for each picture', async () => {
      devices.fail('getUiState', refusal(422, 'It has no accessibility.'));
      await panel.watch();
      const read = devices.count('getUiState');
      for (let count = 0; count < 3; count++) await device.look();
      await settle();
      assert.equal(devices.count('getUiState'), read + 1);
    });

    it('a device operated in a window names a touched element but not by elements of an earlier picture', async () => {
      await device.refresh();
      devices.content = () => 1;
      await device.look();
      await device.perform(TAP);
      assert.deepEqual(names(), [undefined]);
    });

    it('a device operated in a window names a touched element but not by elements that were requested before the picture changed', async () => {
      await device.refresh();
      await device.perform(HOME);
      await settle();
      const release = devices.hold('getUiState');
      void device.known.read(0);
      devices.content = () => 1;
      await device.look();
      release();
      await settle();
      await device.perform(TAP);
      assert.equal(names()[0], undefined);
    });

    it('a device operated in a window names a touched element but not by elements from before another gesture', async () => {
      await device.refresh();
      const release = devices.hold('pressGlobal');
      const all = Promise.all([device.perform(HOME), device.perform(TAP)]);
      await settle();
      device.press();
      await settle();
      release();
      await all;
      assert.deepEqual([devices.count('getUiState') > 1, names()], [true, [undefined, undefined]]);
    });

    it('a device operated in a window names a touched element but not by elements of another display, or of a panel that was hidden', async () => {
      await device.refresh();
      await device.perform(TAP, 1);
      await panel.watch();
      await settle();
      panel.leave();
      await device.perform(TAP);
      assert.deepEqual(names(), [undefined, undefined]);
    });

    it('a device operated in a window names a touched element but not by elements of a press that was canceled', async () => {
      await device.refresh();
      await device.perform(HOME);
      await settle();
      device.press();
      await settle();
      device.known.cancelPress();
      await device.perform(TAP);
      assert.equal(names()[0], undefined);
    });

    it('a device operated in a window names a touched element in a recording, which waits for the elements requested when the button was pressed', async () => {
      record();
      const release = devices.hold('getUiState');
      device.press();
      await settle();
      const tap = device.perform(TAP);
      await settle();
      assert.deepEqual([devices.count('getUiState'), devices.count('tapDevice')], [1, 0]);
      release();
      await tap;
      assert.deepEqual(names(), ['“Sign in”']);
    });

    it('a device operated in a window names a touched element in a recording also without a press, as from the keyboard', async () => {
      record();
      const performed: unknown[] = [];
      device.onDidPerform(({ done, before }) => performed.push(done.element?.name, before?.a11y_tree?.text));
      await device.perform(TAP);
      assert.deepEqual(performed, ['“Sign in”', 'Sign in']);
    });

    it('a device operated in a window names a touched element without requests to a device that does not report its elements', async () => {
      devices.capabilities = { accessibility: false, geo: true };
      await panel.watch();
      const read = devices.count('getUiState');
      device.press();
      await device.perform(TAP);
      await settle();
      assert.deepEqual([devices.count('getUiState'), device.state.lacks], [read, ['accessibility']]);
    });
  });
});

import assert from 'node:assert/strict';
import type { UiNode, UiState } from '../../../../src/contract/records/uiState.ts';
import { demoDeviceId } from '../../../../src/sandbox/demo/devices.ts';
import { AdbPhone } from '../../../../src/sandbox/drivers/adb/adbPhone.ts';
import {
  type PhoneDriver,
  PhoneFailure,
  type PhoneFailureKind,
} from '../../../../src/sandbox/runtime/phoneDriver.ts';
import { SimulatedPhone } from '../../../../src/sandbox/drivers/simulated/simulatedPhone.ts';
import { simulatedHost } from '../../../../src/sandbox/features/devices/simulated/simulatedHost.ts';
import type { Point } from '../../../../src/sandbox/phone/geometry.ts';
import { pngSize } from '../../../../src/util/pngSize.ts';
import { AdbTestServer } from '../../../support/fakePhone/adbServer.ts';
import { FakePhone, type FakePhoneSettings } from '../../../support/fakePhone/fakePhone.ts';
import { testSandbox } from '../../../support/sandbox.ts';
import { openServicePhone } from '../../../support/servicePhone.ts';

/** A driver with a new phone on its home screen, and the end of both. */
interface Opened {
  readonly driver: PhoneDriver;
  readonly end: () => Promise<void>;
}

const limits = { signal: new AbortController().signal };

async function openSimulated(): Promise<Opened> {
  const sandbox = await testSandbox({ timeScale: 0 });
  const driver = new SimulatedPhone(simulatedHost(sandbox.service, demoDeviceId('phone')));
  return { driver, end: () => sandbox.stop() };
}

async function openAdb(settings: FakePhoneSettings): Promise<Opened> {
  const server = await AdbTestServer.start();
  const phone = new FakePhone(settings);
  for (const folder of ['DCIM', 'Download'])
    phone.files.set(`/sdcard/${folder}/.nomedia`, { bytes: new Uint8Array(), modifiedAt: 1 });
  server.connect(phone);
  const driver = await AdbPhone.open(server.address, phone.serial, limits);
  return {
    driver,
    end: async () => {
      await driver.close();
      await server.stop();
    },
  };
}

const DRIVERS: readonly [name: string, open: () => Promise<Opened>][] = [
  ['the simulated phone', openSimulated],
  ['Android 9 with CRLF', () => openAdb({ apiLevel: 28, lineEnd: '\r\n', hasLocaleCommand: false })],
  ['Android 11', () => openAdb({ apiLevel: 30, hasClipboard: false, hasLocaleCommand: false })],
  ['Android 16', () => openAdb({ apiLevel: 36 })],
  ['a phone of a service', openServicePhone],
];

function elementsIn(node: UiNode | null | undefined): readonly UiNode[] {
  return node ? [node, ...(node.children ?? []).flatMap(elementsIn)] : [];
}

function elementsOf(state: UiState): readonly UiNode[] {
  return elementsIn(state.a11y_tree);
}

function centerOf({ boundsInScreen }: UiNode): Point {
  assert.ok(boundsInScreen);
  const { left, top, right, bottom } = boundsInScreen;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

function isFailure(kind: PhoneFailureKind, message = /./): (error: unknown) => boolean {
  return error => {
    assert.ok(error instanceof PhoneFailure, String(error));
    assert.equal(error.kind, kind, error.message);
    assert.match(error.message, message);
    assert.match(error.message, /^[A-ZT/].*\.$/s);
    return true;
  };
}

for (const [name, open] of DRIVERS) {
  describe(`sandbox/drivers/conformance: ${name}`, () => {
    let driver: PhoneDriver;
    let end: () => Promise<void>;

    beforeEach(async () => {
      ({ driver, end } = await open());
    });

    afterEach(() => end());

    const read = (): Promise<UiState> => driver.tree(0, limits);

    async function find(wanted: Partial<UiNode>): Promise<UiNode> {
      const entries = Object.entries(wanted);
      const elements = elementsOf(await read());
      const found = elements.find(node => entries.every(([key, value]) => node[key] === value));
      assert.ok(found, `no element ${JSON.stringify(wanted)}`);
      return found;
    }

    async function tap(wanted: Partial<UiNode>): Promise<void> {
      await driver.tap(0, centerOf(await find(wanted)), limits);
    }

    const nameField = { resourceId: 'org.sandbox.form:id/form.name' };

    async function openForm(): Promise<void> {
      await driver.apps.start('org.sandbox.form', limits);
      await tap(nameField);
    }

    async function requires(
      capability: keyof PhoneDriver['capabilities'],
      call: Promise<unknown>,
    ): Promise<void> {
      if (driver.capabilities[capability]) await call;
      else await assert.rejects(call, isFailure('unsupported'));
    }

    it('the facts name the model, the display, and the app in front', async () => {
      const facts = await driver.facts(limits);
      assert.notEqual(facts.model, '');
      assert.notEqual(facts.systemVersion, '');
      assert.deepEqual(facts.displays, [{ id: 0, width: 1080, height: 2400, density: 2.625 }]);
      assert.equal(facts.currentApp, 'org.sandbox.launcher');
      assert.deepEqual([facts.isScreenOn, facts.isLocked], [true, false]);
    });

    it('the facts say that the screen is off', async () => {
      await driver.pressKey(223, limits);
      assert.equal((await driver.facts(limits)).isScreenOn, false);
    });

    it('the picture has the size of the display', async () => {
      assert.deepEqual(pngSize(await driver.picture(0, limits)), { width: 1080, height: 2400 });
    });

    it('another display is unsupported', async () => {
      await assert.rejects(driver.picture(7, limits), isFailure('unsupported'));
      await assert.rejects(driver.tree(7, limits), isFailure('unsupported'));
      await assert.rejects(driver.tap(7, { x: 1, y: 1 }, limits), isFailure('unsupported'));
      await assert.rejects(driver.swipe(7, [{ x: 1, y: 1, ms: 0 }], limits), isFailure('unsupported'));
    });

    it('the tree describes the elements and the screen', async () => {
      await openForm();
      const state = await read();
      const field = elementsOf(state).find(({ resourceId }) => resourceId === nameField.resourceId);
      assert.equal(field?.className, 'android.widget.EditText');
      assert.equal(field.packageName, 'org.sandbox.form');
      assert.deepEqual(
        [field.isEditable, field.isFocused, field.isEnabled, field.isPassword, field.isVisibleToUser],
        [true, true, true, false, true],
      );
      assert.deepEqual(state.device_context?.screen_bounds, { width: 1080, height: 2400 });
      assert.equal(state.device_context.display_metrics?.densityDpi, 420);
      assert.equal(state.phone_state?.packageName, 'org.sandbox.form');
      assert.equal(state.phone_state.activityName, 'org.sandbox.form.MainActivity');
      assert.deepEqual([state.phone_state.isEditable, state.phone_state.keyboardVisible], [true, true]);
      assert.equal(state.phone_state.focusedElement?.resourceId, nameField.resourceId);
      for (const { childCount, children } of elementsOf(state)) assert.equal(childCount, children?.length);
    });

    it('a tap opens an app', async () => {
      await tap({ text: 'Settings' });
      assert.equal((await driver.facts(limits)).currentApp, 'org.sandbox.settings');
    });

    it('a typed text arrives letter for letter', async () => {
      const text = `100%s %% 'one' "two" \`id\` $HOME $(id) ; rm -rf / && x | y > z \\ \\n # ~ * ? [a] {b} ! %`;
      await openForm();
      await driver.typeText(text, limits);
      assert.equal((await find(nameField)).text, text);
    });

    it('a long text arrives letter for letter', async () => {
      const text = 'a b%s'.repeat(60) + 'long '.repeat(900);
      await openForm();
      await driver.typeText(text, limits);
      assert.equal((await find(nameField)).text, text);
    });

    it('a text with a tab goes to the next field', async () => {
      await openForm();
      await driver.typeText('Ada\tada@example.com', limits);
      assert.equal((await find(nameField)).text, 'Ada');
      assert.equal((await find({ resourceId: 'org.sandbox.form:id/form.email' })).text, 'ada@example.com');
    });

    it('a text that is not ASCII is typed or pasted where the phone can, and named otherwise', async () => {
      const text = 'Zoë 你好 😀';
      await openForm();
      if (driver.capabilities.clipboard) {
        await driver.typeText(text, limits);
        assert.equal((await find(nameField)).text, text);
      } else
        await assert.rejects(
          driver.typeText(text, limits),
          isFailure('unsupported', /“ë”, “你”, “好”, “😀”/),
        );
    });

    it('the focused field is emptied', async () => {
      await openForm();
      await driver.typeText('Ada Lovelace', limits);
      await driver.clearText(limits);
      assert.equal((await find(nameField)).text, '');
    });

    it('no field is emptied without the focus', async () => {
      await assert.rejects(driver.clearText(limits), isFailure('refused', /no field has the focus/i));
    });

    it('a typed password is in no tree', async () => {
      await openForm();
      const password = { resourceId: 'org.sandbox.form:id/form.password' };
      await tap(password);
      await driver.typeText('hunter2hunter2', limits);
      const field = await find(password);
      assert.deepEqual([field.isPassword, field.text], [true, '']);
      await driver.clearText(limits);
    });

    it('a key deletes a character', async () => {
      await openForm();
      await driver.typeText('Ada', limits);
      await driver.pressKey(67, limits);
      assert.equal((await find(nameField)).text, 'Ad');
    });

    it('the buttons lead home and back', async () => {
      await driver.apps.start('org.sandbox.maps', limits);
      await driver.pressButton('home', limits);
      assert.equal((await driver.facts(limits)).currentApp, 'org.sandbox.launcher');
      await driver.pressButton('recents', limits);
      assert.equal((await driver.facts(limits)).currentApp, 'org.sandbox.systemui');
      await driver.pressButton('back', limits);
      assert.equal((await driver.facts(limits)).currentApp, 'org.sandbox.launcher');
    });

    it('a swipe scrolls a list', async () => {
      await driver.apps.start('org.sandbox.settings', limits);
      const before = elementsOf(await read()).map(({ text }) => text);
      const path = [
        { x: 540, y: 1800, ms: 0 },
        { x: 540, y: 700, ms: 300 },
      ];
      await driver.swipe(0, path, limits);
      assert.notDeepEqual(
        elementsOf(await read()).map(({ text }) => text),
        before,
      );
    });

    it('a curved swipe ends where its path does', async () => {
      await driver.apps.start('org.sandbox.settings', limits);
      const before = elementsOf(await read()).map(({ text }) => text);
      const path = Array.from({ length: 30 }, (_, step) => ({
        x: 540 + Math.round(150 * Math.sin((step / 29) * Math.PI)),
        y: 1800 - step * 38,
        ms: step * 15,
      }));
      await driver.swipe(0, path, limits);
      assert.notDeepEqual(
        elementsOf(await read()).map(({ text }) => text),
        before,
      );
    });

    it('a finger that stays pastes the clipboard into a field', async () => {
      if (!driver.capabilities.clipboard) return;
      await driver.clipboard.write('pasted', limits);
      await driver.apps.start('org.sandbox.form', limits);
      const at = centerOf(await find(nameField));
      await driver.swipe(
        0,
        [
          { ...at, ms: 0 },
          { ...at, ms: 800 },
        ],
        limits,
      );
      assert.equal((await find(nameField)).text, 'pasted');
    });

    it('apps are listed, installed, started, stopped, and removed', async () => {
      const packageName = 'com.example.shop';
      const icon = { packageName, label: 'Shop', versionName: '2.1', versionCode: 21 };
      await driver.apps.install(
        { ...icon, read: async () => Promise.resolve(Buffer.from(JSON.stringify(icon))) },
        limits,
      );
      const listed = (await driver.apps.list(limits)).find(app => app.packageName === packageName);
      assert.deepEqual([listed?.versionCode, listed?.isSystemApp], [21, false]);
      const settings = (await driver.apps.list(limits)).find(
        app => app.packageName === 'org.sandbox.settings',
      );
      assert.equal(settings?.isSystemApp, true);
      await driver.apps.start(packageName, limits);
      assert.equal((await driver.facts(limits)).currentApp, packageName);
      await driver.apps.stop(packageName, limits);
      assert.equal((await driver.facts(limits)).currentApp, 'org.sandbox.launcher');
      await driver.apps.permit(packageName, 'POST_NOTIFICATIONS', true, limits);
      await driver.apps.remove(packageName, limits);
      assert.equal(
        (await driver.apps.list(limits)).some(app => app.packageName === packageName),
        false,
      );
    });

    it('an app that is not installed is named', async () => {
      const missing = isFailure('refused', /com\.example\.missing is not installed/);
      await assert.rejects(driver.apps.start('com.example.missing', limits), missing);
      await assert.rejects(driver.apps.stop('com.example.missing', limits), missing);
      await assert.rejects(driver.apps.remove('com.example.missing', limits), missing);
      await assert.rejects(driver.apps.clear('com.example.missing', limits), missing);
    });

    it('an app of the phone stays installed', async () => {
      await assert.rejects(driver.apps.remove('org.sandbox.maps', limits), isFailure('refused'));
    });

    it('clearing an app deletes what was typed', async () => {
      await openForm();
      await driver.typeText('Ada', limits);
      await driver.apps.clear('org.sandbox.form', limits);
      await driver.apps.start('org.sandbox.form', limits);
      assert.equal((await find(nameField)).text, '');
    });

    it('an address opens the app of its scheme', async () => {
      await driver.apps.open(`maps:?q=it's "here" & $(there)`, limits);
      assert.equal((await driver.facts(limits)).currentApp, 'org.sandbox.maps');
    });

    it('the clipboard is read as it was written', async () => {
      const text = 'two  words, \'quotes\' "and" 你好 😀\nsecond line';
      await requires('clipboard', driver.clipboard.write(text, limits));
      await requires(
        'clipboard',
        driver.clipboard.read(limits).then(found => assert.equal(found, text)),
      );
    });

    it('the language is read as it was written', async () => {
      await requires('language', driver.language.write({ tag: 'pt-br' }, limits));
      if (driver.capabilities.language) assert.equal(await driver.language.read(limits), 'pt-BR');
      else assert.equal(await driver.language.read(limits), 'en-US');
    });

    it('the time zone is read as it was written, and one that does not exist is refused', async () => {
      await driver.timeZone.write('Asia/Tokyo', limits);
      assert.equal(await driver.timeZone.read(limits), 'Asia/Tokyo');
      await assert.rejects(
        driver.timeZone.write('Moon/Base', limits),
        isFailure('refused', /no such time zone/),
      );
    });

    it('the position is read as it was written, and restored', async () => {
      const real = await driver.position.read(limits);
      const place = { latitude: -33.8568, longitude: 151.2153 };
      await requires('geo', driver.position.write(place, limits));
      if (!driver.capabilities.geo) return;
      const { latitude, longitude } = await driver.position.read(limits);
      assert.deepEqual({ latitude, longitude }, place);
      await driver.position.write(null, limits);
      assert.deepEqual(await driver.position.read(limits), real);
    });

    it('files are written, listed, read, and removed', async () => {
      const path = '/sdcard/Download/it\'s "a" file; $(x) ü.bin';
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
      await driver.files.write(path, bytes, limits);
      const listed = await driver.files.list('/sdcard/Download', limits);
      const file = listed.find(({ name: found }) => path.endsWith(found));
      assert.deepEqual([file?.type, file?.size], ['file', bytes.length]);
      assert.deepEqual(Buffer.from(await driver.files.read(path, limits)), bytes);
      assert.ok((await driver.files.list('/sdcard', limits)).some(({ type }) => type === 'directory'));
      await driver.files.remove(path, limits);
      await assert.rejects(driver.files.read(path, limits), isFailure('refused', /There is no file/));
    });

    it('a path that leads elsewhere is refused', async () => {
      for (const path of ['sdcard/x', '/sdcard/../system', '/sdcard/a\0b', ''])
        await assert.rejects(driver.files.read(path, limits), isFailure('refused', /not an absolute path/));
    });

    it('a restart closes the apps', async () => {
      await driver.apps.start('org.sandbox.maps', limits);
      await driver.reboot(limits);
      assert.equal((await driver.facts(limits)).currentApp, 'org.sandbox.launcher');
    });

    it('an aborted call rejects with the reason of its signal', async () => {
      const reason = new Error('stopped by the user');
      const aborted = { signal: AbortSignal.abort(reason) };
      await assert.rejects(driver.tree(0, aborted), reason);
      await assert.rejects(driver.typeText('Ada', aborted), reason);
      await assert.rejects(driver.files.read('/sdcard/x', aborted), reason);
    });
  });
}

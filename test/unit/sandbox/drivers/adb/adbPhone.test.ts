import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { AdbConnection } from '../../../../../src/sandbox/drivers/adb/adbConnection.ts';
import { AdbPhone } from '../../../../../src/sandbox/drivers/adb/adbPhone.ts';
import { PhoneFailure, type PhoneFailureKind } from '../../../../../src/sandbox/runtime/phoneDriver.ts';
import { openApp } from '../../../../../src/sandbox/phone/applyEffect.ts';
import { focusField } from '../../../../../src/sandbox/phone/typing.ts';
import { pngSize } from '../../../../../src/util/pngSize.ts';
import { AdbTestServer } from '../../../../support/fakePhone/adbServer.ts';
import { FakePhone, type FakePhoneSettings } from '../../../../support/fakePhone/fakePhone.ts';
import { until } from '../../../../support/until.ts';

const limits = { signal: new AbortController().signal };
const NO_IDLE = 'could not get idle state.';
const NO_ROOT = 'null root node returned by UiTestAutomationBridge.';

const failure =
  (kind: PhoneFailureKind, message: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof PhoneFailure, String(error));
    assert.equal(error.kind, kind, error.message);
    assert.match(error.message, message);
    return true;
  };

describe('sandbox/drivers/adb/adbPhone', () => {
  let server: AdbTestServer;
  let phone: FakePhone;
  let driver: AdbPhone | undefined;

  beforeEach(async () => {
    server = await AdbTestServer.start();
  });

  afterEach(async () => {
    await driver?.close();
    driver = undefined;
    await server.stop();
  });

  async function open(settings: FakePhoneSettings = {}): Promise<AdbPhone> {
    phone = new FakePhone(settings);
    server.connect(phone);
    driver = await AdbPhone.open(server.address, phone.serial, limits);
    return driver;
  }

  const countDumps = (): number => phone.commands.filter(([program]) => program === 'uiautomator').length;

  it('a phone that does not trust this computer is unauthorized', async () => {
    phone = new FakePhone({ serial: 'R58M123' });
    server.connect(phone, 'unauthorized');
    const opened = AdbPhone.open(server.address, 'R58M123', limits);
    await assert.rejects(
      opened,
      failure('unauthorized', /^The phone R58M123 does not trust this computer yet/),
    );
  });

  it('a server that did not answer within the time limit is connected to again', async () => {
    await open();
    const waiting: (() => void)[] = [];
    const gate = createServer(socket => {
      const pass = (): void => {
        const other = connect(server.address);
        other.on('error', () => socket.destroy());
        socket.on('error', () => other.destroy());
        socket.pipe(other).pipe(socket);
      };
      if (isOpen) pass();
      else waiting.push(pass);
    });
    let isOpen = false;
    gate.listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const { port } = gate.address() as AddressInfo;
    const connection = new AdbConnection({ host: '127.0.0.1', port }, phone.serial);
    try {
      const late = connection.run({ ...limits, timeoutMs: 100 }, ['getprop']);
      await assert.rejects(late, failure('timeout', /did not finish “getprop” within 0\.1 seconds/));
      isOpen = true;
      assert.equal((await connection.run(limits, ['getprop'])).exitCode, 0);
    } finally {
      await connection.close();
      for (const pass of waiting) pass();
      gate.close();
    }
  });

  it('a phone that does not answer while it restarts is asked again', async () => {
    const phoneDriver = await open();
    const before = phone.bootId;
    phone.beforeCommand = ([program]) => {
      if (program !== 'cat' || phone.bootId === before) return undefined;
      phone.beforeCommand = () => undefined;
      return Promise.withResolvers<never>().promise;
    };
    await phoneDriver.reboot(limits);
    assert.notEqual(phone.bootId, before);
  });

  it('a phone that is not there, and a server that is not there, are disconnected', async () => {
    const missing = AdbPhone.open(server.address, 'gone', limits);
    await assert.rejects(missing, failure('disconnected', /^The phone gone is not connected\.$/));
    const other = await AdbTestServer.start();
    const { address } = other;
    await other.stop();
    const message = new RegExp(
      `^No adb server answers at 127\\.0\\.0\\.1:${address.port}\\. Run “adb start-server”`,
    );
    await assert.rejects(AdbPhone.open(address, 'any', limits), failure('disconnected', message));
  });

  for (const isAbrupt of [false, true]) {
    it(`a phone that goes ${isAbrupt ? 'abruptly ' : ''}during a command is disconnected, and can be used when it is back`, async () => {
      const opened = await open();
      phone.beforeCommand = async ([program]) => {
        if (program !== 'screencap') return;
        phone.beforeCommand = () => undefined;
        server.disconnect(phone, isAbrupt);
        await Promise.withResolvers<never>().promise;
      };
      const message = /^The phone emulator-5554 was disconnected during “screencap -p”\.$/;
      await assert.rejects(opened.picture(0, limits), failure('disconnected', message));
      await assert.rejects(opened.facts(limits), failure('disconnected', /is not connected/));
      server.connect(phone);
      assert.equal((await opened.facts(limits)).model, 'Pixel 7');
    });
  }

  it('a call that takes too long ends with a timeout, and its command on the phone, too', async () => {
    const opened = await open();
    phone.beforeCommand = () => Promise.withResolvers<never>().promise;
    const slow = opened.picture(0, { ...limits, timeoutMs: 100 });
    await assert.rejects(slow, failure('timeout', /did not finish “screencap -p” within 0\.1 seconds/));
    await until('the end of the command', () => phone.running, 0);
  });

  it('an aborted call rejects with the reason of its signal, and ends its command on the phone', async () => {
    const opened = await open();
    phone.beforeCommand = () => Promise.withResolvers<never>().promise;
    const abort = new AbortController();
    const picture = opened.picture(0, { signal: abort.signal });
    await until('the command', () => phone.running, 1);
    const reason = new Error('stopped by the user');
    abort.abort(reason);
    await assert.rejects(picture, reason);
    await until('the end of the command', () => phone.running, 0);
  });

  it('calls that run when the connection is closed are disconnected', async () => {
    const opened = await open();
    phone.beforeCommand = () => Promise.withResolvers<never>().promise;
    const picture = opened.picture(0, limits);
    await until('the command', () => phone.running, 1);
    const rejected = assert.rejects(picture, failure('disconnected', /was closed/));
    await opened.close();
    await rejected;
  });

  it('a phone whose connection was closed is not connected to again', async () => {
    const opened = await open();
    await opened.close();
    server.disconnect(phone);
    await assert.rejects(opened.facts(limits), failure('disconnected', /was closed/));
    await assert.rejects(opened.tap(0, { x: 1, y: 1 }, limits), failure('disconnected', /was closed/));
  });

  it('a screen that is protected has no picture', async () => {
    const opened = await open();
    phone.isSecure = true;
    await assert.rejects(opened.picture(0, limits), failure('refused', /gives no picture of this screen/));
  });

  it('a warning before a picture is left out', async () => {
    const opened = await open();
    phone.pictureWarning = '[Warning] Multiple displays were found, but no display id was specified!\n';
    assert.deepEqual(pngSize(await opened.picture(0, limits)), { width: 1080, height: 2400 });
  });

  it('a phone that is turned has a wide display', async () => {
    const opened = await open({ lineEnd: '\r\n' });
    phone.rotate();
    const [display] = (await opened.facts(limits)).displays;
    assert.deepEqual(display, { id: 0, width: 2400, height: 1080, density: 2.625 });
    assert.deepEqual(pngSize(await opened.picture(0, limits)), { width: 2400, height: 1080 });
    const { device_context: context } = await opened.tree(0, limits);
    assert.deepEqual(context?.screen_bounds, { width: 2400, height: 1080 });
  });

  it('a phone that is locked or dark starts no app', async () => {
    const opened = await open();
    phone.isLocked = true;
    assert.equal((await opened.facts(limits)).isLocked, true);
    await assert.rejects(
      opened.apps.start('org.sandbox.maps', limits),
      failure('locked', /is locked\. Turn it on/),
    );
    await assert.rejects(opened.apps.open('maps:', limits), failure('locked', /is locked/));
    phone.isLocked = false;
    await opened.pressKey(26, limits);
    await assert.rejects(
      opened.apps.start('org.sandbox.maps', limits),
      failure('locked', /has its screen off/),
    );
  });

  it('elements are read again where the first attempts fail', async () => {
    const opened = await open();
    phone.dumpProblems.push(NO_ROOT, NO_IDLE);
    assert.ok((await opened.tree(0, limits)).a11y_tree?.children?.length);
    assert.equal(countDumps(), 3);
    assert.deepEqual(
      [...phone.files.keys()].filter(path => path.endsWith('.xml')),
      [],
    );
  });

  it('a screen that does not come to rest and one without elements have no tree', async () => {
    const opened = await open({ apiLevel: 28 });
    phone.dumpProblems.push(NO_IDLE, NO_IDLE, NO_IDLE);
    await assert.rejects(opened.tree(0, limits), failure('timeout', /does not come to rest/));
    phone.dumpProblems.push(NO_ROOT, NO_ROOT, NO_ROOT);
    await assert.rejects(
      opened.tree(0, limits),
      failure('refused', /“uiautomator dump”: ERROR: null root node/),
    );
    assert.ok((await opened.tree(0, limits)).a11y_tree);
  });

  it('elements are read once for simultaneous calls, and again after an action', async () => {
    const opened = await open();
    await Promise.all([opened.tree(0, limits), opened.tree(0, limits)]);
    assert.equal(countDumps(), 1);
    await opened.tap(0, { x: 1, y: 1 }, limits);
    await opened.tree(0, limits);
    assert.equal(countDumps(), 2);
  });

  it('a call that is aborted ends no other call that waits for the same elements', async () => {
    const opened = await open();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    phone.beforeCommand = ([program]) => (program === 'uiautomator' ? promise : undefined);
    const abort = new AbortController();
    const first = opened.tree(0, { signal: abort.signal });
    const second = opened.tree(0, limits);
    const third = opened.tree(0, { signal: abort.signal });
    await until('the command', countDumps, 1);
    abort.abort(new Error('stopped by the user'));
    await assert.rejects(first, /stopped by the user/);
    await assert.rejects(third, /stopped by the user/);
    resolve(undefined);
    assert.ok((await second).a11y_tree);
  });

  it('a curved path arrives point by point where the version has events', async () => {
    const opened = await open({ apiLevel: 30 });
    const path = [0, 1, 2, 3].map(step => ({
      x: 500 + 100 * (step % 2),
      y: 1500 - step * 200,
      ms: step * 100,
    }));
    await opened.swipe(0, path, limits);
    const points = phone.phone.state.trail?.points.map(({ x, y }) => [x, y]);
    assert.deepEqual(points, [
      [500, 1500],
      [600, 1300],
      [500, 1100],
      [600, 900],
      [600, 900],
    ]);
  });

  it('a phone with two displays lists both, and its commands name the one that they are for', async () => {
    const opened = await open({ secondDisplay: 'hardware' });
    const { displays, currentApp } = await opened.facts(limits);
    assert.deepEqual(displays, phone.phone.state.displays);
    assert.equal(currentApp, 'org.sandbox.launcher');
    await opened.tap(1, { x: 5.4, y: 6 }, limits);
    await opened.tap(0, { x: 5, y: 6 }, limits);
    await opened.picture(1, limits);
    await opened.picture(0, limits);
    const acts = phone.commands.filter(([program]) => ['input', 'screencap'].includes(program ?? ''));
    assert.deepEqual(acts, [
      ['input', '-d', '1', 'tap', '5', '6'],
      ['input', 'tap', '5', '6'],
      ['screencap', '-p', '-d', '4630946736638489730'],
      ['screencap', '-p'],
    ]);
  });

  it('the app in front is the one of the main display', async () => {
    const opened = await open({ secondDisplay: 'hardware' });
    await opened.apps.start('org.sandbox.maps', limits);
    assert.equal((await opened.facts(limits)).currentApp, 'org.sandbox.maps');
    assert.equal((await opened.tree(0, limits)).phone_state?.packageName, 'org.sandbox.maps');
    assert.equal((await opened.tree(1, limits)).phone_state?.packageName, 'org.sandbox.launcher');
  });

  it('a display that does not exist is refused with those that do, also one that is gone', async () => {
    const opened = await open({ secondDisplay: 'hardware' });
    const gone = /^The phone emulator-5554 has no display 7, but the displays 0 and 1\.$/;
    await assert.rejects(opened.tap(7, { x: 1, y: 1 }, limits), failure('unsupported', gone));
    assert.equal((await opened.display(1, limits)).width, 1920);
    const { state } = phone.phone;
    phone.phone.state = { ...state, displays: state.displays.slice(0, 1) };
    const closed = /has no display 1, but the display 0\.$/;
    await assert.rejects(opened.display(1, limits), failure('unsupported', closed));
    await assert.rejects(opened.picture(1, limits), failure('unsupported', closed));
    await assert.rejects(opened.tree(1, limits), failure('unsupported', closed));
    assert.equal(countDumps(), 0);
  });

  it('Android 9 has only its main display, and Android 10 no elements of another', async () => {
    const oldest = await open({ apiLevel: 28, secondDisplay: 'hardware' });
    assert.equal((await oldest.facts(limits)).displays.length, 1);
    const none = /has no display 1, but the display 0\.$/;
    await assert.rejects(oldest.tap(1, { x: 1, y: 1 }, limits), failure('unsupported', none));
    await oldest.close();
    server.disconnect(phone);
    const old = await open({ apiLevel: 29, secondDisplay: 'hardware' });
    assert.deepEqual(pngSize(await old.picture(1, limits)), { width: 1920, height: 1080 });
    await old.tap(1, { x: 1008, y: 1000 }, limits);
    assert.equal(phone.phone.state.trail?.displayId, 1);
    const elements = /describes the elements of its main display only\.$/;
    await assert.rejects(old.tree(1, limits), failure('unsupported', elements));
    assert.ok((await old.tree(0, limits)).a11y_tree);
  });

  it('a virtual display of a version that does not tell its surface has elements, but no picture', async () => {
    const opened = await open({ apiLevel: 33, secondDisplay: 'virtual' });
    const none = /^The phone emulator-5554 takes no pictures of its virtual display 1\.$/;
    await assert.rejects(opened.picture(1, limits), failure('unsupported', none));
    assert.ok((await opened.tree(1, limits)).a11y_tree?.children?.length);
  });

  it('a phone with two displays does not know that a password has no focus', async () => {
    const opened = await open({ secondDisplay: 'hardware' });
    await opened.tree(0, limits);
    assert.equal(opened.hasPasswordFocus(), undefined);
    phone.phone.state = focusField(openApp(phone.phone.state, 'form'), 'form.password');
    await opened.tree(0, { ...limits, isFresh: true });
    assert.equal(opened.hasPasswordFocus(), true);
  });

  it('a file that is no app is not installed, and removed', async () => {
    const opened = await open();
    const app = { packageName: 'com.a.b', label: '', versionName: '', versionCode: 1 };
    const install = opened.apps.install(
      { ...app, read: () => Promise.resolve(Buffer.from('no app')) },
      limits,
    );
    await assert.rejects(install, failure('refused', /“pm install”: Failure \[INSTALL_PARSE_FAILED_NOT_APK/));
    assert.equal(phone.files.size, 0);
  });

  it('a folder that cannot be changed is named', async () => {
    const opened = await open();
    const written = opened.files.write('/system/app', Buffer.from('x'), limits);
    await assert.rejects(written, failure('refused', /^The file \/system\/app could not be written/));
  });

  it('names that are not those of apps and permissions never reach the phone', async () => {
    const opened = await open();
    const before = phone.commands.length;
    for (const name of ['', '-r', '--user', 'com.a.b;id', 'com.a.b c', '$(id)', 'a', 'com..a', 'com.a\n'])
      await assert.rejects(opened.apps.remove(name, limits), failure('refused', /not the package name/));
    const permit = opened.apps.permit('org.sandbox.maps', '--all', true, limits);
    await assert.rejects(permit, failure('refused', /not the name of a permission/));
    await assert.rejects(
      opened.language.write({ tag: '--x' }, limits),
      failure('refused', /not the tag of a language/),
    );
    assert.equal(phone.commands.length, before);
  });

  it('a phone that ignores a new time zone refused it', async () => {
    const opened = await open();
    phone.ignores = 'alarm set-timezone';
    await assert.rejects(opened.timeZone.write('Asia/Tokyo', limits), failure('refused', /“cmd alarm”/));
  });

  it('what a phone says is quoted on one short line', async () => {
    const opened = await open();
    phone.beforeCommand = ([program]) => {
      if (program === 'input')
        throw new PhoneFailure('refused', `bad \u202e[x](command:y)\n${'z'.repeat(5000)}`);
    };
    await assert.rejects(opened.tap(0, { x: 1, y: 1 }, limits), (error: unknown) => {
      assert.ok(error instanceof PhoneFailure);
      assert.ok(error.message.length < 300);
      assert.ok(!/[\u202e\n]|\]\(command:/.test(error.message));
      return true;
    });
  });
});

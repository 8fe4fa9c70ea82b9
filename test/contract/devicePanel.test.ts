import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { DevicePanelSession } from '../../src/devicePanel/devicePanelSession.ts';
import { Recordings } from '../../src/appState/recordings.ts';
import { StepOutlines } from '../../src/appState/stepOutlines.ts';
import { SavedPlaces } from '../../src/appState/savedPlaces.ts';
import { panelState } from '../../src/protocol/devicePanel.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { SANDBOX } from '../../src/stores/connection.ts';
import { DeviceStore } from '../../src/stores/deviceStore.ts';
import { Session } from '../../src/stores/session.ts';
import { readGestures, findCenter } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { createMemento } from '../support/memoryStorage.ts';
import { until } from '../support/until.ts';
import { withoutTimeLimits } from '../support/withoutTimeLimits.ts';

const MINUTE_MS = 60_000;
const PASSWORD = 'canary-2f6b8c';

describe('devicePanel', () => {
  withoutTimeLimits();
  let sandbox: TestSandbox;
  let session: Session;
  let device: DevicePanelSession;

  function open(key: string): DevicePanelSession {
    const devices = new DeviceStore(session, { ids: () => [] }, { idsIn: () => Promise.resolve([]) });
    const outlines = new StepOutlines();
    const places = new SavedPlaces(createMemento(new Map()));
    const services = { places, outlines, recordings: new Recordings() };
    return new DevicePanelSession({ session, devices }, demoDeviceId(key), services, 0);
  }

  beforeEach(async () => {
    sandbox = await testSandbox();
    session = new Session(() => Promise.resolve(sandbox.client));
    session.use(SANDBOX);
    device = open('phone');
  });

  afterEach(async () => {
    device.dispose();
    session.dispose();
    await sandbox.stop();
  });

  it('a device in its panel is shown with its screenshot, in the pixels that gestures use', async () => {
    await device.refresh();
    const { state } = device;
    assert.ok(panelState(state));
    assert.equal(state.device.name, 'Pixel phone');
    assert.deepEqual(state.screen.size, { width: 1080, height: 2400 });
    assert.equal(state.screen.picture?.number, 1);
    assert.equal(state.situation, undefined);
    assert.equal(device.screen.picture?.bytes.constructor, Uint8Array);
  });

  it('a device in its panel performs gestures in the requested order and logs them', async () => {
    await Promise.all([
      device.perform({ kind: 'tap', at: { x: 500, y: 900 }, stealth: false }),
      device.perform({
        kind: 'swipe',
        from: { x: 1, y: 2 },
        to: { x: 30, y: 40 },
        duration: 50,
        stealth: true,
      }),
      device.perform({ kind: 'global', button: 'home' }),
      device.perform({ kind: 'locate', latitude: 1, longitude: 2 }),
    ]);
    const kinds = (await readGestures(sandbox)).map(({ kind, stealth }) => [kind, stealth]).toReversed();
    assert.deepEqual(kinds, [
      ['tap', false],
      ['swipe', true],
      ['global', false],
    ]);
    assert.deepEqual(
      device.log.done.map(({ gesture }) => gesture.kind),
      ['tap', 'swipe', 'global', 'locate'],
    );
    await until('a picture', () => device.screen.picture);
  });

  it('a device in its panel discards the gestures queued behind a failed one, and accepts later ones', async () => {
    const outside = device.perform({ kind: 'tap', at: { x: 99_999, y: 1 }, stealth: false });
    const behind = device.perform({ kind: 'global', button: 'home' });
    await assert.rejects(outside, /outside|body\.x/);
    await assert.rejects(behind, /Not sent/);
    assert.deepEqual(await readGestures(sandbox), []);
    await device.perform({ kind: 'global', button: 'back' });
    assert.deepEqual(
      device.log.lines.map(({ state }) => state),
      ['done', 'failed', 'failed'],
    );
  });

  it('a device in its panel logs typed text only if it went into a field that is not for passwords', async () => {
    const tap = (selector: Parameters<typeof findCenter>[1]): Promise<void> =>
      device.perform({ kind: 'tap', at: findCenter(sandbox.service, selector, 'phone'), stealth: false });
    await tap({ by: 'text', text: 'Form' });
    await tap({ by: 'description', description: 'Name' });
    await device.perform({ kind: 'text', text: 'Ada', stealth: false });
    assert.equal(await device.field(), 'text');
    await tap({ by: 'description', description: 'Password' });
    await device.perform({ kind: 'text', text: PASSWORD, stealth: false });
    assert.equal(await device.field(), 'password');
    await device.inspect(true);
    assert.ok((device.state.elements?.list.length ?? 0) > 5);
    const told = JSON.stringify([device.state, device.log.done]);
    assert.ok(!told.includes(PASSWORD));
    const texts = device.log.done.flatMap(({ gesture }) => (gesture.kind === 'text' ? [gesture] : []));
    assert.deepEqual(
      texts.map(({ text, secret }) => [text, secret]),
      [
        ['Ada', false],
        ['', true],
      ],
    );
  });

  it('a device in its panel treats any text as a password if the device does not report what has the focus', async () => {
    device.dispose();
    device = open('ios');
    assert.equal(await device.field(), 'unknown');
    await device.perform({ kind: 'text', text: PASSWORD, stealth: false }).catch(() => undefined);
    assert.ok(!JSON.stringify(device.state).includes(PASSWORD));
  });

  it('a device in its panel says why elements cannot be inspected', async () => {
    device.dispose();
    device = open('ios');
    await device.inspect(true);
    assert.deepEqual(device.state.elements, {
      list: [],
      problem: 'This device does not support accessibility.',
      read: 0,
    });
  });

  it('a device in its panel recovers automatically while it is visible, even if screenshots are taken on demand', async () => {
    await sandbox.client.stopDevice({ params: { deviceId: device.deviceId } });
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    try {
      device.watch({}, true);
      await until('the stop', () => device.state.situation?.title, 'Device stopped');
      await sandbox.client.resumeDevice({ params: { deviceId: device.deviceId } });
      sandbox.clock.advance(MINUTE_MS);
      mock.timers.tick(MINUTE_MS);
      await until(
        'the device is back',
        () => device.state.situation?.title,
        value => value === undefined,
      );
      await until('the picture', () => device.screen.picture);
    } finally {
      mock.timers.reset();
    }
  });

  it('a device in its panel keeps the last screenshot while it is stopped, and resumes', async () => {
    await device.refresh();
    await sandbox.client.stopDevice({ params: { deviceId: device.deviceId } });
    await device.refresh();
    assert.equal(device.state.situation?.title, 'Device stopped');
    assert.equal(device.state.screen.picture?.number, 1);
    await device.act('resume');
    sandbox.clock.advance(MINUTE_MS);
    await device.refresh();
    assert.equal(device.state.situation, undefined);
    assert.notEqual(device.screen.picture?.number, 1);
  });

  it('a device in its panel says that a display does not exist, and offers a way back', async () => {
    await device.choose(1);
    assert.equal(device.state.situation?.title, 'Display 1 not available');
    assert.deepEqual(device.state.screen.absent, [1]);
    await device.act('firstDisplay');
    assert.equal(device.state.situation, undefined);
    assert.equal(device.state.screen.display, 0);
  });

  it('a device in its panel plays a track and moves, whichever display is shown', async () => {
    const [from, to] = [
      { latitude: 1, longitude: 2 },
      { latitude: 1.00001, longitude: 2 },
    ];
    await device.choose(1);
    assert.equal(device.state.situation?.title, 'Display 1 not available');
    const track = { name: undefined, points: [from, to], timed: false, note: undefined };
    device.place.open({ name: 'Short', track });
    device.place.play();
    await until('the end', () => device.place.state.track?.play, 'finished');
    assert.deepEqual(device.place.state.track?.problem, undefined);
    const position = async (): Promise<unknown> =>
      (await sandbox.client.getLocation({ params: { deviceId: device.deviceId } })).value;
    assert.deepEqual(await position(), to);
    await device.perform({ kind: 'locate', ...from });
    assert.deepEqual([device.log.done[0]?.display, await position()], [0, from]);
  });

  it('a device in its panel reports to a page with several devices whose map was requested last', async () => {
    const other = open('tablet');
    assert.equal(device.state.place.asked, 0);
    device.place.ask();
    const { asked } = device.state.place;
    await until(
      'a later moment',
      () => Date.now(),
      value => value > asked,
    );
    other.place.ask();
    assert.ok(other.state.place.asked > asked);
    other.dispose();
  });

  it('a device in its panel sends nothing to another connection', async () => {
    session.leave(SANDBOX);
    await assert.rejects(
      device.perform({ kind: 'global', button: 'home' }),
      /belongs to the connection “Sandbox”/,
    );
    await device.refresh();
    assert.match(device.state.situation?.title ?? '', /^“Sandbox” /);
    assert.deepEqual(device.state.situation?.acts, [{ act: 'switch', label: 'Switch to Sandbox' }]);
    assert.deepEqual(await readGestures(sandbox), []);
  });

  it('a device in its panel sends a page only the fields of the record that it shows', async () => {
    const stored = sandbox.service.store.devices.get(device.deviceId)!;
    sandbox.service.store.devices.put({ ...stored, streamUrl: `wss://${PASSWORD}`, streamToken: PASSWORD });
    await device.refresh();
    assert.ok(!JSON.stringify(device.state).includes(PASSWORD));
  });
});

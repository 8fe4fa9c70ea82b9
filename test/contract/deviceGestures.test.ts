import assert from 'node:assert/strict';
import type { DomainEvents } from '../../src/sandbox/runtime/events.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import type { PhoneSelector } from '../../src/sandbox/phone/elements.ts';
import {
  callDevice,
  readGestures,
  findCenter,
  callRefusedDevice,
  readScreenTexts,
} from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('deviceGestures', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function done(
    method: string,
    path: string,
    body?: unknown,
    { key = 'phone', headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<void> {
    const response = await callDevice(sandbox, key, method, path, body, headers);
    assert.deepEqual([response.status, await response.text()], [204, ''], `${method} ${path}`);
  }

  const tapOn = (selector: PhoneSelector, more: object = {}, key = 'phone'): Promise<void> =>
    done('POST', '/tap', { ...findCenter(sandbox.service, selector, key), ...more }, { key });
  const byText = (text: string): PhoneSelector => ({ by: 'text', text });
  const label = (description: string): PhoneSelector => ({ by: 'description', description });
  const shown = (text: string): boolean => readScreenTexts(sandbox.service).includes(text);

  async function openForm(field = 'Name'): Promise<void> {
    await tapOn(byText('Form'));
    await tapOn(label(field));
  }

  const swipe = { startX: 540, startY: 1700, endX: 540, endY: 700, duration: 300 };
  const everyGesture: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['POST', '/tap', { x: 1, y: 1 }],
    ['POST', '/swipe', swipe],
    ['POST', '/global', { action: 1 }],
    ['POST', '/keyboard', { text: 'a' }],
    ['PUT', '/keyboard', { key: 66 }],
    ['DELETE', '/keyboard'],
  ];

  it('gestures on devices in the sandbox activate the element at their position, and are listed newest first', async () => {
    await tapOn(byText('Maps'));
    assert.ok(readScreenTexts(sandbox.service).some(text => text.startsWith('You are here')));
    await done('POST', '/global', { action: 2 });
    assert.ok(shown('Maps'));
    const [home, tap] = await readGestures(sandbox);
    assert.deepEqual([home!.kind, home!.input, home!.asked], ['global', 'home', { button: 'home' }]);
    assert.deepEqual([tap!.kind, tap!.stealth, tap!.path.length], ['tap', false, 1]);
    const { x, y, ms } = tap!.path[0]!;
    assert.deepEqual([{ x, y }, ms], [tap!.asked, 0]);
  });

  it('gestures on devices in the sandbox go back, to the home screen, and to recent apps', async () => {
    await tapOn(byText('Settings'));
    await done('POST', '/global', { action: 3 });
    assert.ok(shown('Settings'));
    await done('POST', '/global', { action: 1 });
    assert.ok(shown('Maps'));
    for (const action of [0, 4, 1.5]) {
      const { status, body } = await callRefusedDevice(sandbox, 'phone', 'POST', '/global', { action });
      assert.deepEqual([status, body.errors?.[0]?.location], [400, 'body.action']);
    }
  });

  it('gestures on devices in the sandbox with stealth stay within their bounds and depend on the seed number', async () => {
    const path = async (seedNumber: number): Promise<unknown> => {
      const other = await testSandbox({ seedNumber });
      try {
        for (let time = 0; time < 20; time++)
          await callDevice(other, 'phone', 'POST', '/swipe', { ...swipe, stealth: true });
        const gestures = await readGestures(other);
        for (const { kind, stealth, durationMs, path: points, asked } of gestures) {
          assert.deepEqual([kind, stealth, asked], ['swipe', true, swipe]);
          assert.ok(durationMs >= 270 && durationMs <= 330);
          const [start, end] = [points[0]!, points.at(-1)!];
          assert.ok(Math.hypot(start.x - 540, start.y - 1700) <= 5);
          assert.ok(Math.hypot(end.x - 540, end.y - 700) <= 15);
          assert.equal(end.ms, durationMs);
          assert.ok(points.length > 10);
        }
        return gestures.map(gesture => gesture.path);
      } finally {
        await other.stop();
      }
    };
    assert.deepEqual(await path(4), await path(4));
    assert.notDeepEqual(await path(4), await path(5));
  });

  it('gestures on devices in the sandbox with stealth are curves if the device has human touch, and straight otherwise', async () => {
    const offLine = async (key: string): Promise<number> => {
      await done('POST', '/swipe', { ...swipe, stealth: true }, { key });
      const [{ path } = { path: [] }] = await readGestures(sandbox, key);
      const [start, end] = [path[0]!, path.at(-1)!];
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      const off = path.map(
        ({ x, y }) => ((x - start.x) * (end.y - start.y) - (y - start.y) * (end.x - start.x)) / length,
      );
      return Math.max(...off.map(Math.abs));
    };
    assert.ok((await offLine('phone')) > 15);
    assert.ok((await offLine('tablet')) < 0.001);
  });

  it('gestures on devices in the sandbox with stealth under 5 pixels are long presses, however short', async () => {
    await openForm();
    await done('POST', '/keyboard', { text: 'Ada' });
    // A long press is not a tap: holding a field pastes.
    const { store } = sandbox.service;
    const phone = store.phones.get(demoDeviceId('phone'))!;
    store.phones.put({ ...phone, state: { ...phone.state, clipboard: ' Lovelace' } });
    const at = findCenter(sandbox.service, label('Name'));
    const still = { startX: at.x, startY: at.y, endX: at.x + 2, endY: at.y + 2, duration: 20 };
    await done('POST', '/swipe', { ...still, stealth: true });
    const [press] = await readGestures(sandbox);
    assert.equal(press!.kind, 'longPress');
    assert.ok(press!.durationMs >= 18 && press!.durationMs <= 22);
    assert.ok(shown('Ada Lovelace'), readScreenTexts(sandbox.service).join(', '));
  });

  it('gestures on devices in the sandbox without stealth are performed exactly as requested', async () => {
    await done('POST', '/swipe', swipe);
    const [gesture] = await readGestures(sandbox);
    const { stealth, durationMs, path } = gesture!;
    assert.deepEqual([stealth, durationMs], [false, 300]);
    assert.deepEqual(path[0], { x: 540, y: 1700, ms: 0 });
    assert.deepEqual(path.at(-1), { x: 540, y: 700, ms: 300 });
  });

  it('gestures on devices in the sandbox that swipe scroll lists and turn pages', async () => {
    const before = readScreenTexts(sandbox.service);
    await done('POST', '/swipe', { startX: 900, startY: 700, endX: 200, endY: 700, duration: 200 });
    assert.notDeepEqual(readScreenTexts(sandbox.service), before);
    assert.equal(sandbox.service.store.phones.get(demoDeviceId('phone'))?.state.scroll.home, 1);
  });

  it('gestures on devices in the sandbox type, clear, and press keys in the focused field', async () => {
    await openForm();
    await done('POST', '/keyboard', { text: 'Ada', wpm: 60, errorRate: 1 });
    assert.ok(shown('Ada'));
    const [typed] = await readGestures(sandbox);
    assert.deepEqual([typed!.kind, typed!.input, typed!.mistakes], ['text', 'Ada', 3]);
    assert.equal(typed!.durationMs, 3 * 200 + 3 * 400);
    assert.deepEqual(typed!.asked, { clear: false, wpm: 60, errorRate: 1 });

    await done('POST', '/keyboard', { text: 'Grace', clear: true, stealth: true });
    assert.ok(shown('Grace') && !shown('Ada'));
    await done('PUT', '/keyboard', { key: 67 });
    assert.ok(shown('Grac'));
    assert.equal((await readGestures(sandbox))[0]!.input, '67');
    await done('DELETE', '/keyboard');
    assert.ok(!shown('Grac'));
    await done('PUT', '/keyboard', { key: 61 });
    await done('POST', '/keyboard', { text: 'ada@example.com' });
    const state = sandbox.service.store.phones.get(demoDeviceId('phone'))?.state;
    assert.deepEqual([state?.fields['form.email'], state?.focus?.field], ['ada@example.com', 'form.email']);
    await done('PUT', '/keyboard', { key: 4 });
    assert.equal((await callRefusedDevice(sandbox, 'phone', 'DELETE', '/keyboard')).status, 409);
  });

  it('gestures on devices in the sandbox that type are refused if no field has the focus', async () => {
    for (const [method, body] of [['POST', { text: 'a' }], ['DELETE']] as const) {
      const {
        status,
        code,
        body: problem,
        headers,
      } = await callRefusedDevice(sandbox, 'phone', method, '/keyboard', body);
      assert.deepEqual([status, code, headers.get('x-should-retry')], [409, 'ime_not_active', 'false']);
      assert.match(problem.detail ?? '', /^IME not active/);
    }
    await done('PUT', '/keyboard', { key: 66 });
    assert.equal((await readGestures(sandbox)).length, 1);
  });

  it('gestures on devices in the sandbox never reveal what was typed as a password', async () => {
    await openForm('E-mail');
    // The tab key leads on into the password.
    await done('POST', '/keyboard', { text: 'a@b.example\thunter2secret' });
    await done('POST', '/keyboard', { text: 'xyzzy', clear: true });
    await done('PUT', '/keyboard', { key: 36 });
    const gestures = await readGestures(sandbox);
    assert.deepEqual(
      gestures.slice(0, 3).map(({ kind, input }) => [kind, input]),
      [
        ['key', null],
        ['text', null],
        ['text', null],
      ],
    );
    assert.deepEqual(gestures[0]!.asked, { times: 1 });
    const stored = JSON.stringify([
      sandbox.service.store.phones.all(),
      sandbox.service.store.gestures.all(),
      readScreenTexts(sandbox.service),
    ]);
    for (const secret of ['hunter2secret', 'xyzzy']) assert.ok(!stored.includes(secret));
    // Not even one that the full field did not take.
    await done('POST', '/keyboard', { text: 'x'.repeat(5000) });
    await done('POST', '/keyboard', { text: 'tacked on' });
    assert.equal((await readGestures(sandbox))[0]!.input, null);
    await done('PUT', '/keyboard', { key: 4 });
    await tapOn(label('E-mail'));
    await done('PUT', '/keyboard', { key: 36 });
    assert.equal((await readGestures(sandbox))[0]!.input, '36');
  });

  it('gestures on devices in the sandbox that submit the form emit one event each time', async () => {
    const told: DomainEvents['app.event'][] = [];
    sandbox.service.events.on('app.event', event => told.push(event));
    await openForm();
    await done('POST', '/keyboard', { text: 'Ada\tada@example.com' });
    await done('PUT', '/keyboard', { key: 66 });
    const deviceId = demoDeviceId('phone');
    const submitted = (accepted: boolean): unknown => ({
      eventType: 'app.form.submitted',
      source: 'app',
      deviceId,
      payload: { accepted, email: 'ada@example.com' },
    });
    assert.deepEqual(told, [submitted(false)]);
    await tapOn(label('Password'));
    await done('POST', '/keyboard', { text: 'long enough' });
    await done('PUT', '/keyboard', { key: 4 });
    await tapOn(byText('I accept the terms'));
    assert.equal(told.length, 1);
    await tapOn({ by: 'resourceId', resourceId: 'org.sandbox.form:id/submit' });
    assert.deepEqual(told, [submitted(false), submitted(true)]);
    const query = { eventType: 'app.form.submitted', deviceId };
    assert.equal((await sandbox.client.listAppEvents({ query })).value.items?.length, 2);
  });

  it('gestures on devices in the sandbox reach the second display through the header, and no display that does not exist', async () => {
    const headers = { 'x-device-display-id': '1' };
    await done('POST', '/tap', { x: 1900, y: 1000 }, { key: 'foldable', headers });
    const [tap] = await readGestures(sandbox, 'foldable');
    assert.equal(tap!.displayId, 1);
    for (const [method, path, body] of everyGesture) {
      const refusal = await callRefusedDevice(sandbox, 'phone', method, path, body, headers);
      assert.deepEqual([refusal.status, refusal.code], [422, 'unknown_display'], path);
      const [problem] = refusal.body.errors ?? [];
      assert.deepEqual([problem?.location, problem?.value], ['headers.x-device-display-id', 1]);
    }
    for (const wrong of ['-1', 'one', '1.5']) {
      const header = { 'x-device-display-id': wrong };
      const { status } = await callRefusedDevice(
        sandbox,
        'foldable',
        'DELETE',
        '/keyboard',
        undefined,
        header,
      );
      assert.equal(status, 400, wrong);
    }
    assert.deepEqual(await readGestures(sandbox), []);
  });

  it('gestures on devices in the sandbox outside the display are refused', async () => {
    const cases: readonly (readonly [path: string, body: object, location: string])[] = [
      ['/tap', { x: 1080, y: 5 }, 'body.x'],
      ['/tap', { x: 5, y: 2400 }, 'body.y'],
      ['/swipe', { ...swipe, startX: 5000 }, 'body.startX'],
      ['/swipe', { ...swipe, endY: 5000 }, 'body.endY'],
    ];
    for (const [path, body, location] of cases) {
      const { status, code, body: problem } = await callRefusedDevice(sandbox, 'phone', 'POST', path, body);
      assert.deepEqual([status, code, problem.errors?.[0]?.location], [422, 'outside_display', location]);
    }
    await done('POST', '/tap', { x: 1079, y: 2399 });
  });

  it('gestures on devices in the sandbox that violate the contract are refused with the location of each error', async () => {
    const cases: readonly (readonly [method: string, path: string, body: object, locations: string[]])[] = [
      ['POST', '/tap', { x: -1, y: '2' }, ['body.x', 'body.y']],
      ['POST', '/swipe', { ...swipe, duration: 9 }, ['body.duration']],
      ['POST', '/swipe', { ...swipe, duration: 10.5 }, ['body.duration']],
      ['POST', '/swipe', { startX: 1 }, ['body.startY', 'body.endX', 'body.endY', 'body.duration']],
      ['POST', '/keyboard', { text: 5, wpm: -1, errorRate: -2 }, ['body.text', 'body.wpm', 'body.errorRate']],
      ['PUT', '/keyboard', { key: 1.5 }, ['body.key']],
    ];
    for (const [method, path, body, locations] of cases) {
      const { status, body: problem } = await callRefusedDevice(sandbox, 'phone', method, path, body);
      assert.equal(status, 400);
      assert.deepEqual(
        problem.errors?.map(error => error.location),
        locations,
      );
    }
  });

  it('gestures on devices in the sandbox are refused by a device that is not awake', async () => {
    const { store } = sandbox.service;
    for (const state of ['disconnected', 'stopped', 'rebooting', 'resetting', 'maintenance']) {
      const device = store.devices.get(demoDeviceId('offline'))!;
      store.devices.put({ ...device, state });
      for (const [method, path, body] of everyGesture) {
        const refusal = await callRefusedDevice(sandbox, 'offline', method, path, body);
        const retry = refusal.headers.get('x-should-retry');
        assert.deepEqual([refusal.status, refusal.code, retry], [409, 'device_state', 'false'], path);
        assert.ok(refusal.body.detail?.includes(state));
      }
    }
    assert.deepEqual(await readGestures(sandbox, 'offline'), []);
  });

  it('gestures on devices in the sandbox are kept up to the last 200 of each device', async () => {
    for (let key = 0; key < 205; key++) await done('PUT', '/keyboard', { key: 300 + key });
    await done('PUT', '/keyboard', { key: 1 }, { key: 'ios' });
    const gestures = await readGestures(sandbox);
    assert.equal(gestures.length, 200);
    assert.deepEqual([gestures[0]!.input, gestures.at(-1)!.input], ['504', '305']);
    assert.equal((await readGestures(sandbox, 'ios')).length, 1);
  });
});

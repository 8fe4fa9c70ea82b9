import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { demoDeviceId } from '../../../../../src/sandbox/demo/devices.ts';
import { MovableClock } from '../../../../../src/sandbox/runtime/movableClock.ts';
import { openApp } from '../../../../../src/sandbox/phone/applyEffect.ts';
import type { AppId } from '../../../../../src/sandbox/phone/state.ts';
import { phoneOf } from '../../../../../src/sandbox/records/phone.ts';
import type { Service } from '../../../../../src/sandbox/runtime/service.ts';
import { testSandbox, type TestSandbox } from '../../../../support/sandbox.ts';
import { runStep, runFailingStep, STEP_EXECUTION } from '../../../../support/stepCalls.ts';

const byText = (text: string, exact = true): object => ({ by: 'text', text, exact });

describe('sandbox/features/devices/screenSteps', () => {
  let sandbox: TestSandbox;
  let service: Service;
  let clock: MovableClock;

  beforeEach(async () => {
    clock = new MovableClock(Date.parse('2026-11-21T09:41:00Z'));
    sandbox = await testSandbox({ clock });
    ({ service } = sandbox);
  });

  afterEach(() => sandbox.stop());

  function open(app: AppId, key = 'phone'): void {
    const { store } = service;
    const phone = phoneOf(store, store.devices.get(demoDeviceId(key))!);
    store.phones.put({ ...phone, state: openApp(phone.state, app) });
  }

  function pictureOf(id: unknown): Buffer {
    const file = service.store.runFiles.get(String(id))!;
    assert.deepEqual([file.executionId, file.mimeType], [STEP_EXECUTION, 'image/png']);
    const png = Buffer.from(file.base64, 'base64');
    assert.equal(file.sizeBytes, png.length);
    return png;
  }

  const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];

  it('steps that read the screen of a device store a screenshot with the run', async () => {
    const { fileId, ...output } = await runStep(service, 'device.screenshot', {});
    assert.deepEqual(output, { filename: 'screen.png', width: 1080, height: 2400 });
    assert.deepEqual(sizeOf(pictureOf(fileId)), [1080, 2400]);
    const second = await runStep(
      service,
      'device.screenshot',
      { name: 'map', display: 1 },
      { key: 'foldable' },
    );
    assert.deepEqual([second['filename'], second['width'], second['height']], ['map.png', 1920, 1080]);
  });

  it('steps that read the screen of a device store a part of a screenshot, cropped to the display', async () => {
    const take = async (area: object): Promise<number[]> => {
      const { fileId, width, height } = await runStep(service, 'device.screenshot', { area });
      assert.deepEqual(sizeOf(pictureOf(fileId)), [width, height]);
      return [Number(width), Number(height)];
    };
    assert.deepEqual(await take({ left: 10, top: 20, right: 110, bottom: 70 }), [100, 50]);
    assert.deepEqual(await take({ left: 1000.5, top: 0, right: 5000, bottom: 0.5 }), [80, 1]);
    for (const area of [
      { left: 20, top: 0, right: 10, bottom: 10 },
      { left: 2000, top: 0, right: 3000, bottom: 10 },
    ])
      assert.equal((await runFailingStep(service, 'device.screenshot', { area }))[0], 'client_error');
  });

  it('steps that read the screen of a device store a screenshot with or without the last gesture', async () => {
    const take = async (hideOverlay?: boolean): Promise<Buffer> =>
      pictureOf((await runStep(service, 'device.screenshot', { hideOverlay }))['fileId']);
    const untouched = await take();
    await runStep(service, 'device.tap', { target: { x: 540, y: 60 } });
    assert.ok(untouched.equals(await take()));
    assert.ok(!untouched.equals(await take(false)));
  });

  it('steps that read the screen of a device wait until an element appears, checking at every poll', async () => {
    const element = byText('Enter', false);
    const waiting = runStep(service, 'device.waitForElement', {
      element: byText('I accept the terms'),
      pollMilliseconds: 1000,
    });
    clock.advance(1000);
    await turn();
    open('form');
    clock.advance(999);
    await turn();
    clock.advance(1);
    const { waitedMs, bounds } = await waiting;
    assert.equal(waitedMs, 2000);
    assert.deepEqual(Object.keys(bounds as object).toSorted(), ['bottom', 'left', 'right', 'top']);
    const gone = await runStep(service, 'device.waitForElement', { element, until: 'gone' });
    assert.deepEqual(gone, { waitedMs: 0, bounds: null });
  });

  it('steps that read the screen of a device fail with logic after the timeout', async () => {
    const cases: readonly (readonly [params: object, problem: RegExp])[] = [
      [{ element: byText('Nowhere'), timeoutSeconds: 2 }, /“Nowhere” did not appear within 2 seconds/],
      [{ element: byText('Maps'), until: 'gone', timeoutSeconds: 2 }, /“Maps” did not go away/],
    ];
    for (const [params, problem] of cases) {
      const failing = runFailingStep(service, 'device.waitForElement', params);
      for (let poll = 0; poll < 4; poll++) {
        await turn();
        clock.advance(500);
      }
      const [code, message] = await failing;
      assert.equal(code, 'logic');
      assert.match(message, problem);
    }
  });

  it('steps that read the screen of a device read the text of an element, or the match of a pattern in it', async () => {
    open('maps');
    const element = byText('You are here', false);
    const read = (pattern?: string): Promise<unknown> =>
      runStep(service, 'device.readElement', { element, pattern });
    assert.deepEqual(await read(), { text: 'You are here, 52.51630° N, 13.37770° E' });
    assert.deepEqual(await read('[\\d.]+°'), { text: '52.51630°' });
    assert.deepEqual(await read('N, ([\\d.]+)'), { text: '13.37770' });
    for (const [pattern, code] of [
      ['miles', 'logic'],
      ['(', 'client_error'],
      // This one would take for ever.
      ['^(([^x])+)+$y', 'client_error'],
    ] as const)
      assert.equal(
        (await runFailingStep(service, 'device.readElement', { element, pattern }))[0],
        code,
        pattern,
      );
    const missing = { element: byText('Nowhere') };
    assert.equal((await runFailingStep(service, 'device.readElement', missing))[0], 'logic');
  });

  it('steps that read the screen of a device never read a password', async () => {
    open('form');
    const element = { by: 'description', description: 'Password' };
    await runStep(service, 'device.tap', { target: element });
    const { store } = service;
    const phone = store.phones.get(demoDeviceId('phone'))!;
    store.phones.put({ ...phone, state: { ...phone.state, fields: { 'form.password': 'not bullets' } } });
    assert.deepEqual(await runStep(service, 'device.readElement', { element }), { text: '' });
    const wanted = { contains: 'bullets' };
    assert.equal((await runFailingStep(service, 'device.assertText', wanted))[0], 'logic');
  });

  it('steps that read the screen of a device check that a text is on the screen', async () => {
    open('form');
    const check = (params: object): Promise<unknown> => runStep(service, 'device.assertText', params);
    assert.deepEqual(await check({ contains: 'ACCEPT the' }), { found: 'I accept the terms' });
    assert.deepEqual(await check({ matches: '^i accept\\b' }), { found: 'I accept the terms' });
    assert.deepEqual(await runFailingStep(service, 'device.assertText', { contains: 'Shop' }), [
      'logic',
      'No text on screen contains “Shop”.',
    ]);
    const both = { contains: 'Create', matches: 'account$', ignoreCase: false };
    assert.deepEqual(await check(both), { found: 'Create account' });
    for (const [params, code] of [
      [{ contains: 'ACCEPT the', ignoreCase: false }, 'logic'],
      [{ matches: '^accept' }, 'logic'],
      [{ contains: 'accept', matches: 'account' }, 'logic'],
      [{ matches: '[' }, 'client_error'],
    ] as const)
      assert.equal(
        (await runFailingStep(service, 'device.assertText', params))[0],
        code,
        JSON.stringify(params),
      );
  });

  it('steps that read the screen of a device check what an element is like, and wait a moment for it', async () => {
    open('form');
    const accept = byText('I accept the terms');
    const check = (params: object): Promise<unknown> =>
      runStep(service, 'device.checkElement', { timeoutSeconds: 0, ...params });
    const text = 'I accept the terms';
    for (const params of [
      { element: accept },
      { element: accept, state: 'unchecked' },
      { element: accept, equals: text },
      { element: accept, contains: 'ACCEPT' },
    ])
      assert.deepEqual(await check(params), { waitedMs: 0, text }, JSON.stringify(params));
    assert.deepEqual(await check({ element: byText('Nowhere'), state: 'gone' }), { waitedMs: 0, text: null });
    for (const [params, problem] of [
      [{ element: byText('Nowhere') }, 'with the text “Nowhere” is not on the screen.'],
      [{ element: accept, state: 'gone' }, `with the text “${text}” is on the screen.`],
      [{ element: accept, state: 'checked' }, `with the text “${text}” is not checked.`],
      [
        { element: byText('Create account'), state: 'checked' },
        'with the text “Create account” cannot be checked.',
      ],
      [
        { element: accept, equals: 'I accept' },
        `with the text “${text}” has the text “${text}”, not “I accept”.`,
      ],
      [
        { element: accept, contains: 'refuse' },
        `with the text “${text}” has the text “${text}”, which does not contain “refuse”.`,
      ],
    ] as const) {
      assert.deepEqual(
        await runFailingStep(service, 'device.checkElement', { timeoutSeconds: 0, ...params }),
        ['logic', `The element ${problem}`],
      );
    }
    await runStep(service, 'device.tap', { target: accept });
    assert.deepEqual(await check({ element: accept, state: 'checked' }), { waitedMs: 0, text });
    const waiting = runStep(service, 'device.checkElement', { element: byText('You are here', false) });
    await turn();
    open('maps');
    clock.advance(500);
    assert.equal((await waiting)['waitedMs'], 500);
  });

  it('steps that read the screen of a device find an element of a role only', async () => {
    open('form');
    const element = { by: 'text', text: 'Create account' };
    const find = (role: string): Promise<unknown> =>
      runStep(service, 'device.readElement', { element: { ...element, role } });
    assert.deepEqual(await find('button'), { text: 'Create account' });
    const params = { element: { ...element, role: 'checkbox' } };
    assert.deepEqual(await runFailingStep(service, 'device.readElement', params), [
      'logic',
      'No element with the text “Create account” and the role checkbox is on the screen.',
    ]);
  });
});

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { demoDeviceId } from '../../../../../src/sandbox/demo/devices.ts';
import type { Service } from '../../../../../src/sandbox/runtime/service.ts';
import { readGestures, findCenter, readScreenTexts } from '../../../../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../../../../support/sandbox.ts';
import { runStep, runFailingStep } from '../../../../support/stepCalls.ts';

const onForm = { platform: 'android', app: 'org.sandbox.form' };
const byLabel = (description: string): object => ({ by: 'description', description });

describe('sandbox/features/devices/touchSteps', () => {
  let sandbox: TestSandbox;
  let service: Service;

  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
    ({ service } = sandbox);
  });

  afterEach(() => sandbox.stop());

  it('steps that touch a device tap a point or an element, and report it', async () => {
    const { x, y } = findCenter(service, { by: 'text', text: 'Maps' });
    assert.deepEqual(await runStep(service, 'device.tap', { target: { x, y } }), { x, y, element: 'Maps' });
    assert.ok(readScreenTexts(service).some(text => text.startsWith('You are here')));

    await runStep(service, 'device.globalAction', { button: 'home' });
    const output = await runStep(service, 'device.tap', { target: { by: 'text', text: 'Form' } });
    assert.equal(output['element'], 'Form');
    const id = 'org.sandbox.form:id/form.terms';
    const terms = await runStep(service, 'device.tap', { target: { by: 'resourceId', resourceId: id } });
    assert.equal(terms['element'], 'I accept the terms');
    assert.equal(service.store.phones.get(demoDeviceId('phone'))?.state.switches['form.terms'], true);
  });

  it('steps that touch a device tap near the point with stealth, in whole pixels', async () => {
    for (let time = 0; time < 50; time++) {
      const { x, y } = await runStep(service, 'device.tap', { target: { x: 540, y: 60 }, stealth: true });
      assert.ok(Number.isInteger(x) && Number.isInteger(y));
      assert.ok(Math.hypot(Number(x) - 540, Number(y) - 60) < 6);
    }
    assert.equal((await readGestures(sandbox))[0]!.stealth, true);
  });

  it('steps that touch a device fail with logic when no element matches', async () => {
    const target = { by: 'text', text: 'Nowhere' };
    const [code, message] = await runFailingStep(service, 'device.tap', { target });
    assert.equal(code, 'logic');
    assert.match(message, /“Nowhere”/);
    for (const other of [byLabel('Nothing'), { by: 'resourceId', resourceId: 'a.b:id/c' }])
      assert.equal((await runFailingStep(service, 'device.tap', { target: other }))[0], 'logic');
    assert.deepEqual(await readGestures(sandbox), []);
  });

  it('steps that touch a device find an element by its label, or else by the fallback', async () => {
    await runStep(service, 'device.launchApp', onForm);
    const near = { by: 'near', near: 'Password' };
    await runStep(service, 'device.tap', { target: near });
    const fieldInFront = () => service.store.phones.get(demoDeviceId('phone'))?.state.focus?.field;
    assert.equal(fieldInFront(), 'form.password');
    const nothing = { by: 'resourceId', resourceId: 'a.b:id/c' };
    await runStep(service, 'device.tap', { target: nothing, fallback: byLabel('Name') });
    assert.equal(fieldInFront(), 'form.name');
    const params = { target: nothing, fallback: { by: 'near', near: 'Nowhere' } };
    const [code, message] = await runFailingStep(service, 'device.tap', params);
    assert.deepEqual(
      [code, message],
      ['logic', 'No element with the resource id a.b:id/c or near the text “Nowhere” is on the screen.'],
    );
    assert.deepEqual(Object.keys(await runStep(service, 'device.readElement', { element: near })), ['text']);
  });

  it('steps that touch a device scroll until an element is on the screen, and not at all if it is', async () => {
    await runStep(service, 'device.launchApp', { platform: 'android', app: 'org.sandbox.settings' });
    const element = { by: 'text', text: 'About this phone' };
    assert.equal((await runFailingStep(service, 'device.tap', { target: element }))[0], 'logic');
    assert.deepEqual(await runStep(service, 'device.scrollTo', { element }), { swipes: 1 });
    assert.deepEqual(await runStep(service, 'device.scrollTo', { element }), { swipes: 0 });
    await runStep(service, 'device.tap', { target: element });
    const missing = { element: { by: 'text', text: 'Nowhere' }, direction: 'up', maxSwipes: 1 };
    assert.deepEqual(await runFailingStep(service, 'device.scrollTo', missing), [
      'logic',
      'No element with the text “Nowhere” came on the screen within 1 swipe.',
    ]);
  });

  it('steps that touch a device close the keyboard, and stay on the screen if it is not open', async () => {
    await runStep(service, 'device.launchApp', onForm);
    await runStep(service, 'device.tap', { target: byLabel('Name') });
    const shown = () => {
      const { place, keyboardVisible } = service.store.phones.get(demoDeviceId('phone'))!.state;
      return [place, keyboardVisible];
    };
    assert.deepEqual(shown(), ['form', true]);
    for (let time = 0; time < 2; time++) {
      await runStep(service, 'device.hideKeyboard', {});
      assert.deepEqual(shown(), ['form', false]);
    }
  });

  it('steps that touch a device press a point and hold', async () => {
    const params = { x: 10, y: 20, duration: 900 };
    assert.deepEqual(await runStep(service, 'device.longPress', params), { durationMs: 900 });
    const [gesture] = await readGestures(sandbox);
    assert.deepEqual([gesture!.kind, gesture!.durationMs], ['longPress', 900]);
    assert.deepEqual(await runStep(service, 'device.longPress', { x: 1, y: 2 }), { durationMs: 800 });
  });

  it('steps that touch a device swipe from point to point', async () => {
    const gesture = { startX: 900, startY: 900, endX: 200, endY: 900 };
    const output = await runStep(service, 'device.swipe', { gesture, duration: 250 });
    assert.deepEqual(output, { ...gesture, durationMs: 250 });
    assert.equal(service.store.phones.get(demoDeviceId('phone'))?.state.scroll.home, 1);
  });

  it('steps that touch a device swipe in a direction, by a fraction of the screen', async () => {
    const cases: readonly (readonly [gesture: object, from: number[], to: number[]])[] = [
      [{ direction: 'up' }, [540, 1800], [540, 600]],
      [{ direction: 'down', distance: 0.25 }, [540, 900], [540, 1500]],
      [{ direction: 'left', distance: 1 }, [1079, 1200], [0, 1200]],
      [{ direction: 'right', distance: 0.5 }, [270, 1200], [810, 1200]],
    ];
    for (const [gesture, from, to] of cases) {
      const { startX, startY, endX, endY, durationMs } = await runStep(service, 'device.swipe', { gesture });
      assert.deepEqual([startX, startY, endX, endY, durationMs], [...from, ...to, 300]);
    }
  });

  it('steps that touch a device swipe with stealth within its bounds, and do a long press under 5 pixels', async () => {
    const gesture = { startX: 540, startY: 1800, endX: 540, endY: 600 };
    const output = await runStep(service, 'device.swipe', { gesture, duration: 1000, stealth: true });
    const values = Object.values(output).map(Number);
    assert.ok(Math.abs(Number(output['durationMs']) - 1000) <= 100);
    assert.ok(values.every(Number.isInteger));
    const still = { startX: 540, startY: 60, endX: 541, endY: 60 };
    await runStep(service, 'device.swipe', { gesture: still, stealth: true });
    assert.equal((await readGestures(sandbox))[0]!.kind, 'longPress');
  });

  it('steps that touch a device go back, to the home screen, and to recent apps, and report the app in front', async () => {
    await runStep(service, 'device.launchApp', onForm);
    const press = (button: string): Promise<unknown> => runStep(service, 'device.globalAction', { button });
    assert.deepEqual(await press('recents'), { app: 'org.sandbox.systemui' });
    assert.deepEqual(await press('back'), { app: 'org.sandbox.launcher' });
    assert.deepEqual(await press('home'), { app: 'org.sandbox.launcher' });
  });

  it('steps that touch a device type, clear, and press keys in the focused field', async () => {
    await runStep(service, 'device.launchApp', onForm);
    await runStep(service, 'device.tap', { target: byLabel('Name') });
    const type = (params: object): Promise<unknown> => runStep(service, 'device.typeText', params);
    assert.deepEqual(await type({ text: 'Ada 👍' }), { length: 5 });
    assert.ok(readScreenTexts(service).includes('Ada 👍'));
    const paced = { text: 'Grace', clear: true, wordsPerMinute: 60, errorRate: 0 };
    assert.deepEqual(await type(paced), { length: 5 });
    const [gesture] = await readGestures(sandbox);
    assert.deepEqual([gesture!.input, gesture!.durationMs], ['Grace', 1000]);
    const deleted = await runStep(service, 'device.pressKey', { key: 'delete', times: 2 });
    assert.deepEqual(deleted, { keyCode: 67 });
    assert.ok(readScreenTexts(service).includes('Gra'));
    assert.deepEqual(await runStep(service, 'device.clearText', {}), {});
    assert.ok(!readScreenTexts(service).includes('Gra'));

    await runStep(service, 'device.pressKey', { key: 'tab' });
    await type({ text: 'ada@example.com' });
    const { fields } = service.store.phones.get(demoDeviceId('phone'))!.state;
    assert.equal(fields['form.email'], 'ada@example.com');
    assert.deepEqual(await runStep(service, 'device.pressKey', { key: 66 }), { keyCode: 66 });
    assert.ok(readScreenTexts(service).includes('Enter your name.'));
    assert.deepEqual(await runStep(service, 'device.pressKey', { key: 'back' }), { keyCode: 4 });
    assert.ok(readScreenTexts(service).includes('Maps'));
    for (const [key, keyCode] of [
      ['enter', 66],
      ['forwardDelete', 112],
    ] as const)
      assert.deepEqual(await runStep(service, 'device.pressKey', { key }), { keyCode });
  });

  it('steps that touch a device fail with logic and “IME not active” if no field has the focus', async () => {
    for (const [method, params] of [
      ['device.typeText', { text: 'a' }],
      ['device.clearText', {}],
    ] as const) {
      const [code, message] = await runFailingStep(service, method, params);
      assert.equal(code, 'logic');
      assert.match(message, /IME not active/);
    }
  });

  it('steps that touch a device use the time of the sandbox', async () => {
    const slow = await testSandbox();
    slow.clock.freeze(true);
    try {
      const began = slow.clock.now();
      const swiping = runStep(slow.service, 'device.swipe', {
        gesture: { direction: 'up' },
        duration: 60_000,
      });
      await turn();
      slow.clock.advance(59_999);
      assert.equal(await Promise.race([swiping, Promise.resolve('still')]), 'still');
      slow.clock.advance(1);
      assert.equal((await swiping)['durationMs'], 60_000);
      assert.equal(slow.clock.now() - began, 60_000);
      const abort = new AbortController();
      const held = runStep(slow.service, 'device.longPress', { x: 1, y: 1 }, { signal: abort.signal });
      abort.abort(new Error('The run was aborted.'));
      await assert.rejects(held, /aborted/);
    } finally {
      await slow.stop();
    }
  });
});

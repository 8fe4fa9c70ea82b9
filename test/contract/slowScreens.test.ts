import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { runFailingStep, runStep } from '../support/stepCalls.ts';

const FORM = { platform: 'android', app: 'org.sandbox.form', clearData: true };
const LOADING_MS = 2000;
const PART_MS = LOADING_MS / 10;

describe('slowScreens', () => {
  let sandbox: TestSandbox;

  async function start(timeScale: number, milliseconds = LOADING_MS): Promise<void> {
    sandbox = await testSandbox({ timeScale });
    await sandbox.sandboxClient.addFault({ body: { fault: { kind: 'slowScreen', milliseconds } } });
  }
  afterEach(() => sandbox.stop());

  async function readNodes(): Promise<readonly UiNode[]> {
    const { value } = await sandbox.client.getUiState({ params: { deviceId: demoDeviceId('phone') } });
    const all = (node: UiNode): UiNode[] => [node, ...(node.children ?? []).flatMap(all)];
    return value.a11y_tree ? all(value.a11y_tree) : [];
  }

  const run = async (method: string, params: object) => runStep(sandbox.service, method, params);
  const byText = (text: string) => ({ by: 'text', text });

  it('slow screens show a progress indicator, then content that moves, and then stand still', async () => {
    await start(1);
    const { clock } = sandbox;
    clock.freeze(true);
    await run('device.launchApp', FORM);
    const first = await readNodes();
    assert.ok(first.some(({ className }) => className === 'android.widget.ProgressBar'));
    assert.ok(!first.some(({ text }) => text === 'Create account'));
    const topAfter = async (parts: number): Promise<number | undefined> => {
      clock.set(clock.now() + parts * PART_MS);
      return (await readNodes()).find(({ text }) => text === 'Create account')?.boundsInScreen?.top;
    };
    assert.equal(await topAfter(5), undefined);
    const [early, later, last] = [await topAfter(2), await topAfter(2), await topAfter(1)];
    assert.ok(early !== undefined && later !== undefined && last !== undefined);
    assert.ok(early > later && later > last);
    assert.equal(await topAfter(10), last);
  });

  it('slow screens appear as far as they have loaded in pictures and for one device', async () => {
    await start(1);
    await sandbox.sandboxClient.clearFaults({});
    const fault = {
      kind: 'slowScreen' as const,
      milliseconds: LOADING_MS,
      deviceId: demoDeviceId('tablet'),
    };
    await sandbox.sandboxClient.addFault({ body: { fault } });
    sandbox.clock.freeze(true);
    await run('device.launchApp', FORM);
    assert.ok((await readNodes()).some(({ text }) => text === 'Create account'));
    await runStep(sandbox.service, 'device.launchApp', FORM, { key: 'tablet' });
    const picture = async () =>
      (await sandbox.client.takeScreenshot({ params: { deviceId: fault.deviceId } })).value;
    const before = await picture();
    sandbox.clock.set(sandbox.clock.now() + LOADING_MS);
    assert.notDeepEqual(await picture(), before);
  });

  it('slow screens have settled before a step finds, checks, or reads an element', async () => {
    await start(0.05);
    await run('device.launchApp', FORM);
    const name = { by: 'resourceId', resourceId: 'org.sandbox.form:id/form.name' };
    await run('device.tap', { target: name });
    await run('device.typeText', { text: 'Ada' });
    assert.equal((await run('device.readElement', { element: name }))['text'], 'Ada');
    await run('device.globalAction', { button: 'home' });
    await run('device.tap', { target: byText('Settings') });
    await run('device.scrollTo', { element: byText('About this phone') });
    await run('device.tap', { target: byText('About this phone') });
    await run('device.assertText', { contains: 'About this phone' });
    await run('device.globalAction', { button: 'back' });
    await run('device.checkElement', {
      element: byText('About this phone'),
      state: 'visible',
    });
  });

  it('slow screens do not make an element count as gone while they load', async () => {
    await start(0.05);
    await run('device.launchApp', FORM);
    const element = byText('Create account');
    const [, message] = await runFailingStep(sandbox.service, 'device.checkElement', {
      element,
      state: 'gone',
      timeoutSeconds: 1,
    });
    assert.match(message, /“Create account” is on the screen/);
  });

  it('slow screens that do not settle fail the step with what they show, after a limit', async () => {
    await start(1, 120_000);
    const { clock } = sandbox;
    clock.freeze(true);
    await run('device.launchApp', FORM);
    const failed = runFailingStep(sandbox.service, 'device.tap', { target: byText('Create account') });
    await turn();
    clock.set(clock.now() + 10_000);
    const [code, message] = await failed;
    assert.equal(code, 'logic');
    assert.match(message, /is on the screen\. It was still loading\. The screen shows no text\.$/);
  });

  it('slow screens cannot be limited to calls', async () => {
    await start(0);
    const body = { path: '/v1/**', fault: { kind: 'slowScreen' as const, milliseconds: 1 } };
    await assert.rejects(sandbox.sandboxClient.addFault({ body }), /only its “deviceId”/);
  });

  it('an element that does not appear fails its step with the texts that the screen shows, without passcodes', async () => {
    await start(0);
    await sandbox.sandboxClient.clearFaults({});
    await sandbox.sandboxClient.deliverMessage({
      params: { mailboxId: demoMailboxId('gmail') },
      body: { subject: 'Sign in', text: 'Your passcode is 482913.' },
    });
    await run('device.tap', { target: byText('Messages') });
    const wait = { element: byText('Nowhere'), timeoutSeconds: 0 };
    const [, message] = await runFailingStep(sandbox.service, 'device.waitForElement', wait);
    assert.match(message, /“Nowhere” did not appear within 0 seconds\. The screen shows “Messages”, /);
    assert.doesNotMatch(message, /482913/);
  });
});

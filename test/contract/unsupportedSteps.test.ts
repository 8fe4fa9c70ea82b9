import assert from 'node:assert/strict';
import type { Execution } from '../../src/contract/records/execution.ts';
import { neededCapability } from '../../src/flow/neededCapability.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { type Entry, FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { runFailingStep } from '../support/stepCalls.ts';

const HERE = { latitude: 1, longitude: 1 };
/** Parameters with which each step would succeed on a device that supports it. */
const PARAMS: Readonly<Record<string, object>> = {
  'device.followRoute': {
    route: [
      [1, 1],
      [2, 2],
    ],
  },
  'device.installApp': { appId: demoDeviceId('phone') },
  'device.setClipboard': { content: 'a' },
  'device.setLanguage': { locale: 'de-DE' },
  'device.setLocation': HERE,
  'device.setPermission': { app: 'org.sandbox.form' },
  'device.setTimeZone': { timezone: 'Europe/Berlin' },
  'files.download': { path: '/sdcard/Download/a.txt' },
  'files.upload': { filename: 'a.txt', content: { kind: 'text', text: 'a' } },
};

describe('unsupportedSteps', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0.001 });
  });

  afterEach(() => sandbox.stop());

  async function runOf(actions: Entry[]): Promise<Execution> {
    const runner = new FlowRunner(sandbox);
    const flow = await runner.createFlow(actions, { deviceIds: [demoDeviceId('no-geo')] });
    runner.verify(flow.id);
    return runner.ended(flow);
  }

  const outcomes = (run: Execution): unknown[] =>
    stepsOf(run).map(({ method, status, error, code }) => [
      method,
      status,
      ...(error == null ? [] : [error, code]),
    ]);

  it('a run does nothing on a device that cannot do one of its steps, and says which', async () => {
    const tap = step('device.tap', 0, { target: { x: 540, y: 1200 } });
    const run = await runOf([
      tap,
      step('device.setLocation', 1, HERE),
      step('device.pressKey', 2, { key: 'tab' }),
    ]);
    assert.equal(run.status, 'failed');
    assert.match(run.error ?? '', /^Step 2 “.+”: This device does not support geo\.$/);
    assert.deepEqual(outcomes(run), [
      ['device.tap', 'skipped'],
      ['device.setLocation', 'failed', 'This device does not support geo.', 'client_error'],
      ['device.pressKey', 'skipped'],
    ]);
    assert.deepEqual(sandbox.service.store.gestures.all({}), []);
  });

  it('a run reaches a step that the device cannot do if it may fail or may not run', async () => {
    const mayFail = await runOf([
      step('device.pressKey', 0, { key: 'tab' }),
      step('device.setLocation', 1, HERE, { continueOnError: true }),
    ]);
    assert.equal(mayFail.status, 'success');
    const guarded = await runOf([
      step('device.pressKey', 0, { key: 'tab' }),
      step('flow.stop', 1, { outcome: 'success' }),
      step('device.setLocation', 2, HERE),
    ]);
    assert.equal(guarded.status, 'success');
    const inside = step('device.setLocation', 0, HERE);
    const branch = { left: '{{event.payload.nobody}}', operator: 'exists' };
    const children = [inside];
    const mayNotRun = await runOf([
      step('device.pressKey', 0, { key: 'tab' }),
      step('flow.branch', 1, branch, { children, continueOnError: true }),
    ]);
    assert.equal(outcomes(mayNotRun).length > 0 && stepsOf(mayNotRun)[0]?.status, 'success');
  });

  it('the actions that need a capability are those that a device without it refuses', async () => {
    const { service } = sandbox;
    const methods = demoCatalog.map(({ method }) => method).filter(method => neededCapability(method));
    assert.equal(methods.length, 11);
    for (const method of methods) {
      const capability = neededCapability(method)?.capability ?? '';
      const device = service.store.devices.get(demoDeviceId('phone'));
      assert.ok(device);
      const capabilities = { ...device.sandbox.capabilities, [capability]: false };
      service.store.devices.put({ ...device, sandbox: { ...device.sandbox, capabilities } });
      const [code, message] = await runFailingStep(service, method, PARAMS[method] ?? {});
      assert.deepEqual(
        [code, message],
        ['client_error', `This device does not support ${capability}.`],
        method,
      );
      service.store.devices.put(device);
    }
  });
});

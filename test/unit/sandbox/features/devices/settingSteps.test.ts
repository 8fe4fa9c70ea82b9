import assert from 'node:assert/strict';
import { demoDeviceId } from '../../../../../src/sandbox/demo/devices.ts';
import type { PhoneState } from '../../../../../src/sandbox/phone/state.ts';
import type { Service } from '../../../../../src/sandbox/runtime/service.ts';
import { testSandbox, type TestSandbox } from '../../../../support/sandbox.ts';
import { runFailingStep, runStep } from '../../../../support/stepCalls.ts';

describe('sandbox/features/devices/settingSteps', () => {
  let sandbox: TestSandbox;
  let service: Service;

  beforeEach(async () => {
    sandbox = await testSandbox();
    ({ service } = sandbox);
  });

  afterEach(() => sandbox.stop());

  function phone(): PhoneState {
    const state = service.store.phones.get(demoDeviceId('phone'))?.state;
    assert.ok(state);
    return state;
  }

  async function fail(method: string, params: object, key = 'phone'): Promise<string> {
    return (await runFailingStep(service, method, params, { key }))[0];
  }

  it('steps that set up a device grant and revoke a permission', async () => {
    const app = 'org.sandbox.form';
    assert.deepEqual(await runStep(service, 'device.setPermission', { app }), { app, granted: true });
    assert.deepEqual(phone().notifying, [app]);
    const revoked = await runStep(service, 'device.setPermission', { app, granted: false });
    assert.deepEqual([revoked, phone().notifying], [{ app, granted: false }, []]);
    assert.equal(await fail('device.setPermission', { app: 'com.missing' }), 'client_error');
    assert.equal(await fail('device.setPermission', { app }, 'ios'), 'client_error');
  });

  it('steps that set up a device set the language in its canonical form, and the time zone', async () => {
    const output = await runStep(service, 'device.setLanguage', { locale: 'pt-br', restart: true });
    assert.deepEqual([output, phone().locale], [{ locale: 'pt-BR' }, 'pt-BR']);
    const timezone = 'Asia/Tokyo';
    assert.deepEqual(await runStep(service, 'device.setTimeZone', { timezone }), { timezone });
    assert.equal(phone().timeZone, timezone);
    assert.equal(await fail('device.setTimeZone', { timezone: 'Mars/Olympus' }), 'client_error');
  });

  it('steps that set up a device set and read the clipboard', async () => {
    assert.deepEqual(await runStep(service, 'device.readClipboard', {}), { text: '' });
    assert.deepEqual(await runStep(service, 'device.setClipboard', { content: 'SAVE20' }), { length: 6 });
    assert.deepEqual(await runStep(service, 'device.readClipboard', {}), { text: 'SAVE20' });
  });

  it('steps that set up a device keep a file of the device with the run, unless there is none', async () => {
    const content = { kind: 'text', text: 'a,b' };
    const { path } = await runStep(service, 'files.upload', { filename: 'list.csv', content });
    const { fileId, ...facts } = await runStep(service, 'files.download', { path });
    assert.deepEqual(facts, { filename: 'list.csv', sizeBytes: 3 });
    const { base64 = '' } = service.store.runFiles.get(String(fileId)) ?? {};
    assert.equal(Buffer.from(base64, 'base64').toString(), 'a,b');
    for (const missing of ['/sdcard/none', '/sdcard', '/sdcard/../a'])
      assert.equal(await fail('files.download', { path: missing }), 'client_error', missing);
    assert.equal(await fail('files.download', { path: '/sdcard/a' }, 'ios'), 'client_error');
  });
});

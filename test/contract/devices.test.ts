import assert from 'node:assert/strict';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('devices in the sandbox', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function refusal(call: Promise<unknown>): Promise<unknown[]> {
    const { failure, status } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    return [status, failure.body];
  }

  it('are stopped and resumed, each once', async () => {
    const input = { params: { deviceId: demoDeviceId('phone') } };
    assert.deepEqual(await refusal(sandbox.client.resumeDevice(input)), [409, 'device']);
    await sandbox.client.stopDevice(input);
    assert.equal((await sandbox.client.getDevice(input)).value.state, 'stopped');
    assert.deepEqual(await refusal(sandbox.client.stopDevice(input)), [409, 'device']);
    await sandbox.client.resumeDevice(input);
    assert.equal((await sandbox.client.getDevice(input)).value.state, 'ready');
  });

  it('without the capability are not stopped', async () => {
    const input = { params: { deviceId: demoDeviceId('no-geo') } };
    assert.deepEqual(await refusal(sandbox.client.stopDevice(input)), [404, 'device']);
    assert.equal((await sandbox.client.getDevice(input)).value.state, 'ready');
  });
});

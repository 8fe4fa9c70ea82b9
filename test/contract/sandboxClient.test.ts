import assert from 'node:assert/strict';
import { ApiError } from '../../src/client/failure.ts';
import { sandboxOperations } from '../../src/contract/sandboxOperations.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('sandboxClient', () => {
  let sandbox: TestSandbox;
  before(async () => void (sandbox = await testSandbox()));
  after(() => sandbox.stop());

  it('the client of the sandbox operations has a method for each operation', () => {
    assert.deepEqual(
      Object.keys(sandbox.sandboxClient).toSorted(),
      Object.keys(sandboxOperations).toSorted(),
    );
  });

  it('the client of the sandbox operations calls the root of the server with the key and reads the response', async () => {
    const deviceId = demoDeviceId('phone');
    await sandbox.sandboxClient.disconnectDevice({ params: { deviceId } });
    assert.equal((await sandbox.client.getDevice({ params: { deviceId } })).value.state, 'disconnected');
    await sandbox.sandboxClient.reconnectDevice({ params: { deviceId } });
    assert.equal((await sandbox.client.getDevice({ params: { deviceId } })).value.state, 'ready');
  });

  it('the client of the sandbox operations refuses invalid input, and rejects with the error of the sandbox', async () => {
    const deviceId = '00000000-0000-4000-8000-000000000000';
    const missing = sandbox.sandboxClient.disconnectDevice({ params: { deviceId } });
    await assert.rejects(missing, (error: unknown) => {
      assert(error instanceof ApiError);
      assert.equal(error.operation, 'disconnectDevice');
      assert.equal(error.failure.kind === 'refused' && error.failure.status, 404);
      return true;
    });
    const misfit = sandbox.sandboxClient.disconnectDevice({ params: { deviceId: 'none' } });
    await assert.rejects(
      misfit,
      (error: unknown) => error instanceof ApiError && error.failure.kind === 'invalidRequest',
    );
  });
});

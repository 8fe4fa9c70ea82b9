import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { callProgram, type CommandOutcome } from '../support/commandLine.ts';
import { step } from '../support/flowRunner.ts';
import { Gateway } from '../support/gateway.ts';
import { useFolder } from '../support/useFolder.ts';

describe('commandLineService', () => {
  const folder = useFolder('plain-service');
  let gateway: Gateway;

  before(async () => {
    gateway = await Gateway.start(() => true, { timeScale: 0.05 });
    const connection = { name: 'Plain', baseUrl: gateway.baseUrl };
    await writeFile(join(folder, 'plain.json'), JSON.stringify(connection));
  });

  after(() => gateway.stop());

  async function call(...args: readonly string[]): Promise<CommandOutcome> {
    const { host } = new URL(gateway.baseUrl);
    const environment = { CLOUD_DEVICES_API_KEY: gateway.key, CLOUD_DEVICES_ALLOWED_HOSTS: host };
    return callProgram(args, folder, environment);
  }

  function write(shown: string): Promise<void> {
    const actions = [
      step('task.run', 1, { task: 'Open the settings.', llmModel: 'demo/fast' }),
      step('device.assertText', 2, { contains: shown }),
    ];
    const deviceIds = [demoDeviceId('phone')];
    const flow = { name: 'Open the settings', triggerId: demoTriggerId('custom'), deviceIds, actions };
    return writeFile(join(folder, 'settings.flow.json'), JSON.stringify(flow));
  }

  it('the command line with a service without operations of its own for it goes from a file to an active flow, and says why a run failed', async () => {
    const connected = ['--connection', 'plain.json'];
    await write('No such text');
    assert.equal((await call('validate', 'settings.flow.json')).code, 0);
    const failed = await call('deploy', ...connected, '--verify', '--format', 'json', 'settings.flow.json');
    assert.equal(failed.code, 1, failed.stderr);
    const [line] = JSON.parse(failed.stdout) as { problem: string; executionId: string }[];
    assert.match(line?.problem ?? '', /^The verification failed\. Step 2 “[^”]+”: .*No such text/);
    const trace = await call('trace', ...connected, line?.executionId ?? '');
    assert.equal(trace.code, 0, trace.stderr);
    assert.match(trace.stdout, /: failed\n/);
    assert.match(trace.stdout, /\n✓ 1 Run task/i);
    assert.match(trace.stdout, /\n✗ 2 /);
    await write('Bluetooth');
    const active = await call('deploy', ...connected, '--activate', 'settings.flow.json');
    assert.match(active.stdout, /settings\.flow\.json: updated, verified in [^,]+, active\n/);
    assert.equal(active.code, 0);
    const { items } = (await gateway.sandbox.client.listFlows({ query: { pageSize: 100 } })).value;
    assert.deepEqual(
      items?.filter(({ name }) => name === 'Open the settings').map(({ enabled }) => enabled),
      [true],
    );
  });
});

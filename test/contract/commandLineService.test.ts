import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTrace } from '../../src/flow/trace/traceFile.ts';
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

  it('the command line with a service checks flow files there too, and prints an error that both find once', async () => {
    const connected = ['--service', '--connection', 'plain.json'];
    await write('Bluetooth');
    const clean = await call('validate', ...connected, 'settings.flow.json');
    assert.equal(clean.code, 0, clean.stderr);
    const file = join(folder, 'settings.flow.json');
    const flow = JSON.parse(await readFile(file, 'utf8')) as { actions: object[] };
    const delivery = { destination: 'one_drive', recording: { filename: 'run' } };
    await writeFile(file, JSON.stringify({ ...flow, delivery }));
    const own = await call('validate', '--format', 'json', 'settings.flow.json');
    assert.deepEqual(JSON.parse(own.stdout), []);
    const warned = await call('validate', ...connected, '--format', 'json', 'settings.flow.json');
    assert.equal(warned.code, 0, warned.stderr);
    const [warning, ...others] = JSON.parse(warned.stdout) as { code: string; message: string }[];
    assert.deepEqual([warning?.code, others], ['service', []]);
    assert.match(warning?.message ?? '', /^The service reports: .* is not connected/);
    const [first] = flow.actions;
    const wrong = { ...flow, actions: [{ ...first, overrides: { params: { task: 7 } } }] };
    await writeFile(file, JSON.stringify(wrong));
    const both = await call('validate', ...connected, '--format', 'json', 'settings.flow.json');
    assert.equal(both.code, 1);
    const codes = (JSON.parse(both.stdout) as { code: string }[]).map(({ code }) => code);
    assert.ok(codes.length > 0 && !codes.includes('service'), codes.join());
    await write('Bluetooth');
    const body = { code: 'bad_request', message: 'There are too many steps.' };
    const fault = { kind: 'status', status: 422, body } as const;
    await gateway.sandbox.sandboxClient.addFault({ body: { operation: 'validateFlow', times: 1, fault } });
    const refused = await call('validate', ...connected, 'settings.flow.json');
    assert.equal(refused.code, 1, refused.stderr);
    assert.match(refused.stdout, /error service: The service reports: There are too many steps\./);
  });

  it('the command line with a service says what it lacks to check flow files there', async () => {
    await write('Bluetooth');
    const alone = await call('validate', '--connection', 'plain.json', 'settings.flow.json');
    assert.deepEqual(alone, {
      ...{ code: 2, stdout: '' },
      stderr: 'A connection is used only with --service, which is missing.\n',
    });
    const bare = await Gateway.start(id => id !== 'validateFlow');
    try {
      const { host } = new URL(bare.baseUrl);
      await writeFile(join(folder, 'bare.json'), JSON.stringify({ name: 'Bare', baseUrl: bare.baseUrl }));
      const environment = { CLOUD_DEVICES_API_KEY: bare.key, CLOUD_DEVICES_ALLOWED_HOSTS: host };
      const args = ['validate', '--service', '--connection', 'bare.json', 'settings.flow.json'];
      const { code, stderr } = await callProgram(args, folder, environment);
      assert.deepEqual(
        [code, stderr],
        [2, 'Bare does not offer to check flows. Check them without --service.\n'],
      );
    } finally {
      await bare.stop();
    }
  });

  it('the command line with a service saves the trace of an execution with its screenshots', async () => {
    const connected = ['--connection', 'plain.json'];
    await write('No such text');
    const deployed = await call('deploy', ...connected, '--verify', '--format', 'json', 'settings.flow.json');
    const [line] = JSON.parse(deployed.stdout) as { executionId: string }[];
    const id = line?.executionId ?? '';
    const saved = await call('trace', ...connected, '--output', 'traces/run.flow-trace', id);
    assert.equal(saved.code, 0, saved.stderr);
    const { document, pictures } = await readTrace(
      new Uint8Array(await readFile(join(folder, 'traces', 'run.flow-trace'))),
    );
    assert.equal(document.source, 'Plain');
    assert.ok(document.screens.length > 0);
    assert.equal(pictures.size, document.screens.length);
    const printed = await call('trace', 'traces/run.flow-trace');
    assert.equal(printed.code, 0, printed.stderr);
    assert.match(printed.stdout, /\n✗ 2 /);
    const again = await call('trace', '--output', 'copy.flow-trace', 'traces/run.flow-trace');
    assert.deepEqual([again.code, again.stdout], [2, '']);
    assert.match(again.stderr, /^--output saves the trace of an execution/);
    const misnamed = await call('trace', ...connected, '--output', 'run.zip', id);
    assert.match(misnamed.stderr, /^run\.zip does not end with \.flow-trace/);
  });
});

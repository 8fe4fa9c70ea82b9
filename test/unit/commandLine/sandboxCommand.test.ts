import assert from 'node:assert/strict';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { CommanderError } from '@commander-js/extra-typings';
import { sandboxCommand } from '../../../src/commandLine/sandboxCommand.ts';
import type { SandboxOptions } from '../../../src/sandbox/command.ts';

const program = new URL('file:///program.js');

/** Parses a command line with these environment variables. Returns the options, or the error message. */
async function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<SandboxOptions | string> {
  let read: SandboxOptions | undefined;
  let message = '';
  const command = sandboxCommand(
    { program },
    () => undefined,
    options => {
      read = options;
      return Promise.resolve(0);
    },
  );
  command.exitOverride().configureOutput({ writeErr: text => (message += text) });
  const before = { ...process.env };
  delete process.env['CLOUD_DEVICES_SANDBOX_SCHEDULES'];
  Object.assign(process.env, environment);
  try {
    await command.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  } finally {
    process.env = before;
  }
  return read ?? message;
}

describe('commandLine/sandboxCommand', () => {
  it('the command line of the sandbox has a default for every option, and a new key each time', async () => {
    const first = await readOptions([]);
    const second = await readOptions([]);
    assert.ok(typeof first === 'object' && typeof second === 'object');
    assert.match(first.key, /^sk_sandbox_[\w-]{32}$/);
    assert.notEqual(first.key, second.key);
    assert.deepEqual(
      { ...first, key: '' },
      {
        port: 0,
        dataFile: undefined,
        seed: 'demo',
        seedNumber: 1,
        key: '',
        loopbackWebhooks: false,
        loopbackPorts: [],
        adb: undefined,
        addPhones: undefined,
        control: false,
        timeScale: 1,
        schedules: true,
        traces: { runs: 20, days: 14 },
        pictureThread: program,
        parent: false,
      },
    );
  });

  it('the command line of the sandbox reads every option', async () => {
    const args =
      '--port 4000 --data a.db --seed large --seed-number 7 --key k --loopback-webhooks --loopback-port 3000 --loopback-port 4011 --adb localhost:5038 --add-phone R5CT --add-phone emulator-5554 --control --time-scale 0.01 --no-schedules --trace-runs 5 --trace-days 2 --parent';
    assert.deepEqual(await readOptions(args.split(' '), { CLOUD_DEVICES_SANDBOX_KEY: 'other' }), {
      port: 4000,
      dataFile: 'a.db',
      seed: 'large',
      seedNumber: 7,
      key: 'k',
      loopbackWebhooks: true,
      loopbackPorts: [3000, 4011],
      adb: { host: 'localhost', port: 5038 },
      addPhones: ['R5CT', 'emulator-5554'],
      control: true,
      timeScale: 0.01,
      schedules: false,
      traces: { runs: 5, days: 2 },
      pictureThread: program,
      parent: true,
    });
  });

  it('the command line of the sandbox adds phones of a service by a relay, without the key of the service', async () => {
    const id = '3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10';
    const args = ['--phone-service', 'https://api.example.com/v1', '--add-phone', id];
    const options = await readOptions(args, { CLOUD_DEVICES_API_KEY: 'sk_far_4711' });
    assert.ok(typeof options === 'object');
    const { addPhones, servicePhones } = options;
    assert.deepEqual([addPhones, servicePhones?.phoneIds], [[], [id]]);
    assert.equal(servicePhones?.service.name, 'api.example.com');
    assert.match(servicePhones.service.baseUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.ok(!JSON.stringify(options).includes('sk_far_4711'));
  });

  it('the command line of the sandbox says that the key, the address, or the IDs of the phones of a service are missing', async () => {
    const phone = ['--add-phone', demoDeviceId('phone')];
    const args = ['--phone-service', 'https://api.example.com/v1'];
    for (const more of [[], ['--add-phone', 'all']])
      await assert.rejects(readOptions([...args, ...more], { CLOUD_DEVICES_API_KEY: 'k' }), /needs the IDs/);
    await assert.rejects(
      readOptions([...args, ...phone], { CLOUD_DEVICES_API_KEY: '' }),
      /Set CLOUD_DEVICES_API_KEY/,
    );
    const plain = readOptions(['--phone-service', 'http://api.example.com/v1', ...phone], {
      CLOUD_DEVICES_API_KEY: 'k',
    });
    await assert.rejects(plain, /--phone-service has an unusable address/);
  });

  it('the command line of the sandbox reads the port of the adb server from the environment', async () => {
    for (const [value, adb] of [
      ['5039', { host: '127.0.0.1', port: 5039 }],
      ['no', undefined],
      ['70000', undefined],
    ] as const) {
      const options = await readOptions([], { ANDROID_ADB_SERVER_PORT: value });
      assert.ok(typeof options === 'object');
      assert.deepEqual(options.adb, adb);
    }
  });

  it('the command line of the sandbox reads the key from the environment', async () => {
    const options = await readOptions([], { CLOUD_DEVICES_SANDBOX_KEY: 'from-outside' });
    assert.ok(typeof options === 'object' && options.key === 'from-outside');
  });

  it('the command line of the sandbox turns schedules off if the environment says so', async () => {
    for (const [value, schedules] of [
      ['off', false],
      ['on', true],
    ] as const) {
      const options = await readOptions([], { CLOUD_DEVICES_SANDBOX_SCHEDULES: value });
      assert.ok(typeof options === 'object');
      assert.equal(options.schedules, schedules);
    }
  });

  for (const [args, problem] of [
    [
      ['--port', '70000'],
      /'--port <port>' argument '70000' is invalid\. It takes a whole number from 0 to 65535\./,
    ],
    [['--port', '1.5'], /--port/],
    [['--loopback-port', 'all'], /--loopback-port .* It takes a whole number/],
    [['--seed', 'huge'], /argument 'huge' is invalid\. Allowed choices are demo, empty, large\./],
    [['--seed-number', '-1'], /seed-number/],
    [['--time-scale', 'fast'], /--time-scale .* It takes a number/],
    [['--key', 'two words'], /no spaces/],
    [['--key', ''], /one or more/],
    [['extra'], /too many arguments/],
  ] as const) {
    it(`the command line of the sandbox reports the error in ${args.join(' ')}`, async () => {
      const options = await readOptions(args);
      assert.ok(typeof options === 'string');
      assert.match(options, problem);
    });
  }
});

import assert from 'node:assert/strict';
import { readOptions } from '../../../src/sandbox/options.ts';

describe('the command line of the sandbox', () => {
  it('has a default for every option, and a new key each time', () => {
    const first = readOptions([], {});
    const second = readOptions([], {});
    assert.ok(typeof first === 'object' && 'key' in first && typeof second === 'object' && 'key' in second);
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
        control: false,
        timeScale: 1,
        schedules: true,
        parent: false,
      },
    );
  });

  it('reads every option', () => {
    const args =
      '--port 4000 --data a.db --seed large --seed-number 7 --key k --loopback-webhooks --loopback-port 3000 --loopback-port 4011 --control --time-scale 0.01 --no-schedules --parent';
    assert.deepEqual(readOptions(args.split(' '), { CLOUD_DEVICES_SANDBOX_KEY: 'other' }), {
      port: 4000,
      dataFile: 'a.db',
      seed: 'large',
      seedNumber: 7,
      key: 'k',
      loopbackWebhooks: true,
      loopbackPorts: [3000, 4011],
      control: true,
      timeScale: 0.01,
      schedules: false,
      parent: true,
    });
  });

  it('reads the key from the environment', () => {
    const options = readOptions([], { CLOUD_DEVICES_SANDBOX_KEY: 'from-outside' });
    assert.ok(typeof options === 'object' && 'key' in options && options.key === 'from-outside');
  });

  it('turns schedules off if the environment says so', () => {
    for (const [value, schedules] of [
      ['off', false],
      ['on', true],
    ] as const) {
      const options = readOptions([], { CLOUD_DEVICES_SANDBOX_SCHEDULES: value });
      assert.ok(typeof options === 'object' && 'schedules' in options);
      assert.equal(options.schedules, schedules);
    }
  });

  for (const [args, problem] of [
    [['--port', '70000'], /--port takes a whole number from 0 to 65535, not “70000”/],
    [['--port', '1.5'], /--port/],
    [['--loopback-port', 'all'], /--loopback-port takes a whole number/],
    [['--seed', 'huge'], /--seed takes one of demo, empty, large, not “huge”/],
    [['--seed-number', '-1'], /seed-number/],
    [['--time-scale', 'fast'], /--time-scale takes a number/],
    [['--key', 'two words'], /no spaces/],
    [['--key', ''], /one or more/],
    [['extra'], /extra/],
  ] as const) {
    it(`reports the error in ${args.join(' ')}`, () => {
      const options = readOptions(args, {});
      assert.ok(typeof options === 'object' && 'usage' in options);
      assert.match(options.usage, problem);
    });
  }
});

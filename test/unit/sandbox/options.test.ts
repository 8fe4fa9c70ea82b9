import assert from 'node:assert/strict';
import { readOptions } from '../../../src/sandbox/options.ts';

describe('the command line of the sandbox', () => {
  it('has a default for everything, and a new key each time', () => {
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
        control: false,
        timeScale: 1,
        parent: false,
      },
    );
  });

  it('reads every option', () => {
    const args =
      '--port 4000 --data a.db --seed large --seed-number 7 --key k --loopback-webhooks --control --time-scale 0.01 --parent';
    assert.deepEqual(readOptions(args.split(' '), { CLOUD_DEVICES_SANDBOX_KEY: 'other' }), {
      port: 4000,
      dataFile: 'a.db',
      seed: 'large',
      seedNumber: 7,
      key: 'k',
      loopbackWebhooks: true,
      control: true,
      timeScale: 0.01,
      parent: true,
    });
  });

  it('takes the key from the environment', () => {
    const options = readOptions([], { CLOUD_DEVICES_SANDBOX_KEY: 'from-outside' });
    assert.ok(typeof options === 'object' && 'key' in options && options.key === 'from-outside');
  });

  for (const [args, problem] of [
    [['--port', '70000'], /--port takes a whole number from 0 to 65535, not “70000”/],
    [['--port', '1.5'], /--port/],
    [['--seed', 'huge'], /--seed takes one of demo, empty, large, not “huge”/],
    [['--seed-number', '-1'], /seed-number/],
    [['--time-scale', 'fast'], /--time-scale takes a number/],
    [['--key', 'two words'], /no spaces/],
    [['--key', ''], /one or more/],
    [['extra'], /extra/],
  ] as const) {
    it(`says what is wrong with ${args.join(' ')}`, () => {
      const options = readOptions(args, {});
      assert.ok(typeof options === 'object' && 'usage' in options);
      assert.match(options.usage, problem);
    });
  }
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DeviceError } from '../../src/contract/errors.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { openApp } from '../../src/sandbox/phone/applyEffect.ts';
import { phoneOf } from '../../src/sandbox/records/phone.ts';
import { focusField } from '../../src/sandbox/phone/typing.ts';
import { callDevice, readGestures } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const number = fc.oneof(
  fc.integer({ min: 0, max: 2400 }),
  fc.double({ min: 0, max: 2400, noNaN: true }),
  fc.double(),
  fc.maxSafeInteger(),
);
const anything = fc.oneof(number, fc.string(), fc.boolean(), fc.constant(null), fc.constant([]));
const mostly = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: anything });
const flag = mostly(fc.boolean());
const text = fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' ', '\t', '\n', '👍', '\0', '\ud800', '漢') });

const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'POST /tap': fc.record({ x: mostly(number), y: mostly(number), stealth: flag }, { requiredKeys: ['x'] }),
  'POST /swipe': fc.record({
    startX: mostly(number),
    startY: mostly(number),
    endX: mostly(number),
    endY: mostly(number),
    duration: mostly(fc.oneof(fc.integer({ min: 10, max: 5000 }), fc.maxSafeNat())),
    stealth: flag,
  }),
  'POST /global': fc.record({ action: mostly(fc.integer({ min: 1, max: 3 })) }),
  'POST /keyboard': fc.record(
    { text: mostly(text), clear: flag, stealth: flag, wpm: mostly(number), errorRate: mostly(number) },
    { requiredKeys: ['text'] },
  ),
  'PUT /keyboard': fc.record({ key: mostly(fc.integer({ min: 0, max: 320 })) }),
  'DELETE /keyboard': fc.constant(undefined),
  'POST /location': fc.record({
    latitude: mostly(fc.double({ min: -90, max: 90, noNaN: true })),
    longitude: mostly(fc.double({ min: -180, max: 180, noNaN: true })),
  }),
  'DELETE /location': fc.constant(undefined),
  'GET /location': fc.constant(undefined),
  'POST /overlay': fc.record({ visible: flag }),
  'GET /overlay': fc.constant(undefined),
  'GET /ui-state': fc.constant(undefined),
  'GET /time': fc.constant(undefined),
  'GET /apps': fc.constant(undefined),
  'GET /packages': fc.constant(undefined),
};

/** A body that each call takes; those that are not named take none. */
const takenBodies: Readonly<Record<string, object>> = {
  'POST /tap': { x: 100, y: 200 },
  'POST /swipe': { startX: 100, startY: 900, endX: 100, endY: 300, duration: 300 },
  'POST /global': { action: 1 },
  'POST /keyboard': { text: 'a' },
  'PUT /keyboard': { key: 66 },
  'POST /location': { latitude: 48.85, longitude: 2.29 },
  'POST /overlay': { visible: true },
};

/** A request of any kind, about any demo device that does not only refuse, for any display. */
const requests = fc.constantFrom(...Object.keys(bodies)).chain(call =>
  fc.record({
    call: fc.constant(call),
    body: bodies[call] ?? fc.constant(undefined),
    key: fc.constantFrom('phone', 'tablet', 'foldable', 'no-geo', 'ios'),
    display: fc.constantFrom(undefined, '0', '1', '2', 'x'),
  }),
);

type Request = typeof requests extends fc.Arbitrary<infer T> ? T : never;

describe('deviceRequests', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox();
  });

  after(() => sandbox.stop());

  /** Opens the form and gives its first field the focus, without which nothing can be typed. */
  function focus(key: string): void {
    const { store } = sandbox.service;
    const device = store.devices.get(demoDeviceId(key));
    assert.ok(device);
    const phone = phoneOf(store, device);
    store.phones.put({ ...phone, state: focusField(openApp(phone.state, 'form'), 'form.name') });
  }

  it('requests to devices in the sandbox with any content succeed or are refused in the device error model, and leave a valid log', async () => {
    const seen = new Set<string>();
    // By chance alone, a call with many values may be refused each time.
    const taken = Object.keys(bodies).map((call): [Request] => [
      { call, body: takenBodies[call], key: 'phone', display: undefined },
    ]);
    await fc.assert(
      fc.asyncProperty(requests, async ({ call, body, key, display }) => {
        const [method = '', path = ''] = call.split(' ');
        const headers: Record<string, string> =
          display === undefined ? {} : { 'x-device-display-id': display };
        if (path === '/keyboard') focus(key);
        const response = await callDevice(sandbox, key, method, path, body, headers);
        const answer = await response.text();
        assert.ok(response.status < 500, `${call} ${JSON.stringify(body)}: ${answer}`);
        seen.add(`${call} ${response.status >= 400 ? 'refused' : 'done'}`);
        if (response.status < 400) return;
        const problem = DeviceError.parse(JSON.parse(answer));
        assert.equal(problem.status, response.status);
        assert.ok([400, 409, 422].includes(response.status), answer);
      }),
      { numRuns: 800, seed: 20_261_121, examples: taken },
    );
    for (const call of Object.keys(bodies)) assert.ok(seen.has(`${call} done`), `${call} succeeded once`);
    for (const key of ['phone', 'tablet', 'foldable', 'no-geo', 'ios']) await readGestures(sandbox, key);
  });
});

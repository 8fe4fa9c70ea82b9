import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { flowOf, type MethodStep } from '../support/agentFlows.ts';
import { type TestAgents, testAgents } from '../support/agents.ts';

const FILE = 'type.flow.json';
const TYPE_NAME: readonly MethodStep[] = [
  ['device.launchApp', { platform: 'android', app: 'org.sandbox.form' }],
  ['device.tap', { target: { by: 'description', description: 'Name' } }],
  ['device.typeText', { text: 'Ada' }],
];

describe('agentRuns', () => {
  let agents: TestAgents;
  beforeEach(async () => {
    agents = await testAgents();
  });
  afterEach(() => agents.stop());

  async function write(steps: readonly MethodStep[], change: object = {}): Promise<void> {
    const flow = await flowOf(agents.sandbox.client, FILE, steps);
    writeFileSync(join(agents.folder, FILE), JSON.stringify({ ...flow, ...change }));
  }

  /** Runs the file, and returns the ID of the device and the text of its field for a name. */
  async function run(input: object = {}): Promise<readonly [deviceId: string, name: string]> {
    const { status, device, steps } = await agents.call('run_flow', { path: FILE, ...input });
    assert.equal(status, 'success', JSON.stringify(steps));
    const { id } = device as { readonly id: string };
    const { elements } = await agents.call('look_at_device', { deviceId: id });
    const found = (elements as { description?: { text: string }; text?: { text: string } }[]).find(
      ({ description }) => description?.text === 'Name',
    );
    return [id, found?.text?.text ?? ''];
  }

  it('the tool run_flow begins on a phone without data of apps each time, also to verify, unless told otherwise', async () => {
    await write(TYPE_NAME, { deviceIds: [demoDeviceId('phone')] });
    const first = await run();
    assert.deepEqual(first, [demoDeviceId('phone'), 'Ada']);
    assert.deepEqual([await run(), await run()], [first, first]);
    await agents.call('deploy_flow', { path: FILE });
    assert.deepEqual(await run({ verify: true }), first);
    assert.deepEqual(await run({ fresh: false }), [demoDeviceId('phone'), 'AdaAda']);
  });

  it('the tool run_flow keeps the time zone and the installed apps of the phone', async () => {
    const deviceIds = [demoDeviceId('phone')];
    const { store } = agents.sandbox.service;
    await write([['device.setTimeZone', { timezone: 'Asia/Tokyo' }]], { deviceIds });
    await agents.call('run_flow', { path: FILE });
    const phone = store.phones.get(demoDeviceId('phone'));
    assert.ok(phone);
    const icon = { packageName: 'org.example.shop', label: 'Shop', versionName: '1.0', versionCode: 1 };
    store.phones.put({ ...phone, state: { ...phone.state, installed: [icon] } });
    await write(TYPE_NAME, { deviceIds });
    await run();
    const { timeZone, installed } = store.phones.get(demoDeviceId('phone'))?.state ?? {};
    assert.deepEqual([timeZone, installed], ['Asia/Tokyo', [icon]]);
  });

  it('the tool run_flow chooses a device of the platform if the flow names none, and says which', async () => {
    await write(TYPE_NAME, { deviceIds: [] });
    assert.deepEqual(await run(), [demoDeviceId('phone'), 'Ada']);
    await write([['device.launchApp', { platform: 'ios', app: 'org.sandbox.form' }]], { deviceIds: [] });
    const { status, device } = await agents.call('run_flow', { path: FILE });
    const name = { origin: 'service', text: 'iPhone' };
    assert.deepEqual([status, device], ['success', { id: demoDeviceId('ios'), name }]);
  });
});

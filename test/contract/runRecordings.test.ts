import assert from 'node:assert/strict';
import { Agent } from 'undici';
import { createClient } from '../../src/client/client.ts';
import type { TraceDocument } from '../../src/flow/trace/traceFile.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { RunReader } from '../../src/traceViewer/runReader.ts';
import { RunRecordings } from '../../src/traceViewer/runRecordings.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { Gateway } from '../support/gateway.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const steps = [
  step('device.globalAction', 1, { button: 'recents' }),
  step('device.globalAction', 2, { button: 'home' }),
];
const deviceIds = [demoDeviceId('phone'), demoDeviceId('tablet')];

describe('runRecordings', () => {
  let sandbox: TestSandbox;
  let recordings: RunRecordings;
  const { signal } = new AbortController();

  beforeEach(async () => {
    sandbox = await testSandbox();
    recordings = new RunRecordings(() => Promise.resolve(sandbox.client));
  });

  afterEach(() => sandbox.stop());

  async function run(
    recordingEnabled: boolean,
    {
      actions = steps,
      ...fields
    }: Partial<Parameters<FlowRunner['createFlow']>[1]> & {
      readonly actions?: Parameters<FlowRunner['createFlow']>[0];
      readonly isPlain?: boolean;
    } = {},
  ): Promise<TraceDocument> {
    const { isPlain = false, ...settings } = fields;
    const runner = new FlowRunner(sandbox);
    const given = { name: 'Recorded', deviceIds, recordingEnabled, ...settings };
    const flow = await runner.createFlow(actions, given);
    runner.verify(flow.id);
    const { id: executionId } = await runner.ended(flow);
    const client = () => Promise.resolve(sandbox.client);
    const openSandbox = () => Promise.resolve(sandbox.sandboxClient);
    const source = { executionId, isTrial: false, client, openSandbox: isPlain ? undefined : openSandbox };
    return new RunReader(source).read(signal);
  }

  it('the screen recordings of a run are found on each device as soon as they have a video, and lead from a step to its time', async () => {
    const document = await run(true);
    const found = await recordings.list(document, signal);
    assert.deepEqual(
      found.map(({ label }) => label),
      ['Pixel phone', 'Android tablet'],
    );
    const moments = document.steps.map((_, index) => recordings.momentOf(document, index));
    assert.deepEqual(
      moments.map(moment => moment?.id),
      [found[0]?.id, found[0]?.id, found[1]?.id, found[1]?.id],
    );
    for (const [index, { startedAt, deviceId }] of document.steps.entries()) {
      const moment = moments[index];
      assert.ok(moment && deviceId != null);
      const recordedAt = await startOf(deviceId, moment.id);
      assert.equal(moment.before, Date.parse(String(startedAt)) - Date.parse(recordedAt));
      assert.ok(moment.after !== undefined && moment.after >= moment.before);
    }
    const video = await recordings.video(found[0]?.id ?? '');
    assert.ok(!Buffer.isBuffer(video) && video.length > 1000);
    await assert.rejects(recordings.video('another'), /does not exist anymore/);
  });

  for (const isPlain of [false, true]) {
    it(`the screen recordings of a run of selected steps are shown at these steps only, on ${isPlain ? 'another service' : 'the sandbox'}`, async () => {
      const [first] = steps;
      assert.ok(first);
      // It takes a while, so that the step after it begins later.
      const longPress = step('device.longPress', 2, { x: 20, y: 20, duration: 50 });
      const actions = [first, { ...longPress, recordingEnabled: true }, { ...first, position: 3 }];
      const recordingPolicy = { mode: 'selected_steps' } as const;
      const only = { deviceIds: [demoDeviceId('phone')], recordingPolicy, recordingEnabled: undefined };
      const document = await run(true, { ...only, actions, isPlain });
      const found = await recordings.list(document, signal);
      assert.equal(found.length, 1);
      const moments = document.steps.map((_, index) => recordings.momentOf(document, index)?.id);
      assert.deepEqual(moments, [undefined, found[0]?.id, undefined]);
      assert.equal(recordings.momentOf(document, 1)?.before, 0);
    });
  }

  async function startOf(deviceId: string, recordingId: string): Promise<string> {
    const { value } = await sandbox.client.getScreenRecording({ params: { deviceId, recordingId } });
    return value.startedAt ?? '';
  }

  it('the screen recordings of a run of a service that does not say the run are those of the device at that time', async () => {
    const deviceId = demoDeviceId('phone');
    const other = await sandbox.client.startScreenRecording({ params: { deviceId }, body: {} });
    const params = { deviceId, recordingId: other.value.id };
    const document = await run(false);
    await sandbox.client.stopScreenRecording({ params });
    const found = await recordings.list(document, signal);
    assert.deepEqual(found, [{ id: other.value.id, label: 'Pixel phone' }]);
    const later = await run(false);
    assert.deepEqual(await recordings.list(later, signal), []);
  });

  it('the screen recordings of a run are read once for each document, and say why they cannot be read', async () => {
    const document = await run(false);
    const { client } = sandbox;
    let reads = 0;
    const counted = {
      ...client,
      listScreenRecordings: (...args: Parameters<typeof client.listScreenRecordings>) => {
        reads++;
        return client.listScreenRecordings(...args);
      },
    };
    const own = new RunRecordings(() => Promise.resolve(counted));
    await Promise.all([own.list(document, signal), own.list(document, signal)]);
    await own.list(document, signal);
    assert.equal(reads, deviceIds.length);
    await sandbox.sandboxClient.addFault({ body: { fault: { kind: 'status', status: 403 } } });
    const failing = new RunRecordings(() => Promise.resolve(client));
    await assert.rejects(failing.list(document, signal));
  });

  it('the screen recordings of a run are none if the service does not offer them', async () => {
    const document = await run(false);
    const gateway = await Gateway.start();
    const dispatcher = new Agent();
    try {
      const key = () => Promise.resolve(gateway.key);
      const client = createClient({ baseUrl: gateway.baseUrl, key, dispatcher });
      const none = new RunRecordings(() => Promise.resolve(client));
      assert.deepEqual(await none.list(document, signal), []);
      assert.equal(none.momentOf(document, 0), undefined);
    } finally {
      await dispatcher.destroy();
      await gateway.stop();
    }
  });
});

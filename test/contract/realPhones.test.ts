import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Execution } from '../../src/contract/records/execution.ts';
import type { AdbPhoneList } from '../../src/contract/sandbox/phones.ts';
import type { TraceElement, TraceScreen, TraceStep } from '../../src/contract/sandbox/traces.ts';
import { pngSize } from '../../src/util/pngSize.ts';
import { readSandboxTrace } from '../../src/deploy/readSandboxTrace.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { callProgram, type CommandOutcome } from '../support/commandLine.ts';
import { FORM, launch, NAME, PHONE_FLOWS, type PhoneSteps } from '../support/drivers/phoneFlows.ts';
import { assertSameResults, runOn } from '../support/drivers/sameResults.ts';
import { AdbTestServer } from '../support/fakePhone/adbServer.ts';
import { FakePhone } from '../support/fakePhone/fakePhone.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

/** A picture of the size of the display. */
const PICTURE = PNG.sync.write(new PNG({ width: 1080, height: 2400 }));

describe('realPhones', () => {
  let server: AdbTestServer;
  let phone: FakePhone;
  let sandbox: TestSandbox;

  beforeEach(async () => {
    server = await AdbTestServer.start();
    phone = new FakePhone({ serial: 'R5CT', apiLevel: 36 });
    phone.files.set('/sdcard/Download/.nomedia', { bytes: new Uint8Array(), modifiedAt: 1 });
    server.connect(phone);
    sandbox = await testSandbox({ timeScale: 0.001, adb: server.address });
  });

  afterEach(async () => {
    await sandbox.stop();
    await server.stop();
  });

  async function list(): Promise<AdbPhoneList> {
    return (await sandbox.sandboxClient.listAdbPhones({})).value.data;
  }

  async function add(): Promise<string> {
    return (await sandbox.sandboxClient.addAdbPhone({ body: { serial: phone.serial } })).value.id;
  }

  function run(deviceId: string, steps: PhoneSteps): Promise<Execution> {
    return runOn(sandbox, deviceId, steps);
  }

  async function traceOf(executionId: string): Promise<{ steps: TraceStep[]; screens: TraceScreen[] }> {
    return (await sandbox.sandboxClient.getExecutionTrace({ params: { executionId } })).value.data;
  }

  async function pictureOf(params: { executionId: string; screenId: string }): Promise<Uint8Array> {
    return (await sandbox.sandboxClient.getTraceScreen({ params })).value;
  }

  it('a phone of the adb server becomes a device when it is added, and is none before and after', async () => {
    assert.deepEqual((await list()).phones, [{ serial: 'R5CT', state: 'ready', model: 'Pixel_7' }]);
    const before = (await sandbox.client.listDevices({})).value['total'];
    const id = await add();
    const device = (await sandbox.client.getDevice({ params: { deviceId: id } })).value;
    assert.deepEqual(
      [device.name, device.state, device.type, device.providerId],
      ['Google Pixel 7', 'ready', 'android_physical_phone', 'adb'],
    );
    assert.equal((await list()).phones[0]?.deviceId, id);
    assert.equal(await add(), id);
    await sandbox.sandboxClient.removePhone({ params: { deviceId: id } });
    assert.equal((await list()).phones[0]?.deviceId, undefined);
    assert.equal((await sandbox.client.listDevices({})).value['total'], before);
  });

  for (const { name, status, steps } of PHONE_FLOWS)
    it(`a flow that ${name} has the same results on a simulated phone and through adb`, async () => {
      const realId = await add();
      // Drawing takes most of the time of the other flows.
      if (!steps.some(([method]) => method === 'device.screenshot')) phone.picture = PICTURE;
      const simulated = await run(demoDeviceId('phone'), steps);
      assertSameResults(status, simulated, await run(realId, steps));
    });

  it('a run on a real phone keeps a picture and the elements before and after each step, equal ones once', async () => {
    const deviceId = await add();
    const { id: executionId } = await run(deviceId, [
      ['device.launchApp', launch(FORM)],
      ['device.readElement', { element: { by: 'text', text: 'Create account' } }],
      ['device.tap', { target: NAME }],
    ]);
    const { steps, screens } = await traceOf(executionId);
    assert.equal(steps[0]?.screenAfter, steps[1]?.screenBefore);
    assert.equal(steps[1]?.screenAfter, steps[2]?.screenBefore);
    assert.equal(screens.length, 3);
    for (const { evidence, width, height, tookMs, problem } of screens)
      assert.deepEqual(
        [evidence, width, height, typeof tookMs, problem],
        ['captured', 1080, 2400, 'number', undefined],
      );
    const last = screens.find(({ id }) => id === steps[2]?.screenAfter);
    assert.ok(last);
    assert.deepEqual([last.packageName, last.keyboardVisible], [FORM, true]);
    assert.ok(last.elements?.some(({ text }) => text === 'Create account'));
    const params = { executionId, screenId: last.id };
    assert.deepEqual(pngSize(await pictureOf(params)), { width: 1080, height: 2400 });
    const state = (await sandbox.sandboxClient.getTraceUiState({ params })).value;
    assert.equal(state.phone_state?.packageName, FORM);
  });

  it('the time in which screens of a real phone are captured is not part of the duration of a step, also of a failed one', async () => {
    const deviceId = await add();
    const { id: executionId } = await run(deviceId, [
      ['device.launchApp', launch(FORM)],
      ['device.scrollTo', { element: { by: 'text', text: 'Nowhere' }, maxSwipes: 2 }],
    ]);
    const { steps, screens } = await traceOf(executionId);
    assert.deepEqual(
      steps.map(({ status }) => status),
      ['success', 'failed'],
    );
    for (const { finishedAt, screenAfter } of steps) {
      const { takenAt, tookMs } = screens.find(({ id }) => id === screenAfter) ?? {};
      const sinceEnd = Date.parse(takenAt ?? '') - Date.parse(finishedAt ?? '');
      assert.ok((tookMs ?? 0) > 0 && sinceEnd >= (tookMs ?? 0) / 2, `${sinceEnd} of ${tookMs}`);
    }
  });

  it('a run on a real phone covers passwords and passcodes in its pictures', async () => {
    const deviceId = await add();
    const { id: executionId } = await run(deviceId, [
      ['device.launchApp', launch(FORM)],
      ['device.tap', { target: { by: 'resourceId', resourceId: `${FORM}:id/form.password` } }],
      ['device.typeText', { text: 'hunter2hunter2' }],
      ['device.openUrl', { url: 'alert:Your%20code%20is%20481516' }],
    ]);
    const { steps, screens } = await traceOf(executionId);
    const text = JSON.stringify({ steps, screens });
    assert.ok(!/hunter2|481516/.test(text), text);
    const screenAt = (index: number): (typeof screens)[number] | undefined =>
      screens.find(({ id }) => id === steps[index]?.screenAfter);
    for (const [screen, isMeant] of [
      [screenAt(2), ({ resourceId }) => resourceId === `${FORM}:id/form.password`],
      [screenAt(3), ({ text: shown }) => shown?.includes('code is') === true],
    ] as const satisfies [unknown, (element: TraceElement) => boolean][]) {
      const element = screen?.elements?.find(isMeant);
      assert.ok(screen && element, JSON.stringify(screen?.elements));
      const { left, top, right, bottom } = element.bounds;
      const picture = PNG.sync.read(Buffer.from(await pictureOf({ executionId, screenId: screen.id })));
      const colorAt = (x: number, y: number): string =>
        picture.data.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 4).toString('hex');
      for (const at of [0.1, 0.5, 0.9])
        assert.equal(
          colorAt(Math.floor(left + (right - left) * at), Math.floor((top + bottom) / 2)),
          '606060ff',
        );
    }
  });

  it('a run on a real phone hides only what is typed into a password, also if no elements are known when it is typed', async () => {
    const other = await testSandbox({
      timeScale: 0.001,
      adb: server.address,
      traces: { runs: 0, days: 1 },
    });
    try {
      const { id: deviceId } = (await other.sandboxClient.addAdbPhone({ body: { serial: phone.serial } }))
        .value;
      await runOn(other, deviceId, [
        ['device.launchApp', launch(FORM)],
        ['device.tap', { target: NAME }],
        ['device.typeText', { text: 'Sam' }],
        ['device.pressKey', { key: 29 }],
        ['device.tap', { target: { by: 'resourceId', resourceId: `${FORM}:id/form.password` } }],
        ['device.typeText', { text: 'hunter2hunter2' }],
        ['device.pressKey', { key: 30 }],
      ]);
      const gestures = (await other.sandboxClient.listGestures({ params: { deviceId } })).value.data;
      assert.deepEqual(
        gestures.filter(({ kind }) => kind !== 'tap').map(({ kind, input }) => [kind, input]),
        [
          ['key', null],
          ['text', null],
          ['key', '29'],
          ['text', 'Sam'],
        ],
      );
    } finally {
      await other.stop();
    }
  });

  it('a run on a real phone says why a screen has no picture', async () => {
    const deviceId = await add();
    phone.isSecure = true;
    const { id: executionId } = await run(deviceId, [['device.launchApp', launch(FORM)]]);
    const { screens } = await traceOf(executionId);
    assert.match(screens.at(-1)?.problem ?? '', /gives no picture/);
    assert.ok((screens.at(-1)?.elements?.length ?? 0) > 0);
    const trace = await readSandboxTrace(sandbox.sandboxClient, executionId);
    assert.deepEqual(trace?.document.missing, ['pictures']);
    assert.ok(trace.pictures.size < screens.length);
  });

  it('a phone stays added when the sandbox is reset, and a snapshot neither brings one back nor takes one away', async () => {
    const deviceId = await add();
    const { sandboxClient } = sandbox;
    const { id } = (await sandboxClient.takeSnapshot({ body: { name: 'with a phone' } })).value.data;
    await sandboxClient.resetSandbox({});
    assert.equal((await list()).phones[0]?.deviceId, deviceId);
    assert.equal((await run(deviceId, [['device.launchApp', launch(FORM)]])).status, 'success');
    await sandboxClient.removePhone({ params: { deviceId } });
    await sandboxClient.restoreSnapshot({ params: { snapshotId: id } });
    assert.equal((await list()).phones[0]?.deviceId, undefined);
    assert.equal(sandbox.service.drivers.size, 0);
  });

  it('the flows of a folder are tested on a phone by its serial number', async () => {
    const environment = { ANDROID_ADB_SERVER_PORT: String(server.address.port) };
    const test = (serial: string): Promise<CommandOutcome> =>
      callProgram(['test', 'examples/first-steps.flow.json', '--phone', serial], '.', environment);
    const commands: string[] = [];
    phone.beforeCommand = words => void commands.push(words.join(' '));
    const passed = await test(phone.serial);
    assert.equal(passed.code, 0, passed.stdout + passed.stderr);
    assert.ok(
      commands.some(command => command.startsWith('input swipe')),
      commands.join(),
    );
    const missing = await test('R9ZZ');
    assert.notEqual(missing.code, 0);
    assert.match(missing.stderr, /The adb server knows no phone R9ZZ\./);
  });

  it('the list of phones says that there is no adb server, and asks it again each time', async () => {
    const { port } = server.address;
    await server.stop();
    const lists = await Promise.all([list(), list()]);
    for (const { phones, problem } of lists) {
      assert.deepEqual(phones, []);
      assert.match(problem ?? '', /No adb server answers at 127\.0\.0\.1:\d+\. Run “adb start-server”/);
    }
    await assert.rejects(add(), /No adb server answers/);
    server = await AdbTestServer.start(port);
    server.connect(phone);
    assert.equal((await list()).problem, undefined);
    await until('the phone', async () => (await list()).phones.length, 1);
  });

  it('a phone that does not answer keeps no other phone from being used, and is tried again', async () => {
    const deviceId = await add();
    const other = new FakePhone({ serial: 'R9ZZ', apiLevel: 36 });
    server.connect(other);
    await until('the other phone', async () => (await list()).phones.length, 2);
    const otherId = (await sandbox.sandboxClient.addAdbPhone({ body: { serial: other.serial } })).value.id;
    const statesOf = (): (string | null | undefined)[] =>
      [deviceId, otherId].map(id => sandbox.service.store.devices.get(id)?.state);
    for (const one of [phone, other]) server.disconnect(one);
    await until('both lost', () => statesOf().join(), 'disconnected,disconnected');
    phone.beforeCommand = () => {
      throw new Error('This phone is broken.');
    };
    for (const one of [phone, other]) server.connect(one);
    await until('the phone that works', () => statesOf()[1], 'ready');
    phone.beforeCommand = () => undefined;
    await until('the phone that works again', () => statesOf()[0], 'ready');
  });

  it('what only simulated phones can do is refused for a real phone with the reason', async () => {
    const deviceId = await add();
    const params = { deviceId };
    const refusals = [
      sandbox.client.runTask({ body: { task: 'Look around', deviceId } }),
      sandbox.client.terminateDevice({ params }),
      sandbox.client.resetDevice({ params }),
      sandbox.client.startScreenRecording({ params, body: {} }),
      sandbox.sandboxClient.disconnectDevice({ params }),
      sandbox.sandboxClient.addFault({ body: { fault: { kind: 'slowScreen', milliseconds: 10, deviceId } } }),
    ];
    for (const refusal of refusals)
      await assert.rejects(refusal, /only simulated phones|real phone|does not support/);
    assert.equal(sandbox.service.store.devices.get(deviceId)?.state, 'ready');
  });

  it('a real phone with two displays is seen and touched on both, and names them when another is asked for', async () => {
    const foldable = new FakePhone({ serial: 'R7FLD', secondDisplay: 'hardware' });
    server.connect(foldable);
    await until('the foldable', async () => (await list()).phones.length, 2);
    const { id } = (await sandbox.sandboxClient.addAdbPhone({ body: { serial: foldable.serial } })).value;
    const params = { deviceId: id };
    const on = (display: number): { params: typeof params; headers: { 'x-device-display-id': number } } => ({
      params,
      headers: { 'x-device-display-id': display },
    });
    const picture = (await sandbox.client.takeScreenshot(on(1))).value;
    assert.deepEqual(pngSize(picture), { width: 1920, height: 1080 });
    assert.deepEqual((await sandbox.client.getUiState(on(1))).value.device_context?.screen_bounds, {
      width: 1920,
      height: 1080,
    });
    await sandbox.client.tapDevice({ ...on(1), body: { x: 1008, y: 1000 } });
    assert.equal(foldable.phone.state.trail?.displayId, 1);
    const tapped = await run(id, [['device.tap', { target: { x: 540, y: 900 }, display: 1 }]]);
    assert.equal(tapped.status, 'success');
    assert.equal(foldable.phone.state.trail.points[0]?.x, 540);
    const headers = { 'x-device-display-id': '7' };
    const refused = await sandbox.request(`/devices/${id}/ui-state`, { headers });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /unknown_display.*this device has the displays 0 and 1/s);
  });

  it('a phone that restarts is a device that restarts, and the step waits for it', async () => {
    const deviceId = await add();
    const before = phone.bootId;
    const states: (string | null | undefined)[] = [];
    sandbox.service.events.on('device.changed', ({ device }) => states.push(device.state));
    assert.equal((await run(deviceId, [['device.reboot', {}]])).status, 'success');
    assert.notEqual(phone.bootId, before);
    assert.deepEqual(states, ['rebooting', 'ready']);
  });

  it('a phone that was added is used again after a restart of the sandbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-phones-'));
    const settings = { adb: server.address, dataFile: join(folder, 'sandbox.db') };
    const first = await testSandbox(settings);
    const { id } = (await first.sandboxClient.addAdbPhone({ body: { serial: phone.serial } })).value;
    await first.stop();
    const second = await testSandbox(settings);
    try {
      await until('the phone', () => second.service.store.devices.get(id)?.state, 'ready');
      assert.ok((await second.client.takeScreenshot({ params: { deviceId: id } })).value.length > 0);
    } finally {
      await second.stop();
      await rm(folder, { recursive: true });
    }
  });

  it('a run that an agent has started does not use a real phone', async () => {
    const deviceId = await add();
    const runner = new FlowRunner(sandbox);
    const flow = await runner.createFlow([step('device.globalAction', 1, { button: 'home' })], {
      deviceIds: [deviceId],
    });
    await sandbox.client.verifyFlow(
      { params: { flowId: flow.id }, body: { invocationId: randomUUID() } },
      { isConfined: true },
    );
    const execution = await runner.ended(flow);
    assert.equal(execution.status, 'failed');
    assert.match(execution.error ?? '', /only simulated phones/);
  });

  it('a phone that is disconnected is a device that is disconnected, and is used again when it is back', async () => {
    const deviceId = await add();
    const stateOf = async (): Promise<string | null | undefined> =>
      (await sandbox.client.getDevice({ params: { deviceId } })).value.state;
    server.disconnect(phone);
    await until('the lost phone', stateOf, 'disconnected');
    const failed = await run(deviceId, [['device.launchApp', launch(FORM)]]);
    assert.equal(failed.status, 'failed');
    server.connect(phone);
    await until('the phone that is back', stateOf, 'ready');
    assert.equal((await run(deviceId, [['device.launchApp', launch(FORM)]])).status, 'success');
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePng, type Image } from '../../scripts/pictures/pngImage.ts';
import type { ScreenRecording } from '../../src/contract/records/screenRecording.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { ScreenRecordingLimits } from '../../src/sandbox/features/devices/screenRecordings/recordings.ts';
import { planShots, VIDEO_SCALE } from '../../src/sandbox/features/devices/screenRecordings/video.ts';
import { encodePng } from '../../src/sandbox/phone/draw/png.ts';
import { drawDisplay } from '../../src/sandbox/phone/renderPng.ts';
import { readPhone } from '../../src/sandbox/records/phone.ts';
import { lineLog } from '../../src/sandbox/runtime/log.ts';
import { MovableClock } from '../../src/sandbox/runtime/movableClock.ts';
import type { SandboxSettings } from '../../src/sandbox/server.ts';
import { callRefusedDevice, findCenter } from '../support/deviceCalls.ts';
import { playAnimation } from '../support/playAnimation.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const NOW = Date.parse('2026-11-21T09:41:30.000Z');
const DAY_MS = 86_400_000;
const deviceId = demoDeviceId('phone');

/** The actions of a recording as the sandbox returns them. */
interface Actions {
  readonly actions: readonly {
    readonly kind: string;
    readonly input: string | null;
    readonly createdAt: string;
  }[];
}

describe('screenRecordings', () => {
  let sandbox: TestSandbox;
  let clock: MovableClock;

  beforeEach(() => restart());
  afterEach(() => sandbox.stop());

  async function restart(settings: Partial<SandboxSettings> = {}): Promise<void> {
    clock = new MovableClock(NOW);
    sandbox = await testSandbox({ clock, ...settings });
  }

  async function start(
    body: Parameters<TestSandbox['client']['startScreenRecording']>[0]['body'] = {},
  ): Promise<ScreenRecording> {
    return (await sandbox.client.startScreenRecording({ params: { deviceId }, body })).value;
  }

  const paramsOf = ({ id }: ScreenRecording) => ({ params: { deviceId, recordingId: id } });

  async function get(recording: ScreenRecording): Promise<ScreenRecording> {
    return (await sandbox.client.getScreenRecording(paramsOf(recording))).value;
  }

  async function list(query: { status?: string; type?: string } = {}): Promise<ScreenRecording[]> {
    return (await sandbox.client.listScreenRecordings({ params: { deviceId }, query })).value ?? [];
  }

  async function stop(recording: ScreenRecording): Promise<ScreenRecording> {
    await sandbox.client.stopScreenRecording(paramsOf(recording));
    return prepared(recording);
  }

  function prepared(recording: ScreenRecording): Promise<ScreenRecording> {
    return until(
      'the video',
      () => get(recording),
      ({ status }) => status === 'completed' || status === 'failed',
    );
  }

  async function videoOf(recording: ScreenRecording): Promise<Uint8Array> {
    return (await sandbox.client.getScreenRecordingVideo(paramsOf(recording))).value;
  }

  async function actionsOf(recording: ScreenRecording): Promise<Actions['actions']> {
    const { value } = await sandbox.client.getScreenRecordingActions(paramsOf(recording));
    return (JSON.parse(new TextDecoder().decode(value)) as Actions).actions;
  }

  /** Draws the screen of the phone as the video shows it. */
  function drawn(): Image {
    const { service } = sandbox;
    const device = service.store.devices.get(deviceId);
    assert.ok(device);
    const { state, context } = readPhone(service, device);
    const raster = drawDisplay(state, context, { scale: VIDEO_SCALE });
    assert.ok(raster);
    return decodePng(encodePng(raster));
  }

  async function press(action: number, advanceMs = 1000): Promise<void> {
    await sandbox.client.pressGlobal({ params: { deviceId }, body: { action } });
    clock.advance(advanceMs);
  }

  async function refusal(method: string, path: string, body?: unknown, key = 'phone'): Promise<unknown[]> {
    const { status, code } = await callRefusedDevice(sandbox, key, method, path, body);
    return [status, code];
  }

  it('screen recordings in the sandbox are started, read, and stopped, with defaults', async () => {
    const started = await start();
    assert.deepEqual(
      { ...started, id: '' },
      {
        ...{ id: '', deviceId, name: 'Pixel phone 2026-11-21 09:41', status: 'recording' },
        flowActionId: null,
        ...{
          types: ['video', 'trajectory'],
          actions: 0,
          display: { width: 1080, height: 2400, rotation: 0 },
        },
        ...{ startedAt: new Date(NOW).toISOString(), expiresAt: new Date(NOW + 7 * DAY_MS).toISOString() },
        executionId: null,
      },
    );
    assert.deepEqual(await get(started), started);
    clock.advance(2500);
    const { value } = await sandbox.client.stopScreenRecording(paramsOf(started));
    assert.deepEqual([value.status, value.endedAt, value.video], ['processing', iso(2500), undefined]);
    const ended = await prepared(started);
    const { sizeBytes, ...video } = ended.video ?? {};
    assert.deepEqual(
      [ended.status, video],
      ['completed', { durationMs: 2500, format: 'apng', limited: false }],
    );
    assert.equal((await videoOf(started)).length, sizeBytes);
  });

  it('screen recordings in the sandbox show each screen of the device for its time, with the clock on it', async () => {
    const pictures = [drawn()];
    const recording = await start();
    clock.advance(1500);
    for (const _ of [3, 2]) {
      await sandbox.client.pressGlobal({ params: { deviceId }, body: { action: _ } });
      pictures.push(drawn());
      clock.advance(2000);
    }
    // The next minute begins, which changes the clock.
    clock.advance(30_000);
    pictures.push(drawn());
    await stop(recording);
    const shown = playAnimation(await videoOf(recording));
    assert.deepEqual(
      shown.map(({ ms }) => ms),
      [1500, 2000, 26_500, 5500],
    );
    for (const [index, picture] of pictures.entries()) assert.deepEqual(shown[index]?.image, picture);
  });

  it('screen recordings in the sandbox list the actions meanwhile, without passwords', async () => {
    const { client, service } = sandbox;
    const params = { deviceId };
    await client.startApp({ params: { deviceId, packageName: 'org.sandbox.form' }, body: {} });
    await press(2);
    await client.startApp({ params: { deviceId, packageName: 'org.sandbox.form' }, body: {} });
    const recording = await start();
    clock.advance(1000);
    for (const [label, text] of [
      ['Name', 'Ada'],
      ['Password', 'secret word'],
    ] as const) {
      await client.tapDevice({
        params,
        body: { ...findCenter(service, { by: 'description', description: label }) },
      });
      await client.typeText({ params, body: { text } });
    }
    assert.equal((await get(recording)).actions, 4);
    await stop(recording);
    await press(2);
    const actions = await actionsOf(recording);
    assert.deepEqual(
      actions.map(({ kind, input, createdAt }) => [kind, input, createdAt]),
      [
        ['tap', null, iso(2000)],
        ['text', 'Ada', iso(2000)],
        ['tap', null, iso(2000)],
        ['text', null, iso(2000)],
      ],
    );
    assert.equal((await get(recording)).actions, 4);
    assert.ok(!Buffer.from(await videoOf(recording)).includes('secret word'));
  });

  it('screen recordings in the sandbox are listed latest first, by status and type', async () => {
    const first = await start({ name: 'First', types: ['trajectory'] });
    await sandbox.client.stopScreenRecording(paramsOf(first));
    clock.advance(1);
    const second = await start({ name: 'Second', types: null });
    const names = async (query?: Parameters<typeof list>[0]) => (await list(query)).map(({ name }) => name);
    assert.deepEqual(await names(), ['Second', 'First']);
    assert.deepEqual(await names({ type: 'video' }), ['Second']);
    assert.deepEqual(await names({ status: 'completed' }), ['First']);
    assert.deepEqual(await refusal('GET', `/recordings/${first.id}/video`), [404, 'no_video']);
    const other = { params: { deviceId: demoDeviceId('tablet') } };
    assert.deepEqual((await sandbox.client.listScreenRecordings(other)).value, []);
    assert.deepEqual(await refusal('GET', `/recordings/${second.id}`, undefined, 'tablet'), [
      404,
      'recording_not_found',
    ]);
  });

  it('screen recordings in the sandbox exclude one another on a display, but not on two', async () => {
    await start();
    assert.deepEqual(await refusal('POST', '/recordings', {}), [409, 'already_recording']);
    const two = demoDeviceId('foldable');
    const onDisplay = (display: number) => ({
      params: { deviceId: two },
      headers: { 'x-device-display-id': display },
      body: {},
    });
    await sandbox.client.startScreenRecording(onDisplay(0));
    const { value } = await sandbox.client.startScreenRecording(onDisplay(1));
    assert.deepEqual(value.display, { width: 1920, height: 1080, rotation: 0 });
  });

  it('screen recordings in the sandbox refuse a wrong request', async () => {
    const wrong = [
      { name: 'x'.repeat(ScreenRecordingLimits.name + 1) },
      { retentionDays: 0 },
      { retentionDays: 366 },
      { types: ['sound'] },
      { types: [] },
    ];
    for (const body of wrong)
      assert.deepEqual(await refusal('POST', '/recordings', body), [422, 'invalid_recording']);
    assert.deepEqual(await list(), []);
  });

  it('screen recordings in the sandbox can be stopped twice, and are deleted once they have ended', async () => {
    const recording = await start();
    const path = `/recordings/${recording.id}`;
    assert.deepEqual(await refusal('DELETE', path), [409, 'recording_running']);
    assert.deepEqual(await refusal('GET', `${path}/video`), [409, 'recording_running']);
    const ended = await stop(recording);
    clock.advance(1000);
    assert.deepEqual((await sandbox.client.stopScreenRecording(paramsOf(recording))).value, ended);
    await sandbox.client.deleteScreenRecording(paramsOf(recording));
    assert.deepEqual(await list(), []);
    for (const [method, end] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
      ['GET', '/video'],
      ['GET', '/trajectory'],
    ] as const)
      assert.deepEqual(await refusal(method, path + end), [404, 'recording_not_found']);
    const { store } = sandbox.service;
    assert.deepEqual([store.recordedScreens.count(), store.recordedGestures.count()], [0, 0]);
    assert.deepEqual(
      store.jobs.list({ orderBy: 'runAt' }).filter(({ kind }) => kind.startsWith('screenRecording')),
      [],
    );
  });

  it('screen recordings in the sandbox end with an error when the device can no longer be used', async () => {
    const recording = await start();
    clock.advance(1000);
    await sandbox.client.rebootDevice({ params: { deviceId } });
    const { status, error, endedAt, video } = await prepared(recording);
    assert.deepEqual(
      [status, error, endedAt],
      ['failed', 'The device is rebooting, so the recording ended.', iso(1000)],
    );
    assert.equal(video?.durationMs, 1000);
    assert.equal(playAnimation(await videoOf(recording)).length, 1);
    assert.deepEqual(await refusal('POST', '/recordings', {}), [409, 'device_state']);
  });

  it('screen recordings in the sandbox are cut short at the maximum duration, and deleted when they expire', async () => {
    const recording = await start({ retentionDays: 2 });
    clock.advance(ScreenRecordingLimits.durationMs + 5000);
    const { video, endedAt } = await prepared(recording);
    assert.equal(endedAt, iso(ScreenRecordingLimits.durationMs));
    assert.deepEqual(
      [video?.limited, video?.limitReason, video?.durationMs],
      [true, 'duration', ScreenRecordingLimits.durationMs],
    );
    assert.equal(playAnimation(await videoOf(recording)).length, 31);
    clock.advance(2 * DAY_MS);
    await until('no recording', async () => (await list()).length, 0);
  });

  it('screen recordings in the sandbox are cut short at the maximum number of screens', async () => {
    const recording = await start();
    await press(2);
    const { phones } = sandbox.service.store;
    const phone = phones.get(deviceId);
    assert.ok(phone);
    for (let count = 0; count < ScreenRecordingLimits.screens; count++) {
      clock.advance(100);
      phones.put({ ...phone, state: { ...phone.state, clipboard: String(count) } });
    }
    // The video is not awaited, since drawing it takes a minute on a slow computer.
    const { store } = sandbox.service;
    const stored = store.screenRecordings.get(recording.id);
    assert.deepEqual([stored?.status, stored?.sandbox.limitReason], ['processing', 'size']);
    const screens = store.recordedScreens.all({ recordingId: recording.id });
    assert.equal(screens.length, ScreenRecordingLimits.screens);
    const times = screens.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
    const shots = planShots(times, NOW, Date.parse(stored?.endedAt ?? ''));
    assert.ok(new Set(shots.map(({ id }) => id)).size >= ScreenRecordingLimits.screens - 3);
  });

  it('screen recordings in the sandbox have times that do not go back with the clock', async () => {
    const recording = await start();
    await press(3, 0);
    clock.advance(2000);
    await press(2, 0);
    const shown = drawn();
    clock.set(NOW - DAY_MS);
    await press(3, 5000);
    await press(2, 0);
    const { status, endedAt, video } = await stop(recording);
    assert.deepEqual([status, endedAt, video?.durationMs], ['completed', iso(2000), 2000]);
    const played = playAnimation(await videoOf(recording));
    assert.deepEqual(
      played.map(({ ms }) => ms),
      [2000, 20],
    );
    assert.deepEqual(played.at(-1)?.image, shown);
    assert.equal((await actionsOf(recording))[0]?.createdAt, iso(0));
  });

  it('screen recordings in the sandbox end at their maximum duration however far the clock is set ahead', async () => {
    const recording = await start();
    clock.set(NOW + 3 * DAY_MS);
    await press(3, 0);
    await until('the end', async () => (await get(recording)).endedAt, iso(ScreenRecordingLimits.durationMs));
  });

  it('screen recordings in the sandbox fail for good if the video cannot be drawn', async () => {
    await sandbox.stop();
    await restart({ log: lineLog(() => undefined) });
    const recording = await start();
    const { store } = sandbox.service;
    const stored = store.screenRecordings.get(recording.id);
    assert.ok(stored);
    store.screenRecordings.put({ ...stored, sandbox: { ...stored.sandbox, displayId: 9 } });
    await sandbox.client.stopScreenRecording(paramsOf(recording));
    const ended = await until(
      'the failure',
      () => {
        clock.advance(16_000);
        return get(recording);
      },
      ({ status }) => status !== 'processing',
    );
    assert.deepEqual([ended.status, ended.error], ['failed', 'The video cannot be drawn.']);
  });

  it('screen recordings in the sandbox keep the latest of a device', async () => {
    for (let count = 0; count <= ScreenRecordingLimits.kept; count++) {
      const recording = await start({ name: String(count), types: ['trajectory'] });
      await sandbox.client.stopScreenRecording(paramsOf(recording));
      clock.advance(1);
    }
    const names = (await list()).map(({ name }) => name);
    assert.deepEqual([names.length, names.at(-1)], [ScreenRecordingLimits.kept, '1']);
  });

  it('screen recordings in the sandbox go on after a restart', async () => {
    await sandbox.stop();
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-recordings-'));
    const dataFile = join(folder, 'sandbox.db');
    try {
      await restart({ dataFile });
      const recording = await start();
      clock.advance(1000);
      await press(3);
      await sandbox.stop();
      await restart({ dataFile });
      clock.advance(3000);
      await press(2);
      await stop(recording);
      const expected = await videoOf(recording);
      assert.deepEqual(
        playAnimation(expected).map(({ ms }) => ms),
        [1000, 2000, 1000],
      );
      assert.equal((await actionsOf(recording)).length, 2);
      await sandbox.stop();
      await restart({ dataFile });
      assert.deepEqual(await videoOf(recording), expected);
    } finally {
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
      await restart();
    }
  });
});

function iso(afterMs: number): string {
  return new Date(NOW + afterMs).toISOString();
}

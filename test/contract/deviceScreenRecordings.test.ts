import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Agent } from 'undici';
import { Recordings } from '../../src/appState/recordings.ts';
import { SavedPlaces } from '../../src/appState/savedPlaces.ts';
import { StepOutlines } from '../../src/appState/stepOutlines.ts';
import { createClient } from '../../src/client/client.ts';
import { DeviceSessions } from '../../src/devicePanel/deviceSessions.ts';
import { DeviceScreenRecordings } from '../../src/devicePanel/screenRecordings/deviceScreenRecordings.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { SANDBOX } from '../../src/stores/connection.ts';
import { Session } from '../../src/stores/session.ts';
import { Gateway } from '../support/gateway.ts';
import { createMemento } from '../support/memoryStorage.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const deviceId = demoDeviceId('foldable');

describe('deviceScreenRecordings', () => {
  let sandbox: TestSandbox;
  let recordings: DeviceScreenRecordings;
  let display = 0;

  beforeEach(async () => {
    sandbox = await testSandbox();
    display = 0;
    const screen = {
      get display() {
        return display;
      },
    };
    recordings = new DeviceScreenRecordings({
      deviceId,
      screen,
      client: () => Promise.resolve(sandbox.client),
    });
  });

  afterEach(async () => {
    recordings.dispose();
    await sandbox.stop();
  });

  it('the screen recordings of a device in this window are read while a page is visible', async () => {
    assert.deepEqual(recordings.state, { isRead: false, isMissing: false, problem: undefined, list: [] });
    await sandbox.client.startScreenRecording({ params: { deviceId }, body: { name: 'By another client' } });
    let changes = 0;
    recordings.onDidChange(() => changes++);
    const page = {};
    recordings.watch(page, true);
    const [line] = await until(
      'the list',
      () => recordings.state.list,
      list => list.length > 0,
    );
    recordings.watch(page, false);
    assert.deepEqual([line?.name, line?.isRunning, line?.hasVideo], ['By another client', true, false]);
    assert.ok(changes > 0);
  });

  it('the screen recordings of a device in this window are started on the display that is shown, stopped, and deleted', async () => {
    display = 1;
    await recordings.start();
    const [running] = recordings.state.list;
    assert.ok(running?.isRunning);
    const { value } = await sandbox.client.listScreenRecordings({ params: { deviceId } });
    assert.equal(value?.[0]?.display?.width, 1920);
    await recordings.stop(running.id);
    await until(
      'the video',
      async () => {
        await recordings.read();
        return recordings.state.list[0];
      },
      line => line?.hasVideo === true,
    );
    const [ended] = recordings.state.list;
    const video = await recordings.video(running.id);
    assert.deepEqual([ended?.isRunning, ended?.sizeBytes], [false, video.length]);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(await recordings.actions(running.id))), {
      actions: [],
    });
    await recordings.delete(running.id);
    assert.deepEqual(recordings.state.list, []);
    assert.throws(() => recordings.require(running.id), /does not exist anymore/);
  });

  it('the screen recordings of a device in this window are read again after a refusal', async () => {
    await sandbox.client.startScreenRecording({ params: { deviceId }, body: {} });
    await assert.rejects(recordings.start());
    assert.equal(recordings.state.list.length, 1);
  });

  it('the screen recordings of a device in this window stay after a failure', async () => {
    await sandbox.client.startScreenRecording({ params: { deviceId }, body: {} });
    await recordings.read();
    await sandbox.sandboxClient.addFault({ body: { fault: { kind: 'status', status: 500 } } });
    await recordings.read();
    const { list, problem } = recordings.state;
    assert.deepEqual([list.length, problem === undefined], [1, false]);
    assert.ok(recordings.require(list[0]?.id ?? ''));
  });

  it('the screen recordings of a device in this window are read again when the connection is reopened while a page shows them', async () => {
    const session = new Session(() => Promise.resolve(sandbox.client));
    session.use(SANDBOX);
    const memory = createMemento(new Map());
    const services = {
      places: new SavedPlaces(memory),
      outlines: new StepOutlines(),
      recordings: new Recordings(),
      memory,
    };
    const sessions = new DeviceSessions(services);
    const device = await sessions.of({ session, devices: { byId: () => undefined } }, deviceId);
    const shown = sessions.screenRecordingsOf(device);
    const page = {};
    // The next poll never comes.
    mock.timers.enable({ apis: ['setTimeout'] });
    shown.watch(page, true);
    mock.timers.reset();
    await shown.start();
    assert.equal(shown.state.list.length, 1);
    await sandbox.sandboxClient.resetSandbox({ body: {} });
    session.use(SANDBOX);
    await until(
      'an empty list',
      () => shown.state.list,
      list => list.length === 0,
    );
    shown.watch(page, false);
    let reads = 0;
    shown.onDidChange(() => reads++);
    session.use(SANDBOX);
    await session.client();
    await sandbox.client.listScreenRecordings({ params: { deviceId } });
    assert.equal(reads, 0);
    sessions.dispose();
    session.dispose();
  });

  it('the screen recordings of a device in this window are not replaced by an earlier read that took longer', async () => {
    const { client } = sandbox;
    const list = Promise.withResolvers<Awaited<ReturnType<typeof client.listScreenRecordings>>>();
    const slow = { ...client, listScreenRecordings: () => list.promise };
    const clients = [slow, client, client];
    const own = new DeviceScreenRecordings({
      deviceId,
      screen: { display: 0 },
      client: () => Promise.resolve(clients.shift() ?? client),
    });
    const before = await client.listScreenRecordings({ params: { deviceId } });
    const early = own.read();
    await own.start();
    list.resolve(before);
    await early;
    assert.equal(own.state.list.length, 1);
    own.dispose();
  });

  it('the screen recordings of a device in this window say why they cannot be read, and if the service lacks them', async () => {
    await sandbox.sandboxClient.addFault({ body: { fault: { kind: 'status', status: 500 } } });
    await recordings.read();
    assert.ok(recordings.state.problem);
    assert.equal(recordings.state.isMissing, false);
    const gone = new DeviceScreenRecordings({
      deviceId: '00000000-0000-4000-8000-000000000000',
      screen: { display: 0 },
      client: () => Promise.resolve(sandbox.client),
    });
    await gone.read();
    assert.ok(gone.state.problem);
    assert.equal(gone.state.isMissing, false);
    gone.dispose();
    const gateway = await Gateway.start();
    const dispatcher = new Agent();
    try {
      const key = () => Promise.resolve(gateway.sandbox.key);
      const client = createClient({ baseUrl: gateway.baseUrl, key, dispatcher });
      const other = new DeviceScreenRecordings({
        deviceId,
        screen: { display: 0 },
        client: () => Promise.resolve(client),
      });
      await other.read();
      assert.deepEqual(other.state, { isRead: true, isMissing: true, problem: undefined, list: [] });
      other.dispose();
    } finally {
      await dispatcher.destroy();
      await gateway.stop();
    }
  });
});

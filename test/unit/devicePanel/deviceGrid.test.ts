import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { DeviceGesture } from '../../../src/flow/record/deviceGesture.ts';
import { refusal } from '../../support/memoryDevices.ts';
import { settle } from '../../support/memoryEditor.ts';
import { MemoryGrid } from '../../support/memoryGrid.ts';
import { CONNECTION } from '../../support/memorySources.ts';
import { failureOf, scriptedClient } from '../../support/mockService.ts';

const TAP: DeviceGesture = { kind: 'tap', at: { x: 100, y: 200 }, stealth: false };

describe('devicePanel/deviceGrid', () => {
  let memory: MemoryGrid;
  let changes: number;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1000 });
  });

  afterEach(() => {
    memory.close();
    mock.timers.reset();
  });

  async function open(count: number): Promise<void> {
    memory = await MemoryGrid.connected(count);
    changes = 0;
    // Every screenshot is another one.
    memory.devices.content = () => ++changes;
  }

  describe('pictures', () => {
    it('a grid of devices takes pictures of all tiles in view at one rate, the same for each', async () => {
      await open(24);
      await memory.watch();
      await memory.pass(3000);
      const before = memory.ids.map(id => memory.shots(id));
      await memory.pass(10_000);
      const each = memory.ids.map((id, index) => memory.shots(id) - (before[index] ?? 0));
      assert.ok(
        each.every(count => count >= 4 && count <= 6),
        each.join(),
      );
    });

    it('a grid of devices takes pictures of a few tiles more often, but not as often as a live panel', async () => {
      await open(2);
      await memory.watch();
      await memory.pass(10_000);
      assert.ok(memory.shots('phone0') >= 25 && memory.shots('phone0') <= 34, String(memory.shots('phone0')));
    });

    it('a grid of devices takes pictures less and less often while the screen stays the same, without another fetch', async () => {
      await open(2);
      memory.devices.content = () => 7;
      await memory.watch();
      await memory.pass(5000);
      const before = memory.shots();
      await memory.pass(24_000);
      assert.equal(memory.shots() - before, 20);
      assert.deepEqual([...memory.fetched.values()], [1, 1]);
      memory.devices.content = () => ++changes;
      await memory.pass(2500);
      const slow = memory.shots();
      await memory.pass(3000);
      assert.ok(memory.shots() - slow > 15, String(memory.shots() - slow));
    });

    it('a grid of devices takes no pictures of a tile out of view, and none while the grid is hidden', async () => {
      await open(3);
      await memory.watch(['phone0', 'phone2']);
      await memory.pass(2000);
      assert.equal(memory.shots('phone1'), 0);
      memory.grid.see(['phone1']);
      const before = memory.shots('phone0');
      await memory.pass(2000);
      assert.ok(memory.shots('phone1') > 3);
      assert.equal(memory.shots('phone0'), before);
      memory.grid.watch(false);
      const hidden = memory.shots();
      await memory.pass(20_000);
      assert.equal(memory.shots(), hidden);
      await memory.watch(['phone1']);
      await memory.pass(10);
      assert.ok(memory.shots() > hidden);
    });

    it('a grid of devices takes pictures only as fast as the page fetches them', async () => {
      await open(1);
      memory.isFetching = false;
      await memory.watch();
      await memory.pass(8200);
      assert.equal(memory.shots(), 5);
    });

    it('a grid of devices takes no pictures while the service asks for a pause, and fewer afterwards', async () => {
      await open(12);
      await memory.watch();
      await memory.pass(2000);
      const usual = memory.shots();
      await memory.pass(2000);
      const perTwoSeconds = memory.shots() - usual;
      const recover = memory.devices.fail('takeScreenshot', refusal(429, 'Slow down.', 5000));
      await memory.pass(500);
      recover();
      const refused = memory.shots();
      await memory.pass(4000);
      assert.equal(memory.shots(), refused);
      await memory.pass(1000);
      const again = memory.shots();
      await memory.pass(2000);
      const slower = memory.shots() - again;
      assert.ok(slower > 0 && slower < perTwoSeconds, `${slower} after ${perTwoSeconds}`);
      await memory.pass(60_000);
      const late = memory.shots();
      await memory.pass(2000);
      assert.ok(memory.shots() - late > 0.9 * perTwoSeconds);
    });

    it('a grid of devices takes pictures after an hour if the service asks for a pause of years', async () => {
      await open(1);
      const answer = { status: 429, body: {}, headers: { 'retry-after': '99999999' } };
      const { client } = scriptedClient([answer, answer, answer]);
      memory.devices.fail('takeScreenshot', await failureOf(client.listActions({})));
      await memory.watch();
      await memory.pass(1000);
      mock.timers.tick(3_598_000);
      await settle();
      assert.equal(memory.shots(), 1);
      await memory.pass(2000);
      assert.equal(memory.shots(), 2);
    });

    it('a grid of devices takes pictures more slowly if the service refuses any request of its connection', async () => {
      await open(12);
      await memory.watch();
      await memory.pass(3000);
      const shotsIn = async (ms: number): Promise<number> => {
        const before = memory.shots();
        await memory.pass(ms);
        return memory.shots() - before;
      };
      const usual = await shotsIn(2000);
      for (let count = 0; count < 6; count++) memory.refuse();
      assert.equal(await shotsIn(900), 0);
      await memory.pass(100);
      const slower = await shotsIn(2000);
      assert.ok(slower > 0.4 * usual && slower < 0.7 * usual, `${slower} after ${usual}`);
    });

    it('a grid of devices takes pictures of a failing device less and less often, without slowing down the others', async () => {
      await open(2);
      memory.devices.failures.set('takeScreenshot', ({ deviceId }) =>
        deviceId === 'phone0' ? refusal(500) : undefined,
      );
      await memory.watch();
      await memory.pass(10_000);
      assert.equal(memory.tile(0).situation?.title, 'Screen off or locked');
      assert.equal(memory.tile(1).situation, undefined);
      assert.ok(memory.shots('phone0') < 10);
      assert.ok(memory.shots('phone1') > 20);
    });

    it('a grid of devices takes pictures again at once when the user asks for it, and when the connection is reopened', async () => {
      await open(1);
      memory.devices.record = { state: 'stopped', type: 'phone' };
      await memory.watch();
      await memory.pass(30_000);
      assert.deepEqual([memory.tile(0).situation?.title, memory.shots()], ['Device stopped', 0]);
      memory.devices.record = { state: 'ready', type: 'phone' };
      memory.grid.readAgain('phone0');
      await memory.pass(20);
      assert.deepEqual([memory.tile(0).situation, memory.tile(0).picture], [undefined, 1]);
      memory.grid.see([]);
      memory.session.use(CONNECTION);
      const records = memory.devices.count('getDevice');
      memory.grid.see(['phone0']);
      await memory.pass(100);
      assert.ok(memory.devices.count('getDevice') > records);
    });
  });

  it('a grid of devices shows the names, the states, and the sizes of its devices', async () => {
    await open(2);
    await memory.watch();
    await memory.pass(500);
    const { id, name, state, size, outcome } = memory.tile(1);
    assert.deepEqual(
      { id, name, state, size, outcome },
      {
        id: 'phone1',
        name: 'PHONE1',
        state: 'ready',
        size: { width: 1080, height: 2400 },
        outcome: undefined,
      },
    );
    assert.throws(() => memory.grid.session('other'), /not part of this grid/);
  });

  it('a grid of devices performs a gesture on one device, and shows its screen at once', async () => {
    await open(2);
    memory.devices.content = () => 7;
    await memory.watch();
    await memory.pass(20_000);
    const before = memory.shots('phone1');
    await memory.grid.perform('phone1', TAP);
    assert.deepEqual(
      memory.devices.callsOf('tapDevice').map(({ deviceId }) => deviceId),
      ['phone1'],
    );
    await memory.pass(20);
    assert.ok(memory.shots('phone1') > before);
    memory.devices.fail('tapDevice', refusal(409, 'The phone is busy.'));
    await assert.rejects(memory.grid.perform('phone1', TAP), /busy/);
  });

  describe('gestures on all devices', () => {
    beforeEach(async () => {
      await open(3);
      await memory.watch();
      await memory.pass(500);
      memory.grid.actOnAll(true);
    });

    function outcomes(): string {
      return memory.state.tiles.map(({ outcome }) => outcome?.state ?? 'none').join(' ');
    }

    function tapped(): string {
      return memory.devices
        .callsOf('tapDevice')
        .map(({ deviceId }) => deviceId)
        .join(' ');
    }

    it('a grid of devices performs a gesture on all devices first on the one where it was made', async () => {
      await memory.grid.perform('phone1', TAP);
      assert.equal(tapped(), 'phone1 phone0 phone2');
      assert.equal(outcomes(), 'done done done');
      assert.deepEqual(memory.state.last, { gesture: 'Tap 100, 200', id: 'phone1' });
    });

    it('a grid of devices performs a gesture on all devices with its points scaled to each screen', async () => {
      const bounds = new Map([
        ['phone0', { width: 1080, height: 2400 }],
        ['phone1', { width: 540, height: 1200 }],
        ['phone2', { width: 2160, height: 2400 }],
      ]);
      memory.devices.boundsOf = id => bounds.get(id);
      await memory.grid.perform('phone0', TAP);
      assert.deepEqual(
        memory.devices.callsOf('tapDevice').map(({ body }) => body),
        [
          { x: 100, y: 200, stealth: false },
          { x: 50, y: 100, stealth: false },
          { x: 201, y: 200, stealth: false },
        ],
      );
    });

    it('a grid of devices pauses a device that fails until it rejoins', async () => {
      memory.devices.failures.set('tapDevice', ({ deviceId }) =>
        deviceId === 'phone2' ? refusal(409, 'The phone is busy.') : undefined,
      );
      await memory.grid.perform('phone0', TAP);
      assert.equal(outcomes(), 'done done failed');
      assert.match(memory.tile(2).outcome?.error ?? '', /busy/);
      memory.devices.failures.clear();
      await memory.grid.perform('phone0', TAP);
      assert.equal(outcomes(), 'done done paused');
      memory.grid.rejoin();
      await memory.grid.perform('phone0', TAP);
      assert.equal(outcomes(), 'done done done');
    });

    it('a grid of devices performs a gesture on no other device if it fails on the first', async () => {
      memory.devices.fail('tapDevice', refusal(409, 'The phone is busy.'));
      await memory.grid.perform('phone0', TAP);
      assert.equal(tapped(), 'phone0');
      assert.equal(outcomes(), 'failed none none');
    });

    it('a grid of devices performs a gesture only once on devices that mirror the first one in its own panel', async () => {
      memory.panels[0]?.mirror.choose([{ id: 'phone1', name: 'Other' }]);
      await memory.grid.perform('phone0', TAP);
      assert.equal(tapped(), '');
      assert.match(memory.tile(0).outcome?.error ?? '', /mirrors its gestures/);
    });

    it('a grid of devices performs gestures on all devices one after the other', async () => {
      const release = memory.devices.hold('tapDevice');
      const both = [memory.grid.perform('phone0', TAP), memory.grid.perform('phone1', TAP)];
      await settle();
      assert.equal(tapped(), 'phone0');
      release();
      await Promise.all(both);
      assert.equal(tapped(), 'phone0 phone1 phone2 phone1 phone0 phone2');
    });

    it('a grid of devices performs no gesture after one that failed on the first device, as it was meant for another screen', async () => {
      const recover = memory.devices.fail('tapDevice', refusal(409, 'The phone is busy.'));
      const release = memory.devices.hold('tapDevice');
      const both = [memory.grid.perform('phone0', TAP), memory.grid.perform('phone1', TAP)];
      await settle();
      release();
      await Promise.all(both);
      assert.equal(tapped(), 'phone0');
      assert.equal(outcomes(), 'failed none none');
      recover();
      await memory.grid.perform('phone1', TAP);
      assert.equal(tapped(), 'phone0 phone1 phone0 phone2');
    });

    for (const held of ['getUiState', 'tapDevice']) {
      it(`a grid of devices performs a gesture on no other device if that is turned off while it waits for ${held} of the first`, async () => {
        const release = memory.devices.hold(held);
        const both = [memory.grid.perform('phone0', TAP), memory.grid.perform('phone1', TAP)];
        await settle();
        memory.grid.actOnAll(false);
        memory.grid.actOnAll(true);
        release();
        await Promise.all(both);
        assert.equal(tapped(), held === 'tapDevice' ? 'phone0' : '');
        assert.equal(outcomes(), 'none none none');
        assert.equal(memory.state.last, undefined);
        await memory.grid.perform('phone2', TAP);
        assert.equal(outcomes(), 'done done done');
      });
    }

    it('a grid of devices performs no gesture after it was closed', async () => {
      const release = memory.devices.hold('tapDevice');
      const both = [memory.grid.perform('phone0', TAP), memory.grid.perform('phone1', TAP)];
      await settle();
      memory.grid.dispose();
      release();
      await Promise.all(both);
      assert.equal(tapped(), 'phone0');
    });

    it('a grid of devices performs a gesture on all devices only while that is turned on', async () => {
      await memory.grid.perform('phone0', TAP);
      memory.grid.actOnAll(false);
      assert.equal(outcomes(), 'none none none');
      assert.equal(memory.state.last, undefined);
      await memory.grid.perform('phone1', TAP);
      assert.equal(tapped(), 'phone0 phone1 phone2 phone1');
    });
  });
});

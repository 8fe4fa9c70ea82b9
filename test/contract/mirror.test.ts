import assert from 'node:assert/strict';
import { Mirror } from '../../src/devicePanel/mirror.ts';
import { aimedElement, readElements } from '../../src/devicePanel/tappedElement.ts';
import type { DeviceGesture } from '../../src/flow/record/deviceGesture.ts';
import type { FieldKind } from '../../src/protocol/devicePanel.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { readGestures, findCenter } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { withoutTimeLimits } from '../support/withoutTimeLimits.ts';

const target = (key: string): { id: string; name: string } => ({ id: demoDeviceId(key), name: key });

describe('mirror', () => {
  withoutTimeLimits();
  let sandbox: TestSandbox;
  let mirror: Mirror;

  beforeEach(async () => {
    sandbox = await testSandbox();
    mirror = new Mirror();
  });

  afterEach(async () => {
    mirror.dispose();
    await sandbox.stop();
  });

  const size = { width: 1080, height: 2400 };
  const planned = (gesture: DeviceGesture, field?: FieldKind) => {
    return { client: sandbox.client, gesture, display: 0, size, field, aimed: undefined };
  };
  const done = (gesture: DeviceGesture, field?: FieldKind): Promise<void> =>
    mirror.prepare(planned(gesture, field))();
  const tap = { kind: 'tap', at: { x: 540, y: 1200 }, stealth: false } as const;
  const states = (): unknown => mirror.lines.map(({ name, state }) => [name, state]);

  it('mirrored devices do the same at the same relative position, and fail independently', async () => {
    mirror.choose([target('tablet'), target('offline'), target('no-geo')]);
    await done(tap);
    assert.deepEqual(states(), [
      ['tablet', 'done'],
      ['offline', 'failed'],
      ['no-geo', 'done'],
    ]);
    assert.match(mirror.lines[1]?.error ?? '', /disconnected/);
    const params = { deviceId: demoDeviceId('tablet') };
    const { screen_bounds } = (await sandbox.client.getUiState({ params })).value.device_context ?? {};
    const [tapped] = await readGestures(sandbox, 'tablet');
    assert.deepEqual(tapped?.asked, {
      x: Math.floor(screen_bounds!.width / 2 + screen_bounds!.width / 2160),
      y: Math.floor(screen_bounds!.height / 2 + screen_bounds!.height / 4800),
    });
  });

  it('mirrored devices report which element was tapped, and which one was expected if it differs', async () => {
    mirror.choose([target('no-geo'), target('phone')]);
    const { x, y } = findCenter(sandbox.service, { by: 'text', text: 'Maps' }, 'phone');
    const icon = { kind: 'tap', at: { x, y }, stealth: false } as const;
    const on = { deviceId: demoDeviceId('phone'), display: 0 };
    const aimed = aimedElement(icon, await readElements(sandbox.client, on));
    const tapped = aimed?.name;
    assert.match(tapped ?? '', /“Maps”/);
    const hits = (): unknown =>
      mirror.lines.map(({ name, hit, expected, usedPoint }) => [name, hit === tapped, expected, usedPoint]);
    const maps = { params: { deviceId: demoDeviceId('no-geo') }, body: { x, y } };
    await mirror.prepare({ ...planned(icon), aimed })();
    assert.deepEqual(hits(), [
      ['no-geo', true, undefined, false],
      ['phone', true, undefined, false],
    ]);
    await sandbox.client.pressGlobal({ params: on, body: { action: 2 } });
    await sandbox.client.tapDevice(maps);
    await mirror.prepare({ ...planned(icon), aimed })();
    assert.deepEqual(hits(), [
      ['no-geo', false, tapped, true],
      ['phone', true, undefined, false],
    ]);
    assert.deepEqual(
      mirror.lines.map(({ state, picture }) => [state, picture]),
      [
        ['done', 2],
        ['done', 2],
      ],
    );
    // A gesture other than a tap is not reported.
    await done({ kind: 'global', button: 'home' });
    assert.deepEqual(
      mirror.lines.map(({ hit, expected }) => [hit, expected]),
      [
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
  });

  it('mirrored devices say that they used the point if the elements of either device are unknown', async () => {
    const at = findCenter(sandbox.service, { by: 'text', text: 'Form' }, 'phone');
    const icon = { kind: 'tap', at, stealth: false } as const;
    const on = { deviceId: demoDeviceId('phone'), display: 0 };
    const aimed = aimedElement(icon, await readElements(sandbox.client, on));
    const results = (): unknown => mirror.lines.map(line => [line.state, line.usedPoint, line.expected]);
    // The iPhone of the sandbox offers no elements.
    mirror.choose([target('ios')]);
    await mirror.prepare({ ...planned(icon), aimed })();
    assert.deepEqual(results(), [['done', true, undefined]]);
    mirror.choose([target('tablet')]);
    await done(icon);
    assert.deepEqual(results(), [['done', true, undefined]]);
  });

  it('mirrored devices tap the same element at its own place, and the scaled point where it is not', async () => {
    const at = findCenter(sandbox.service, { by: 'text', text: 'Maps' }, 'phone');
    const there = findCenter(sandbox.service, { by: 'text', text: 'Maps' }, 'tablet');
    const on = { deviceId: demoDeviceId('phone'), display: 0 };
    const held = { kind: 'swipe', from: at, to: at, duration: 900, stealth: false } as const;
    const maps = { params: { deviceId: demoDeviceId('no-geo') }, body: { x: at.x, y: at.y } };
    await sandbox.client.tapDevice(maps);
    mirror.choose([target('tablet'), target('no-geo')]);
    for (const gesture of [{ kind: 'tap', at, stealth: false } as const, held]) {
      const aimed = aimedElement(gesture, await readElements(sandbox.client, on));
      await mirror.prepare({ ...planned(gesture), aimed })();
      const [tablet] = await readGestures(sandbox, 'tablet');
      const asked = tablet?.asked as { x?: number; y?: number; startX?: number; startY?: number };
      const [x, y] = [asked.x ?? asked.startX ?? 0, asked.y ?? asked.startY ?? 0];
      assert.ok(Math.abs(x - there.x) < 60 && Math.abs(y - there.y) < 90, JSON.stringify([asked, there]));
      assert.deepEqual(
        mirror.lines.map(({ name, usedPoint }) => [name, usedPoint]),
        [
          ['tablet', false],
          ['no-geo', true],
        ],
      );
      await sandbox.client.pressGlobal({ params: { deviceId: demoDeviceId('tablet') }, body: { action: 2 } });
    }
    const scaled = {
      x: Math.floor(((at.x + 0.5) * 1600) / 1080),
      y: Math.floor(((at.y + 0.5) * 2560) / 2400),
    };
    assert.ok(
      Math.abs(scaled.x - there.x) > 60 || Math.abs(scaled.y - there.y) > 90,
      'The point is the same place.',
    );
  });

  it('mirrored devices are paused after a failure until they rejoin', async () => {
    mirror.choose([target('offline')]);
    await done({ kind: 'global', button: 'home' });
    await sandbox.request(`/../_sandbox/devices/${demoDeviceId('offline')}/reconnect`, { method: 'POST' });
    await done({ kind: 'global', button: 'back' });
    assert.deepEqual([states(), await readGestures(sandbox, 'offline')], [[['offline', 'failed']], []]);
    mirror.rejoin();
    await done({ kind: 'global', button: 'recents' });
    const [gesture] = await readGestures(sandbox, 'offline');
    assert.deepEqual([states(), gesture?.input], [[['offline', 'done']], 'recents']);
  });

  it('mirrored devices get gestures one after another, and none whose position cannot be found', async () => {
    mirror.choose([target('tablet')]);
    await Promise.all([done({ kind: 'global', button: 'home' }), done({ kind: 'key', key: 66 })]);
    const inputs = (await readGestures(sandbox, 'tablet')).map(({ input }) => input);
    assert.deepEqual(inputs, ['66', 'home']);
    await mirror.prepare({ ...planned(tap), size: undefined })();
    assert.match(mirror.lines[0]?.error ?? '', /screen size .* unknown/);
    assert.equal((await readGestures(sandbox, 'tablet')).length, 2);
  });

  it('mirrored devices do not repeat a gesture that failed on the source device', async () => {
    mirror.choose([target('tablet')]);
    mirror.prepare(planned(tap));
    await done({ kind: 'global', button: 'home' });
    assert.deepEqual(
      (await readGestures(sandbox, 'tablet')).map(({ kind }) => kind),
      ['global'],
    );
  });

  it('mirrored devices get text if a field has the focus, and a password only if no field shows it', async () => {
    const touch = async (selector: Parameters<typeof findCenter>[1]): Promise<void> => {
      const { x, y } = findCenter(sandbox.service, selector, 'no-geo');
      await sandbox.client.tapDevice({ params: { deviceId: demoDeviceId('no-geo') }, body: { x, y } });
    };
    await touch({ by: 'text', text: 'Form' });
    await touch({ by: 'description', description: 'Name' });
    mirror.choose([target('tablet'), target('no-geo')]);
    await done({ kind: 'text', text: 'Ada', stealth: false }, 'text');
    assert.deepEqual(states(), [
      ['tablet', 'failed'],
      ['no-geo', 'done'],
    ]);
    assert.match(mirror.lines[0]?.error ?? '', /^Text not typed: no field has the focus/);
    const password = { kind: 'text', text: 'canary-5d1f', stealth: false } as const;
    await done(password, 'password');
    assert.match(mirror.lines[1]?.error ?? '', /^Password not typed: the field/);
    await touch({ by: 'description', description: 'Password' });
    mirror.rejoin();
    await done(password, 'password');
    assert.deepEqual(states(), [
      ['tablet', 'failed'],
      ['no-geo', 'done'],
    ]);
    const typed = (await readGestures(sandbox, 'no-geo')).filter(({ kind }) => kind === 'text');
    assert.equal(typed.length, 2);
    assert.deepEqual(await readGestures(sandbox, 'tablet'), []);
  });
});

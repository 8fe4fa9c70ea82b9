import assert from 'node:assert/strict';
import { Replay } from '../../../src/devicePanel/replay.ts';
import type { DeviceGesture, DoneGesture } from '../../../src/flow/record/deviceGesture.ts';

const key = (code: number, at: number): DoneGesture => ({
  deviceId: 'd',
  display: code % 2,
  gesture: { kind: 'key', key: code },
  at,
});
const codeOf = (gesture: DeviceGesture): number => (gesture.kind === 'key' ? gesture.key : -1);

it('a replay performs the gestures in order on their displays, and reports progress', async () => {
  const done: unknown[] = [];
  const replay = new Replay((gesture, display) => {
    done.push([codeOf(gesture), display, replay.state]);
    return Promise.resolve();
  });
  await replay.run([key(1, 0), key(2, 60_000)], false);
  assert.deepEqual(done, [
    [1, 1, { done: 0, total: 2 }],
    [2, 0, { done: 1, total: 2 }],
  ]);
  assert.equal(replay.state, undefined);
});

it('a replay waits as long as the user did', async () => {
  const done: (string | number)[] = [];
  const perform = (gesture: DeviceGesture): Promise<void> => Promise.resolve(void done.push(codeOf(gesture)));
  const replay = new Replay(perform, milliseconds =>
    Promise.resolve(done.push(`${Math.ceil(milliseconds / 3_600_000)} h`)),
  );
  await replay.run([key(1, 1000), key(2, 3_601_000), key(3, 10_801_000)], true);
  assert.deepEqual(done, [1, '1 h', 2, '2 h', 3]);
});

it('a replay ends at the first failure and reports its index', async () => {
  const done: number[] = [];
  const replay = new Replay(gesture => {
    done.push(codeOf(gesture));
    return codeOf(gesture) === 66 ? Promise.reject(new Error('The device is gone.')) : Promise.resolve();
  });
  const run = replay.run([key(4, 0), key(66, 0), key(4, 0)], false);
  await assert.rejects(run, {
    message: 'Replay stopped at gesture 2 of 3, “Press Enter”: The device is gone.',
  });
  assert.deepEqual([done, replay.state], [[4, 66], undefined]);
});

it('a replay can be stopped within a pause, and only one runs at a time', async () => {
  const done: number[] = [];
  const replay = new Replay(gesture => Promise.resolve(void done.push(codeOf(gesture))));
  const run = replay.run([key(1, 0), key(2, 3_600_000)], true);
  await assert.rejects(replay.run([key(3, 0)], false), /already running/);
  replay.stop();
  await run;
  assert.deepEqual(done, [1]);
  await replay.run([key(4, 0)], true);
  assert.deepEqual(done, [1, 4]);
});

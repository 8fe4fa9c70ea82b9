import assert from 'node:assert/strict';
import fc from 'fast-check';
import { STEP_MS, TrackPlayer } from '../../../src/devicePanel/place/trackPlayer.ts';
import { Route, type TrackSpeed } from '../../../src/flow/track/route.ts';
import type { Position } from '../../../src/util/geoText.ts';

/** A route along the equator: each degree takes 10 s as recorded. */
const route = new Route({
  name: undefined,
  points: [0, 1, 2, 3].map(n => ({ latitude: 0, longitude: n, time: n * 10_000 })),
  timed: true,
  note: undefined,
});
const recorded = (factor: number): TrackSpeed => ({ kind: 'recorded', factor });

/** A device and a clock that tests move. */
class World {
  now = 0;
  /** Response time of the device, in milliseconds. */
  takes = 0;
  /** True if the device fails. */
  fails = false;
  readonly sent: Position[] = [];
  most = 0;
  #open = 0;
  #timers: { at: number; go: () => void }[] = [];

  player(speed = recorded(1)): TrackPlayer {
    return new TrackPlayer(route, speed, {
      send: async position => {
        this.most = Math.max(this.most, ++this.#open);
        const fails = this.fails;
        if (this.takes > 0) await this.#after(this.takes);
        this.#open--;
        if (fails) throw new Error('The device is away.');
        this.sent.push(position);
      },
      explain: error => (error as Error).message,
      now: () => this.now,
      wait: (ms, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('ended')));
          void this.#after(ms).then(resolve);
        }),
    });
  }

  get longitudes(): number[] {
    return this.sent.map(({ longitude }) => Math.round(longitude * 1e6) / 1e6);
  }

  /** Lets time go by, and everything happen that happens meanwhile. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await settled();
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#timers = this.#timers.filter(one => one !== next);
      this.now = next.at;
      next.go();
    }
    this.now = end;
    await settled();
  }

  #after(ms: number): Promise<void> {
    return new Promise(resolve => this.#timers.push({ at: this.now + ms, go: resolve }));
  }
}

async function settled(): Promise<void> {
  for (let n = 0; n < 30; n++) await Promise.resolve();
}

it('a track player sends the positions in order, one per second, and the last one exactly', async () => {
  const world = new World();
  const player = world.player();
  const states: string[] = [];
  player.onDidChange(() => states.push(player.state));
  player.play();
  await world.pass(31_000);
  assert.equal(world.sent.length, 31);
  assert.deepEqual(world.longitudes.slice(0, 3), [0, 0.1, 0.2]);
  assert.deepEqual(world.sent.at(-1), { latitude: 0, longitude: 3 });
  assert.equal(player.state, 'finished');
  assert.equal(player.elapsed, 30_000);
  assert.deepEqual([states[0], states.at(-1)], ['playing', 'finished']);
  await world.pass(60_000);
  assert.equal(world.sent.length, 31);
});

it('a track player never makes concurrent calls, and follows the time of the track on a slow device', async () => {
  const world = new World();
  world.takes = 3500;
  world.player().play();
  await world.pass(40_000);
  assert.equal(world.most, 1);
  assert.deepEqual(world.longitudes.slice(0, 4), [0, 0.35, 0.7, 1.05]);
  assert.equal(world.longitudes.at(-1), 3);
});

it('a track player keeps its position when paused, and resumes from there', async () => {
  const world = new World();
  const player = world.player();
  player.play();
  await world.pass(10_500);
  player.pause();
  assert.equal(player.state, 'paused');
  await world.pass(60_000);
  assert.equal(world.longitudes.at(-1), 1);
  player.play();
  await world.pass(1000);
  assert.deepEqual(world.longitudes.slice(-2), [1, 1.1]);
});

it('a track player waits for the pending call when it is resumed immediately', async () => {
  const world = new World();
  world.takes = 5000;
  const player = world.player();
  player.play();
  await world.pass(1000);
  player.pause();
  player.play();
  await world.pass(20_000);
  assert.equal(world.most, 1);
  assert.deepEqual(world.longitudes.slice(0, 3), [0, 0, 0.5]);
});

it('a track player resumes from the position that was being sent when it was paused', async () => {
  const world = new World();
  world.takes = 3000;
  const player = world.player();
  player.play();
  await world.pass(4000);
  player.pause();
  player.changeSpeed(recorded(2));
  await world.pass(60_000);
  player.play();
  await world.pass(6000);
  assert.deepEqual(world.longitudes, [0, 0.3, 0.3, 0.9]);
});

it('a track player is at its start when it was stopped during a call', async () => {
  const world = new World();
  world.takes = 3000;
  const player = world.player();
  player.play();
  await world.pass(4000);
  player.stop();
  await world.pass(60_000);
  assert.deepEqual([player.state, player.elapsed], ['ready', 0]);
});

it('a track player pauses with a message when the device fails, and sends the same position again', async () => {
  const world = new World();
  const player = world.player();
  player.play();
  await world.pass(4500);
  world.fails = true;
  await world.pass(10_000);
  assert.deepEqual([player.state, player.problem], ['paused', 'The device is away.']);
  assert.equal(player.elapsed, 5000);
  world.fails = false;
  player.play();
  assert.equal(player.problem, undefined);
  await world.pass(0);
  assert.deepEqual(world.longitudes.slice(-2), [0.4, 0.5]);
});

it('a track player jumps to a fraction of the time, and back to the start when it is stopped', async () => {
  const world = new World();
  const player = world.player();
  player.play();
  await world.pass(500);
  player.seek(0.5);
  await world.pass(500);
  assert.deepEqual(world.longitudes, [0, 1.55]);
  player.stop();
  assert.deepEqual([player.state, player.elapsed], ['ready', 0]);
  await world.pass(10_000);
  assert.equal(world.sent.length, 2);
  player.play();
  await world.pass(0);
  assert.equal(world.longitudes.at(-1), 0);
});

it('a track player plays again from the start when it was over, or from where the user jumped to', async () => {
  const world = new World();
  const player = world.player(recorded(100));
  player.play();
  await world.pass(2000);
  assert.deepEqual(world.longitudes, [0, 3]);
  player.play();
  await world.pass(0);
  assert.equal(world.longitudes.at(-1), 0);
  await world.pass(2000);
  player.seek(0.5);
  player.play();
  await world.pass(0);
  assert.equal(world.longitudes.at(-1), 1.5);
});

it('a track player keeps its position on the track when the speed changes', async () => {
  const world = new World();
  const player = world.player();
  player.play();
  await world.pass(9500);
  player.changeSpeed(recorded(10));
  await world.pass(1000);
  assert.deepEqual(world.longitudes.slice(-2), [0.9, 1.45]);
});

it('a track player sends nothing after it is disposed', async () => {
  const world = new World();
  const player = world.player();
  player.play();
  await world.pass(2500);
  player.dispose();
  await world.pass(10_000);
  assert.equal(world.sent.length, 3);
});

it('a track player never overlaps calls, goes back, or leaves the track, in any order of operations', async () => {
  const act = fc.oneof(
    fc.constantFrom('play', 'pause', 'fail', 'mend'),
    fc.record({ takes: fc.integer({ min: 0, max: 4 * STEP_MS }) }),
    fc.record({ pass: fc.integer({ min: 0, max: 9000 }) }),
    fc.record({ factor: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ kmh: fc.integer({ min: 1000, max: 900_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async acts => {
      const world = new World();
      const player = world.player();
      for (const one of acts) {
        // Playing again would start from the beginning, which is another path.
        if (player.state === 'finished') break;
        if (one === 'play') player.play();
        else if (one === 'pause') player.pause();
        else if (one === 'fail' || one === 'mend') world.fails = one === 'fail';
        else if ('takes' in one) world.takes = one.takes;
        else if ('pass' in one) await world.pass(one.pass);
        else player.changeSpeed('kmh' in one ? { kind: 'steady', kmh: one.kmh } : recorded(one.factor));
      }
      await world.pass(10_000);
      assert.ok(world.most <= 1);
      for (const [index, longitude] of world.longitudes.entries()) {
        assert.ok(longitude >= 0 && longitude <= 3);
        assert.ok(longitude >= (world.longitudes[index - 1] ?? 0) - 1e-6, world.longitudes.join(' '));
      }
      player.dispose();
    }),
  );
});

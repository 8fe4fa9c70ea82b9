import assert from 'node:assert/strict';
import { encodeApng } from '../../../src/sandbox/phone/draw/apng.ts';
import { encodePng } from '../../../src/sandbox/phone/draw/png.ts';
import { createRaster } from '../../../src/sandbox/phone/draw/raster.ts';
import { AnimationPlayer } from '../../../src/webview/common/screenVideo/animationPlayer.ts';
import { frameAt, frameEnds, positionLabel } from '../../../src/webview/common/screenVideo/frameTimes.ts';

async function animation(...delays: readonly number[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const frames = delays.map(delayMs => ({ raster: createRaster(2, 2), delayMs }));
  for await (const part of encodeApng(frames, delays.length)) parts.push(part);
  return Buffer.concat(parts);
}

describe('webview/screenVideo: times of an animated PNG', () => {
  it('the times of an animated PNG are the ends of its images', async () => {
    const file = await animation(20, 1500, 60_000);
    assert.deepEqual(frameEnds(file), [20, 1520, 61_520]);
    // The file need not be at the start of its memory.
    const inside = Buffer.concat([Buffer.alloc(5), file]).subarray(5);
    assert.deepEqual(frameEnds(inside), [20, 1520, 61_520]);
  });

  it('the times of an animated PNG are at least as long as browsers show an image', async () => {
    assert.deepEqual(frameEnds(await animation(0, 0)), [10, 20]);
  });

  it('the times of an animated PNG are those of the complete part of a file, and missing from a still picture', async () => {
    const file = await animation(100, 100, 100);
    for (let length = 0; length < file.length; length++) {
      const ends = frameEnds(file.subarray(0, length));
      assert.ok(ends === undefined || ends.length <= 3);
    }
    assert.equal(frameEnds(encodePng(createRaster(2, 2))), undefined);
    assert.equal(frameEnds(new Uint8Array()), undefined);
  });

  it('the times of an animated PNG say which image is shown', () => {
    const ends = [100, 250, 300];
    const shown = [0, 99, 100, 249, 250, 299, 300, 1000].map(ms => frameAt(ends, ms));
    assert.deepEqual(shown, [0, 0, 1, 1, 2, 2, 2, 2]);
  });

  it('the times of an animated PNG are shown in minutes and seconds', () => {
    assert.deepEqual([0, 999, 61_000, 3_600_000].map(positionLabel), ['0:00', '0:00', '1:01', '60:00']);
  });
});

describe('webview/screenVideo: player of an animation', () => {
  const drawn: number[] = [];
  let now = 0;
  let next: (() => void) | undefined;
  let changes = 0;
  let player: AnimationPlayer;
  let drawing: Promise<void>;

  beforeEach(() => {
    [now, next, changes, drawing] = [5000, undefined, 0, Promise.resolve()];
    drawn.length = 0;
    const port = {
      draw: async (index: number) => {
        drawn.push(index);
        await drawing;
      },
      now: () => now,
      nextFrame: (call: () => void) => {
        next = call;
        return () => {
          next = undefined;
        };
      },
    };
    player = new AnimationPlayer([100, 250, 300], port, () => changes++);
  });

  async function pass(ms: number): Promise<void> {
    now += ms;
    const call = next;
    next = undefined;
    call?.();
    await new Promise(setImmediate);
  }

  it('the player of an animation draws each image once, and stops at the end', async () => {
    player.play();
    await pass(50);
    await pass(60);
    await pass(10);
    await pass(140);
    assert.deepEqual([drawn, player.isPlaying, player.position], [[0, 1, 2], true, 260]);
    await pass(100);
    assert.deepEqual([player.isPlaying, player.position, next], [false, 300, undefined]);
    player.play();
    await pass(0);
    assert.deepEqual([drawn, player.position], [[0, 1, 2, 0], 0]);
  });

  it('the player of an animation pauses, goes to a position, and plays on from there', async () => {
    player.play();
    await pass(50);
    player.pause();
    await pass(1000);
    assert.deepEqual([player.position, drawn, player.isPlaying], [50, [0], false]);
    player.seek(260);
    await pass(0);
    assert.deepEqual([drawn, player.position], [[0, 2], 260]);
    player.seek(90);
    player.play();
    await pass(20);
    assert.deepEqual([drawn.at(-1), player.position], [1, 110]);
    player.seek(0);
    await pass(10);
    assert.deepEqual([drawn.at(-1), player.position, player.isPlaying], [0, 10, true]);
    for (const ms of [-5, 1000]) player.seek(ms);
    assert.equal(player.position, 300);
  });

  it('the player of an animation leaves out images that pass while a slow one is drawn', async () => {
    const slow = Promise.withResolvers<undefined>();
    drawing = slow.promise;
    player.seek(0);
    player.seek(120);
    player.seek(260);
    assert.deepEqual(drawn, [0]);
    slow.resolve(undefined);
    await pass(0);
    assert.deepEqual(drawn, [0, 2]);
  });

  it('the player of an animation says that it changed, until it is disposed', async () => {
    player.play();
    const before = changes;
    await pass(10);
    assert.ok(changes > before);
    player.dispose();
    assert.deepEqual([player.isPlaying, next], [false, undefined]);
  });
});

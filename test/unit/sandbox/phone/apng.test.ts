import assert from 'node:assert/strict';
import { decodePng } from '../../../../scripts/pictures/pngImage.ts';
import { openApp } from '../../../../src/sandbox/phone/applyEffect.ts';
import { encodeApng, type Frame } from '../../../../src/sandbox/phone/draw/apng.ts';
import { encodePng } from '../../../../src/sandbox/phone/draw/png.ts';
import { createRaster, type Raster } from '../../../../src/sandbox/phone/draw/raster.ts';
import { drawDisplay } from '../../../../src/sandbox/phone/renderPng.ts';
import { createPhone } from '../../../../src/sandbox/phone/state.ts';
import { chunksOf, playAnimation } from '../../../support/playAnimation.ts';
import { testWorld } from './testWorld.ts';

const [WIDTH, HEIGHT] = [23, 17];

/** A gradient with white pixels at some indexes. */
function rasterWith(...white: readonly number[]): Raster {
  const raster = createRaster(WIDTH, HEIGHT);
  for (let at = 0; at < raster.bytes.length; at++)
    raster.bytes[at] = at % 4 === 3 ? 255 : ((at >> 2) * 7) % 200;
  for (const pixel of white) raster.bytes.fill(255, pixel * 4, pixel * 4 + 4);
  return raster;
}

async function encode(frames: readonly Frame[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of encodeApng(frames, frames.length)) parts.push(part);
  return Buffer.concat(parts);
}

function areasOf(file: Buffer): number[][] {
  const controls = chunksOf(file).filter(({ type }) => type === 'fcTL');
  return controls.map(({ data }) => [4, 8, 12, 16].map(at => data.readUInt32BE(at)));
}

it('the animated PNG of the sandbox shows each image for its time', async () => {
  const frames = [
    { raster: rasterWith(), delayMs: 20 },
    { raster: rasterWith(0, WIDTH * HEIGHT - 1), delayMs: 60_000 },
    { raster: rasterWith(30), delayMs: 65_535 },
    { raster: rasterWith(30), delayMs: 1234 },
  ];
  const shown = playAnimation(await encode(frames));
  assert.deepEqual(
    shown.map(({ ms }) => ms),
    frames.map(({ delayMs }) => delayMs),
  );
  for (const [index, { raster }] of frames.entries())
    assert.deepEqual(shown[index]?.image, decodePng(encodePng(raster)));
});

it('the animated PNG of the sandbox contains only the area that changes', async () => {
  const rasters = [rasterWith(), rasterWith(24, 50), rasterWith(24, 50), rasterWith(24, 50, 22)];
  const file = await encode(rasters.map(raster => ({ raster, delayMs: 100 })));
  assert.deepEqual(areasOf(file), [
    [WIDTH, HEIGHT, 0, 0],
    [4, 2, 1, 1],
    [1, 1, 0, 0],
    [1, 1, 22, 0],
  ]);
});

it('the animated PNG of the sandbox refuses images of another size or number', async () => {
  const small = { raster: createRaster(2, 2), delayMs: 100 };
  await assert.rejects(encode([{ raster: rasterWith(), delayMs: 100 }, small]), /the same size/);
  const parts = encodeApng([small], 2);
  await assert.rejects(async () => {
    for await (const part of parts) assert.ok(part.length > 0);
  }, /1 images, not 2/);
});

it('the animated PNG of the sandbox is much smaller than its pictures', async () => {
  const phone = createPhone('android-phone');
  const states = [openApp(phone, 'form'), { ...openApp(phone, 'form'), fields: { 'form.name': 'Ada' } }];
  const rasters = states.map(state => drawDisplay(state, testWorld, {}));
  const [one, two] = rasters;
  assert.ok(one && two);
  const file = await encode([one, two].map(raster => ({ raster, delayMs: 100 })));
  assert.ok(file.length < encodePng(one).length * 1.1);
  assert.deepEqual(playAnimation(file)[1]?.image, decodePng(encodePng(two)));
});

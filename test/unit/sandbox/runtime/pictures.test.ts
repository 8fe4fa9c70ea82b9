import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApp } from '../../../../src/sandbox/phone/applyEffect.ts';
import { APP_IDS } from '../../../../src/sandbox/phone/apps.ts';
import { renderPng } from '../../../../src/sandbox/phone/renderPng.ts';
import { createPhone } from '../../../../src/sandbox/phone/state.ts';
import { type PictureRequest, ScreenDrawings } from '../../../../src/sandbox/runtime/pictureRequest.ts';
import { drawIn, DisplayPictures } from '../../../../src/sandbox/runtime/pictures.ts';
import { testWorld } from '../phone/testWorld.ts';

const phone = createPhone('android-phone');

function requestFor(series: string, change: Partial<PictureRequest> = {}): PictureRequest {
  return { series, state: phone, context: testWorld, options: {}, ...change };
}

describe('sandbox/runtime/pictures: pictures of a sandbox', () => {
  it('the pictures of a sandbox are drawn again only if they have changed', async () => {
    let drawn = 0;
    const pictures = new DisplayPictures(async () => Promise.resolve(Buffer.from([++drawn])));
    const first = await pictures.draw(requestFor('a'));
    assert.equal(await pictures.draw(requestFor('a')), first);
    assert.notEqual(await pictures.draw(requestFor('b')), first);
    const nextMinute = { ...testWorld, now: new Date(testWorld.now.getTime() + 60_000) };
    assert.notEqual(await pictures.draw(requestFor('a', { context: nextMinute })), first);
    const sameMinute = { ...testWorld, now: new Date(testWorld.now.getTime() + 1000) };
    assert.equal(await pictures.draw(requestFor('a', { context: sameMinute })), first);
    assert.equal(drawn, 3);
  });

  it('the pictures of a sandbox are drawn once for requests at the same time', async () => {
    let drawn = 0;
    const pictures = new DisplayPictures(async () => Promise.resolve(Buffer.from([++drawn])));
    const [first, second] = await Promise.all([
      pictures.draw(requestFor('a')),
      pictures.draw(requestFor('a')),
    ]);
    assert.equal(first, second);
    assert.equal(drawn, 1);
  });

  it('the pictures of a sandbox are kept unless 64 others were shown later', async () => {
    const drawn: string[] = [];
    const pictures = new DisplayPictures(async ({ series }) => {
      drawn.push(series);
      return Promise.resolve(Buffer.from(series));
    });
    for (let series = 0; series < 64; series++) await pictures.draw(requestFor(`${series}`));
    await pictures.draw(requestFor('0'));
    await pictures.draw(requestFor('64'));
    drawn.length = 0;
    await pictures.draw(requestFor('0'));
    await pictures.draw(requestFor('1'));
    assert.deepEqual(drawn, ['1']);
  });

  it('the pictures of a sandbox are tried again after a failure', async () => {
    let tries = 0;
    const pictures = new DisplayPictures(async () => {
      if (++tries === 1) throw new Error('Out of memory.');
      return Promise.resolve(Buffer.from('picture'));
    });
    await assert.rejects(pictures.draw(requestFor('a')), /Out of memory/);
    assert.equal(String(await pictures.draw(requestFor('a'))), 'picture');
  });
});

describe('sandbox/runtime/pictures: drawing on a thread of its own', () => {
  const program = new URL('../../../../src/cli.ts', import.meta.url);

  it('the drawing on a thread of its own returns the same pictures as this thread', async () => {
    const { draw, stop } = drawIn(program);
    try {
      const requests = APP_IDS.map(app => requestFor('a', { state: openApp(phone, app) }));
      const pictures = await Promise.all(requests.map(draw));
      for (const [index, { state, context }] of requests.entries())
        assert.ok(pictures[index]?.equals(renderPng(state, context) ?? Buffer.of()), `picture ${index}`);
      assert.equal(await draw(requestFor('a', { options: { displayId: 7 } })), undefined);
    } finally {
      await stop();
    }
  });

  it('the drawing on a thread of its own reports a failure and goes on', async () => {
    const { draw, stop } = drawIn(program);
    try {
      const faulty = requestFor('a', { context: { ...testWorld, timeZone: 'Nowhere' } });
      await assert.rejects(draw(faulty), /Invalid time zone/);
      assert.ok(await draw(requestFor('a')));
    } finally {
      await stop();
    }
  });

  for (const [end, how] of [
    ['process.exit(1)', 'ends'],
    ['throw new Error("It failed.")', 'fails'],
  ] as const)
    it(`the drawing on a thread of its own rejects what a thread that ${how} has not drawn, and starts another`, () =>
      restart(end));

  async function restart(end: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'picture-thread-'));
    const ending = join(folder, 'ends.mjs');
    // The first thread ends with the first request, and the next one answers.
    await writeFile(
      ending,
      `import { existsSync, writeFileSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       const mark = ${JSON.stringify(join(folder, 'mark'))};
       parentPort.on('message', ({ number }) => {
         if (existsSync(mark)) return parentPort.postMessage({ number, png: Uint8Array.of(7) });
         writeFileSync(mark, '');
         ${end};
       });`,
    );
    const { draw, stop } = drawIn(pathToFileURL(ending));
    try {
      const again = draw(requestFor('a')).catch(() => draw(requestFor('c')));
      const both = await Promise.allSettled([draw(requestFor('a')), draw(requestFor('b'))]);
      assert.deepEqual(await again, Buffer.of(7));
      assert.deepEqual(
        both.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      assert.deepEqual(await draw(requestFor('a')), Buffer.of(7));
    } finally {
      await stop();
      await rm(folder, { recursive: true });
    }
  }

  it('the drawing on a thread of its own has a limit for short-lived objects', async () => {
    const code = `import { parentPort, resourceLimits } from 'node:worker_threads';
      parentPort.on('message', ({ number }) =>
        parentPort.postMessage({ number, png: Uint8Array.of(resourceLimits.maxYoungGenerationSizeMb) }));`;
    const { draw, stop } = drawIn(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    try {
      assert.deepEqual(await draw(requestFor('a')), Buffer.of(8));
    } finally {
      await stop();
    }
  });

  it('the drawing on a thread of its own draws nothing after it was stopped', async () => {
    const { draw, stop } = drawIn(program);
    await stop();
    await assert.rejects(draw(requestFor('a')), /nothing is drawn anymore/);
  });
});

describe('sandbox/runtime/pictures: drawings of several displays', () => {
  it('the drawings of several displays do not disturb one another', () => {
    const drawings = new ScreenDrawings();
    const draw = (series: number, app: (typeof APP_IDS)[number]): Buffer | undefined =>
      drawings.draw(requestFor(`${series}`, { state: openApp(phone, app) }));
    for (const app of APP_IDS.slice(0, 2)) {
      const alone = renderPng(openApp(phone, app), testWorld);
      assert.ok(alone);
      for (const series of [1, 2, 3, 4, 5]) assert.ok(draw(series, app)?.equals(alone));
    }
  });
  it('the drawings of several displays use the memory of four for all', () => {
    const real = globalThis.Uint32Array;
    let images = 0;
    globalThis.Uint32Array = new Proxy(real, {
      construct(target, [size]: [number]) {
        if (size >= 1080 * 2400) images++;
        return new target(size);
      },
    });
    try {
      const drawings = new ScreenDrawings();
      for (const series of [1, 2, 3, 4, 5, 6, 1]) drawings.draw(requestFor(`${series}`));
    } finally {
      globalThis.Uint32Array = real;
    }
    assert.equal(images, 4);
  });
});

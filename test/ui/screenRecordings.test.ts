import assert from 'node:assert/strict';
import { pngHead } from '../../src/sandbox/phone/draw/png.ts';
import type { PanelState } from '../../src/protocol/devicePanel.ts';
import type { ScreenRecordingLine, ScreenRecordingsState } from '../../src/protocol/screenRecordings.ts';
import { type DevicePageSettings, useDevicePages } from '../support/devicePage.ts';
import { testLooks } from '../support/looks.ts';
import { ready } from '../support/panelStates.ts';
import { sampleVideo } from '../support/sampleVideo.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const began = Date.now() - 2 * DAY_MS;

function line(id: string, more: Partial<ScreenRecordingLine> = {}): ScreenRecordingLine {
  return {
    ...{ id, name: `Recording ${id}`, status: 'completed', isRunning: false, hasVideo: true },
    ...{ hasVideoPart: true, hasActions: true },
    ...{ startedAt: began, durationMs: 12_400, sizeBytes: 1_234_567, expiresAt: began + 7 * DAY_MS },
    ...{ actions: 4, isLimited: false, limitReason: undefined, error: undefined },
    ...more,
  };
}

const list: readonly ScreenRecordingLine[] = [
  line('one', {
    name: 'Checkout on the Pixel phone',
    status: 'recording',
    isRunning: true,
    hasVideo: false,
    durationMs: undefined,
    sizeBytes: undefined,
  }),
  line('two', { name: 'Location tour' }),
  line('three', { name: 'Sign in', status: 'processing', hasVideo: false, sizeBytes: undefined, actions: 1 }),
  line('four', { name: 'A long test', isLimited: true, limitReason: 'duration', durationMs: 1_800_000 }),
  line('five', {
    name: 'Reboot',
    status: 'failed',
    error: 'The device is rebooting, so the recording ended.',
  }),
];

function withRecordings(recordings: Partial<ScreenRecordingsState>): PanelState {
  const nothing = { isRead: true, isMissing: false, problem: undefined, list: [] };
  return { ...ready, screenRecordings: { ...nothing, ...recordings } };
}

describe('screenRecordings', () => {
  const openPage = useDevicePages();
  let video: Uint8Array;

  before(async () => {
    video = await sampleVideo();
  });

  async function open(
    settings: Omit<DevicePageSettings, 'png'>,
    openWith = openPage,
  ): Promise<Awaited<ReturnType<typeof openPage>>> {
    const answer: DevicePageSettings['answer'] = request =>
      request.kind === 'screenRecording' && request.request.kind === 'video' ? video : undefined;
    const shown = await openWith({ answer, ...settings });
    await shown.page.getByText('Videos', { exact: true }).click();
    return shown;
  }

  describe('themes', () => {
    const openState = useDevicePages('next');

    testLooks(
      'the screen recordings of the device page',
      { 'screen recordings, wide': 1000, 'screen recordings, narrow': 320 },
      async width => {
        const shown = await open({ state: withRecordings({ list }), width, height: 1700 }, openState);
        await shown.page.getByRole('button', { name: 'Play Location tour' }).click();
        const position = shown.page.getByRole('slider', { name: 'Position' });
        await until('the end', () => position.getAttribute('aria-valuetext'), '0:04 / 0:04');
        await shown.page.locator('screen-recordings').scrollIntoViewIfNeeded();
        return shown;
      },
    );
  });

  it('the screen recordings of the device page are started, stopped, saved, deleted, and their actions shown', async () => {
    const shown = await open({ state: withRecordings({}) });
    const { page } = shown;
    await page.getByRole('button', { name: 'Start Video' }).click();
    await shown.show(withRecordings({ list }));
    await page.getByRole('status').getByText('Video: Checkout on the Pixel phone').waitFor();
    // Another display can be recorded meanwhile.
    assert.ok(await page.getByRole('button', { name: 'Start Video' }).isEnabled());
    await page.getByRole('button', { name: 'Stop Video' }).click();
    await page.getByRole('button', { name: 'Stop Checkout on the Pixel phone' }).click();
    for (const name of ['Save', 'Show Actions of', 'Delete'])
      await page.getByRole('button', { name: `${name} Location tour` }).click();
    const asked = (): unknown[] =>
      shown.requests.flatMap(request => (request.kind === 'screenRecording' ? [request.request] : []));
    await until('all requests', () => asked().length, 6);
    assert.deepEqual(asked(), [
      { kind: 'start' },
      { kind: 'stop', id: 'one' },
      { kind: 'stop', id: 'one' },
      { kind: 'save', id: 'two' },
      { kind: 'actions', id: 'two' },
      { kind: 'delete', id: 'two' },
    ]);
  });

  it('the screen recordings of the device page say their length, size, actions, and how long they are kept', async () => {
    const shown = await open({ state: withRecordings({ list }) });
    const textOf = (name: string): Promise<string> =>
      shown.page.locator('.screen-recording', { hasText: name }).innerText();
    assert.match(
      await textOf('Location tour'),
      /12\.4\ss\s· 1\.2\sMB\s· 4\sactions\s· expires\sin\s\d\sdays/,
    );
    assert.match(await textOf('Sign in'), /1\saction\s· processing/);
    assert.match(await textOf('A long test'), /Cut short by the service: duration/);
    assert.match(await textOf('Reboot'), /The device is rebooting/);
    assert.ok(await shown.page.getByRole('button', { name: 'Play Sign in' }).isDisabled());
  });

  it('the screen recordings of the device page have only the buttons for their parts', async () => {
    const parts = [
      line('video', { hasActions: false }),
      line('actions', { hasVideo: false, hasVideoPart: false }),
    ];
    const shown = await open({ state: withRecordings({ list: parts }) });
    const titles = async (name: string): Promise<(string | null)[]> => {
      const item = shown.page.locator('.screen-recording', { hasText: `Recording ${name}` });
      const buttons = await item.getByRole('button').all();
      return Promise.all(buttons.map(button => button.getAttribute('title')));
    };
    assert.deepEqual(await titles('video'), ['Play', 'Save', 'Delete']);
    assert.deepEqual(await titles('actions'), ['Show Actions', 'Delete']);
  });

  it('the screen recordings of the device page can be paused and played from a position', async () => {
    const shown = await open({ state: withRecordings({ list }) });
    const { page } = shown;
    await page.getByRole('button', { name: 'Play Location tour' }).click();
    const position = page.getByRole('slider', { name: 'Position' });
    await until('the end', () => position.inputValue(), '4000');
    // The slider rounds, so it can show the end shortly before.
    await page.locator('screen-video').getByRole('button', { name: 'Play' }).waitFor();
    // The colors of a column of the canvas.
    const colors = (): Promise<string> =>
      page.evaluate(`[...document.querySelector('screen-video canvas').getContext('2d')
        .getImageData(270, 0, 1, 1200).data].join(' ')`);
    let last = await colors();
    // Both clicks are in the page, since on a slow computer a click from outside can come after the end.
    await page.evaluate(`(async () => {
      const video = document.querySelector('screen-video');
      video.querySelector('[title="Play"]').click();
      await video.updateComplete;
      video.querySelector('[title="Pause"]').click();
    })()`);
    await page.locator('screen-video').getByRole('button', { name: 'Play' }).waitFor();
    assert.ok(Number(await position.inputValue()) < 4000);
    const seen = new Set<string>();
    for (const ms of [500, 1500, 2500, 3500]) {
      await position.fill(String(ms));
      last = await until('another screen', colors, now => now !== last && !seen.has(now));
      seen.add(last);
    }
    assert.equal(await position.getAttribute('aria-valuetext'), '0:03 / 0:04');
    await page.getByRole('button', { name: 'Close Player' }).click();
    assert.equal(await page.locator('screen-video').count(), 0);
  });

  it('the screen recordings of the device page are played by their bytes, and say what cannot be played', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAKAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
    const files: Uint8Array[] = [gif, Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.from('<html>')];
    const shown = await open({
      state: withRecordings({ list }),
      answer: request => (request.kind === 'screenRecording' ? files.shift() : undefined),
    });
    const { page } = shown;
    const play = page.getByRole('button', { name: 'Play Location tour' });
    await play.click();
    await page.getByRole('img', { name: 'Video of Location tour' }).waitFor();
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.locator('screen-video img').waitFor();
    while (files.length > 0) {
      await page.getByRole('button', { name: 'Close Player' }).click();
      await play.click();
      await page.getByText('This format cannot be played here.').waitFor();
    }
  });

  it('the screen recordings of the device page are not decoded if they have too many pixels', async () => {
    const huge = pngHead({ width: 16_000, height: 16_000 });
    const shown = await open({
      state: withRecordings({ list }),
      answer: request => (request.kind === 'screenRecording' ? new Uint8Array(huge) : undefined),
    });
    await shown.page.getByRole('button', { name: 'Play Location tour' }).click();
    await shown.page.getByText('The recording has 16000 × 16000 pixels, too many to be played').waitFor();
    assert.equal(await shown.page.locator('screen-video :is(img, canvas, video)').count(), 0);
  });

  it('the screen recordings of the device page are not shown as empty if the service does not offer them or fails', async () => {
    const shown = await open({ state: withRecordings({ isMissing: true }) });
    await shown.page.getByText('This service does not offer videos of the screen.').waitFor();
    assert.equal(await shown.page.getByRole('button', { name: 'Start Video' }).count(), 0);
    await shown.show(withRecordings({ problem: 'The connection was lost.' }));
    await shown.page.getByRole('alert').getByText('The connection was lost.').waitFor();
    await shown.page.getByRole('button', { name: 'Try Again' }).click();
    const isAsked = (): boolean =>
      shown.requests.some(one => one.kind === 'screenRecording' && one.request.kind === 'read');
    await until('a request', isAsked);
    await shown.show(withRecordings({ list }));
    await shown.page.getByRole('button', { name: 'Play Location tour' }).click();
    await shown.page.locator('screen-video').waitFor();
    // The list and the player stay while the service cannot be reached.
    await shown.show(withRecordings({ list, problem: 'The connection was lost again.' }));
    await shown.page.getByRole('alert').getByText('The connection was lost again.').waitFor();
    assert.equal(await shown.page.locator('screen-video').count(), 1);
    assert.equal(await shown.page.locator('.screen-recording').count(), list.length);
    // A state without recordings leaves them as they are.
    await shown.show({ ...ready, device: { ...ready.device, name: 'Renamed phone' } });
    await shown.page.getByText('Renamed phone').first().waitFor();
    assert.equal(await shown.page.locator('.screen-recording').count(), list.length);
  });

  it('the screen recordings of the device page show why a video cannot be read', async () => {
    const shown = await open({
      state: withRecordings({ list }),
      answer: request => {
        if (request.kind === 'screenRecording') throw new Error('This video has 80 MB.');
        return undefined;
      },
    });
    await shown.page.getByRole('button', { name: 'Play Location tour' }).click();
    await shown.page.getByRole('alert').getByText('This video has 80 MB.').waitFor();
    assert.equal(await shown.page.locator('.screen-recording-player').count(), 0);
  });
});

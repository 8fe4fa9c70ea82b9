import assert from 'node:assert/strict';
import type { LogLine, PanelState } from '../../src/protocol/devicePanel.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { type DevicePage, DevicePages, type DevicePageSettings, keepApart } from '../support/devicePage.ts';
import { testSandbox } from '../support/sandbox.ts';
import { steadyBox } from '../support/steadyBox.ts';
import { until } from '../support/until.ts';
import type { Theme } from '../support/webviewPage.ts';

const endless = 'A-name-that-does-not-end-'.repeat(20);
const size = { width: 1080, height: 2400 };
const taken = { number: 1, display: 0, takenAt: Date.now() };
const ready: PanelState = {
  device: {
    id: 'one',
    name: 'Pixel phone',
    state: 'ready',
    kind: 'android_cloud_phone',
    connection: 'Sandbox',
    connectionId: 'sandbox',
  },
  lacks: [],
  situation: undefined,
  screen: { display: 0, absent: [], size, picture: taken, reading: false, everyMs: 2000 },
  place: { device: undefined, problem: undefined, saved: [], track: undefined, asked: 0 },
  elements: undefined,
  replay: undefined,
  mirrors: [],
  log: [],
};
const stopped = {
  icon: 'debug-pause',
  title: 'The device is stopped',
  sentence: 'It is parked and keeps what it has; resume it to see and move it.',
  acts: [{ act: 'resume', label: 'Resume' }],
} as const;
const busy = { ...stopped, icon: 'loading', title: 'The device is rebooting' } as const;
const element = {
  ...{ left: 60, top: 400, right: 1020, bottom: 520, depth: 1, name: 'Button “Send”' },
  facts: [{ name: 'Class', value: 'android.widget.Button' }],
};
const elements = {
  list: [{ ...element, left: 0, top: 0, right: 1080, bottom: 2400, depth: 0 }, element],
  problem: undefined,
};

function line(number: number, more: Partial<LogLine> = {}): LogLine {
  return {
    number,
    at: Date.UTC(2026, 0, 1, 12, 0, number % 60),
    display: number % 2,
    gesture: { kind: 'tap', at: { x: number, y: 2 * number }, stealth: false },
    ...{ state: 'done', ms: 120, error: undefined },
    ...more,
  };
}

const many = Array.from({ length: 200 }, (_, index) => line(200 - index));
const mirrors: PanelState['mirrors'] = [
  { id: 'a', name: 'Android tablet', state: 'done', ms: 31.4, error: undefined },
  { id: 'b', name: 'Foldable', state: 'waiting', ms: undefined, error: undefined },
  { id: 'c', name: 'Personal phone', state: 'failed', ms: 12, error: 'The device is disconnected.' },
];
const placed = {
  device: { latitude: 52.5163, longitude: 13.3777 },
  saved: [{ name: 'Quay', latitude: 38.707, longitude: -9.136 }],
  asked: 1,
};
const track: PanelState['place']['track'] = {
  number: 1,
  name: 'walk.gpx',
  note: undefined,
  timed: false,
  positions: 2,
  metres: 1000,
  duration: 120_000,
  speed: { kind: 'steady', kmh: 30 },
  play: 'ready',
  elapsed: 0,
  gone: 0,
  problem: undefined,
};
const other: PanelState = { ...ready, device: { ...ready.device, id: 'two', name: 'Android tablet' } };
const states: Readonly<
  Record<string, Omit<DevicePageSettings, 'png' | 'theme'> & { readonly stealth?: boolean }>
> = {
  ready: { state: ready },
  stealth: { state: ready, stealth: true },
  elements: { state: { ...ready, elements } },
  stopped: { state: { ...ready, situation: stopped } },
  'rebooting, with less motion': { state: { ...ready, situation: busy }, reducedMotion: true },
  'never seen': {
    state: { ...ready, situation: stopped, screen: { ...ready.screen, size: undefined, picture: undefined } },
  },
  'a long log': {
    state: {
      ...ready,
      log: [
        line(203, {
          state: 'waiting',
          gesture: { kind: 'text', text: '', stealth: false, secret: true },
          ms: undefined,
        }),
        line(202, { state: 'failed', error: `The device refused: ${endless}`, ms: undefined }),
        line(201, { gesture: { kind: 'text', text: endless, stealth: true, secret: false } }),
        ...many,
      ],
    },
  },
  narrow: { state: { ...ready, situation: stopped, log: many }, width: 300, height: 1400 },
  'names without end': {
    state: { ...ready, device: { ...ready.device, name: endless, connection: endless } },
    width: 420,
  },
  'zoomed to 200 %': { state: ready, width: 500, height: 380 },
};

describe('the page of a device', () => {
  let pages: DevicePages;
  let png: Uint8Array;
  let opened: DevicePage | undefined;

  async function open(settings: Omit<DevicePageSettings, 'png'>): Promise<DevicePage> {
    opened = await pages.open({ ...settings, png });
    return opened;
  }

  before(async () => {
    const sandbox = await testSandbox();
    png = (await sandbox.client.takeScreenshot({ params: { deviceId: demoDeviceId('phone') } })).value;
    await sandbox.stop();
    pages = await DevicePages.start();
  });

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  after(() => pages.close());

  for (const theme of ['dark', 'light', 'contrast'] satisfies Theme[]) {
    for (const [name, { stealth = false, ...settings }] of Object.entries(states)) {
      it(`is sound and accessible in ${theme}: ${name}`, async () => {
        const shown = await open({ ...settings, theme });
        if (stealth) await shown.page.getByRole('button', { name: 'Stealth' }).click();
        if (name === 'elements') await shown.page.getByRole('button', { name: 'Inspect elements' }).click();
        assert.deepEqual(shown.complaints, []);
        assert.deepEqual(await shown.seriousFindings({ colorsOnly: theme !== 'dark' }), []);
        await until('a page as wide as its window', () => shown.tooWide().then(String), '');
        await until('sections beside the screen', () => shown.sections(), keepApart);
        await shown.picture(`${theme} ${name}`.replaceAll(/[^a-z0-9]+/g, '-'));
      });
    }
  }

  for (const theme of ['dark', 'light', 'contrast', 'lightContrast'] satisfies Theme[]) {
    it(`shows the log, other devices and the map in ${theme}`, async () => {
      const state = { ...ready, log: many.slice(0, 3), mirrors, place: { ...ready.place, ...placed } };
      const shown = await open({ state, theme, height: 1900 });
      await shown.page.getByText('Berlin, Germany').waitFor();
      assert.deepEqual(shown.complaints, []);
      assert.deepEqual(await shown.seriousFindings({ colorsOnly: theme !== 'dark' }), []);
      await shown.picture(`${theme}-sections`);
    });
  }

  it('keeps the icons above the screen on one line, however narrow it is', async () => {
    const shown = await open({ state: ready });
    const icons = await shown.page.locator('.tools button').all();
    assert.equal(icons.length, 4);
    for (const width of [800, 420, 300]) {
      await shown.page.setViewportSize({ width, height: 760 });
      const boxes = await Promise.all(icons.map(steadyBox));
      assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, `at ${width} px`);
    }
  });

  it('taps the same pixel however the page itself is zoomed, and the picture turned', async () => {
    const shown = await open({ state: ready });
    const glass = shown.page.locator('.glass');
    const tapped = async (share: { x: number; y: number }): Promise<unknown> => {
      const before = shown.gestures.length;
      const box = await steadyBox(glass);
      await shown.page.mouse.click(box.x + box.width * share.x, box.y + box.height * share.y);
      await until(
        'the tap',
        () => shown.gestures.length,
        value => value > before,
      );
      const gesture = shown.gestures.at(-1);
      return gesture?.kind === 'tap' ? gesture.at : gesture;
    };
    const near = (found: unknown, x: number, y: number): void => {
      const at = found as { x: number; y: number };
      assert.ok(Math.abs(at.x - x) <= 4 && Math.abs(at.y - y) <= 4, `${at.x}, ${at.y} is not ${x}, ${y}`);
    };
    for (const zoom of [0.8, 1, 1.5]) {
      await shown.page.evaluate(`document.documentElement.style.zoom = '${zoom}'`);
      near(await tapped({ x: 0.25, y: 0.1 }), 270, 240);
    }
    await shown.page.evaluate(`document.documentElement.style.zoom = ''`);
    const turn = shown.page.getByRole('button', { name: 'Turn the picture' });
    await turn.click();
    // Turned clockwise, the upper left of what is seen is the lower left of the device.
    near(await tapped({ x: 0.1, y: 0.25 }), 270, 2160);
    await turn.click();
    near(await tapped({ x: 0.1, y: 0.25 }), 972, 1800);
    await turn.click();
    near(await tapped({ x: 0.1, y: 0.25 }), 810, 240);
  });

  it('holds a swipe back to be changed first, and gives up a drag by Escape', async () => {
    const shown = await open({ state: ready });
    await shown.page.getByLabel('Show a swipe here before it is sent').check();
    const box = await steadyBox(shown.page.locator('.glass'));
    const drag = async (): Promise<void> => {
      await shown.page.mouse.move(box.x + 50, box.y + 400);
      await shown.page.mouse.down();
      await shown.page.mouse.move(box.x + 60, box.y + 200, { steps: 4 });
    };
    await drag();
    await shown.page.mouse.up();
    const send = shown.page.getByRole('button', { name: 'Send Swipe' });
    await send.waitFor();
    assert.equal(shown.gestures.length, 0);
    await shown.page.getByLabel('Milliseconds').fill('777');
    await send.click();
    await until('the swipe', () => shown.gestures.length, 1);
    const [swipe] = shown.gestures;
    assert.ok(swipe?.kind === 'swipe' && swipe.duration === 777);
    await drag();
    await shown.page.keyboard.press('Escape');
    await shown.page.mouse.up();
    await shown.page.getByRole('button', { name: 'Send Again' }).waitFor();
    assert.equal(shown.gestures.length, 1);
  });

  it('inspects elements without touching the device, and copies where they are', async () => {
    const shown = await open({ state: { ...ready, elements } });
    await shown.page.getByRole('button', { name: 'Inspect elements' }).click();
    const box = await steadyBox(shown.page.locator('.glass'));
    const at = { x: box.x + box.width / 2, y: box.y + (460 / 2400) * box.height };
    await shown.page.mouse.move(at.x, at.y);
    await shown.page.getByText('Button “Send”').waitFor();
    await shown.page.getByText('60, 400 – 1020, 520').waitFor();
    await shown.page.mouse.click(at.x, at.y);
    await shown.page
      .getByRole('status')
      .getByText(/^Copied 5\d\d, 4\d\d\.$/)
      .waitFor();
    const copied = shown.asked.find(({ kind }) => kind === 'copy');
    assert.match(copied?.kind === 'copy' ? copied.text : '', /^5\d\d, 4\d\d$/);
    assert.deepEqual(shown.gestures, []);
  });

  it('sends letters as one text, and before any key that follows', async () => {
    const shown = await open({ state: ready });
    await shown.page.locator('.glass').focus();
    // A pause between two letters would send what is there.
    await shown.page.clock.install();
    await shown.page.clock.pauseAt(Date.now() + 3_600_000);
    await shown.page.keyboard.type('Gruss 1');
    await shown.page.keyboard.press('Enter');
    await until('both', () => shown.gestures.length, 2);
    assert.deepEqual(shown.gestures, [
      { kind: 'text', text: 'Gruss 1', stealth: false },
      { kind: 'key', key: 66 },
    ]);
  });

  it('types each text once, and keeps what is typed meanwhile or was not sent', async () => {
    const answers: PromiseWithResolvers<unknown>[] = [];
    const shown = await open({
      state: ready,
      answer: ({ kind }) => {
        if (kind !== 'perform') return undefined;
        answers.push(Promise.withResolvers());
        return answers.at(-1)?.promise;
      },
    });
    const field = shown.page.getByLabel('Text to type on the device');
    const texts = (): unknown => shown.gestures.map(gesture => gesture.kind === 'text' && gesture.text);
    await field.fill('one');
    await field.press('Enter');
    await field.press('Enter');
    await field.pressSequentially('two');
    answers[0]?.resolve(null);
    await shown.page.getByRole('status').getByText('Typed.').waitFor();
    await until('the text', () => field.inputValue(), 'two');
    await field.press('Enter');
    await field.pressSequentially('three');
    await field.press('Enter');
    await field.pressSequentially('four');
    await until('three texts', () => answers.length, 3);
    answers[1]?.reject('The device is away.');
    answers[2]?.reject('Not sent, because the gesture before it failed.');
    await until('all that is left to type', () => field.inputValue(), 'twothreefour');
    assert.deepEqual(texts(), ['one', 'two', 'three']);
  });

  it('hides what is typed until the device tells that no password has the focus', async () => {
    const answers: PromiseWithResolvers<unknown>[] = [];
    const shown = await open({
      state: ready,
      answer: ({ kind }) => {
        if (kind !== 'field') return undefined;
        answers.push(Promise.withResolvers());
        return answers.at(-1)?.promise;
      },
    });
    const field = shown.page.getByLabel('Text to type on the device');
    const glass = shown.page.locator('.glass');
    const become = (type: string): Promise<unknown> =>
      until(`an input for ${type}`, () => field.getAttribute('type'), type);
    const again = async (): Promise<void> => {
      const { length } = answers;
      await glass.focus();
      await field.focus();
      await until('the question', () => answers.length, length + 1);
    };
    await again();
    await until('a field that hides its text', () => field.getAttribute('type'), 'password');
    answers[0]?.resolve('text');
    await become('text');
    await again();
    await become('password');
    await again();
    // The older answer comes after the newer question.
    answers[1]?.resolve('text');
    answers[2]?.resolve('password');
    await shown.page.getByText('A password field has the focus on the device').waitFor();
    await again();
    answers[3]?.resolve('text');
    await become('text');
    await field.fill('for the first device');
    await shown.show(other);
    await shown.page.getByRole('heading', { name: 'Android tablet' }).waitFor();
    await become('password');
    await until('an empty field', () => field.inputValue(), '');
  });

  it('reads where another device is and the way of its track, also where both have the same number', async () => {
    const shown = await open({
      state: { ...ready, place: { ...ready.place, ...placed, track } },
      height: 1900,
      answer: request =>
        request.kind === 'place' && request.request.kind === 'trackLine' ? [52, 13, 53, 14] : undefined,
    });
    const asked = (): string =>
      shown.asked
        .flatMap(one => (one.kind === 'place' ? [one.request.kind] : []))
        .filter(kind => kind === 'read' || kind === 'trackLine')
        .toSorted()
        .join();
    await until('the first device', asked, 'read,trackLine');
    await shown.show({ ...other, place: { ...ready.place, track } });
    await until('the second device', asked, 'read,read,trackLine,trackLine');
    await shown.page.getByText('Reading where the device is…').waitFor();
    await shown.show({ ...other, place: { ...ready.place, ...placed, track } });
    await shown.page.getByText('Berlin, Germany').waitFor();
  });

  it('shows the map when it is asked for, once, whichever device was shown before', async () => {
    const asked = (device: PanelState, at: number): PanelState => ({
      ...device,
      place: { ...ready.place, asked: at },
    });
    const shown = await open({ state: asked(ready, 1000) });
    const map = shown.page.getByRole('application', { name: 'World map' });
    const fold = () => shown.page.locator('summary', { hasText: 'Location' }).click();
    await map.waitFor();
    await fold();
    await map.waitFor({ state: 'hidden' });
    await shown.show(asked(other, 2000));
    await map.waitFor();
    await fold();
    await map.waitFor({ state: 'hidden' });
    await shown.show(asked(ready, 1000));
    await shown.page.getByRole('heading', { name: 'Pixel phone' }).waitFor();
    await until('no map', () => map.isVisible(), false);
  });

  it('looks again as it did after it was hidden', async () => {
    const shown = await open({ state: ready });
    await shown.page.getByLabel('Zoom', { exact: true }).selectOption('0.5');
    await shown.page.locator('summary', { hasText: 'Log' }).click();
    // The browser tells the page of the fold a moment after the click.
    const kept = (): Promise<string> => shown.page.evaluate("sessionStorage.getItem('kept')");
    await until('what is kept', kept, text => text.includes('"Log"'));
    await shown.page.reload();
    await shown.page.locator('.glass img').waitFor();
    const zoom = shown.page.getByLabel('Zoom', { exact: true });
    await until('the zoom', () => zoom.inputValue(), '0.5');
    const { width } = await steadyBox(shown.page.locator('.glass'));
    assert.equal(Math.round(width), 540);
    await shown.page.locator('details[open]', { hasText: 'Log' }).waitFor({ state: 'detached' });
  });
});

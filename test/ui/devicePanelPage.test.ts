import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { LogLine, PanelState } from '../../src/protocol/devicePanel.ts';
import type { MirrorLine } from '../../src/protocol/recorder.ts';
import { type DevicePageSettings, areApart, useDevicePages } from '../support/devicePage.ts';
import { PANEL_KEYS } from '../../src/webview/devicePanel/screenKeys.ts';
import { testLooks } from '../support/looks.ts';
import { elements, ready, stopped, track } from '../support/panelStates.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { until } from '../support/until.ts';
import type { Theme } from '../support/webviewPage.ts';

const endless = 'A-name-that-does-not-end-'.repeat(20);
const busy = { ...stopped, icon: 'loading', title: 'Device rebooting' } as const;
function line(number: number, more: Partial<LogLine> = {}): LogLine {
  return {
    number,
    at: Date.UTC(2026, 0, 1, 12, 0, number % 60),
    display: number % 2,
    gesture: { kind: 'tap', at: { x: number, y: 2 * number }, stealth: false },
    ...{ state: 'done', element: undefined, ms: 120, error: undefined },
    ...more,
  };
}

function mirrored(id: string, name: string, more: Partial<MirrorLine>): MirrorLine {
  const nothing = { ms: undefined, error: undefined, hit: undefined, expected: undefined, usedPoint: false };
  return { id, name, state: 'idle', picture: 0, ...nothing, ...more };
}

const many = Array.from({ length: 200 }, (_, index) => line(200 - index));
const mirrors: PanelState['mirrors'] = [
  mirrored('a', 'Android tablet', { state: 'done', ms: 31.4, hit: 'Button “Send”' }),
  mirrored('b', 'Foldable', { state: 'waiting' }),
  mirrored('c', 'Personal phone', { state: 'failed', ms: 12, error: 'The device is disconnected.' }),
  mirrored('d', 'iPhone', {
    state: 'done',
    ms: 20,
    hit: 'FrameLayout',
    expected: 'Button “Send”',
    usedPoint: true,
  }),
];
const placed = {
  device: { latitude: 52.5163, longitude: 13.3777 },
  saved: [{ name: 'Quay', latitude: 38.707, longitude: -9.136 }],
  asked: 1,
};
const other: PanelState = { ...ready, device: { ...ready.device, id: 'two', name: 'Android tablet' } };

interface State extends Omit<DevicePageSettings, 'png' | 'theme'> {
  /** The section that is opened first. */
  readonly section?: string;
  /** The button that is pressed then. */
  readonly button?: string;
  /** A text that appears after the page has loaded. */
  readonly text?: string;
}

const states: Readonly<Record<string, State>> = {
  ready: { state: ready },
  stealth: { state: ready, section: 'Swipe', button: 'Stealth', height: 1200 },
  elements: { state: { ...ready, elements }, button: 'Inspect Elements' },
  'elements, narrow': { state: { ...ready, elements }, button: 'Inspect Elements', width: 320 },
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
  'only the phone': { state: ready, button: 'Show Only the Phone' },
  'names without end': {
    state: { ...ready, device: { ...ready.device, name: endless, connection: endless } },
    width: 420,
  },
  'acts on the phone': { state: { ...ready, lacks: ['clipboard'] }, section: 'Phone', height: 1200 },
  'zoomed to 200 %': { state: ready, width: 500, height: 380 },
  'the log, other devices, and the map': {
    state: { ...ready, log: many.slice(0, 3), mirrors, place: { ...ready.place, ...placed } },
    height: 1900,
    section: 'Mirroring',
    text: 'Berlin, Germany',
  },
};

/** Counts in the page the pixels of the map that have one of its colors. */
function pixelsOf(color: string): string {
  return `{
    const map = document.querySelector('world-map');
    const canvas = map.querySelector('canvas');
    const probe = new OffscreenCanvas(1, 1).getContext('2d');
    probe.fillStyle = getComputedStyle(map).getPropertyValue('${color}').trim();
    probe.fillRect(0, 0, 1, 1);
    const wanted = new Uint32Array(probe.getImageData(0, 0, 1, 1).data.buffer)[0];
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    new Uint32Array(data.buffer).filter(pixel => pixel === wanted).length;
  }`;
}

describe('devicePanelPage', () => {
  const open = useDevicePages();

  describe('themes', () => {
    const openState = useDevicePages('next');

    testLooks(
      'the device page',
      states,
      async ({ section, button, text, ...settings }) => {
        const shown = await openState(settings);
        if (section !== undefined) await shown.page.locator('summary', { hasText: section }).click();
        if (button !== undefined) await shown.page.getByRole('button', { name: button }).click();
        if (text !== undefined) await shown.page.getByText(text).waitFor();
        return shown;
      },
      async shown => {
        if ((await shown.page.locator('aside[hidden]').count()) > 0) return;
        await until('sections beside the screen', () => shown.sections(), areApart);
      },
    );
  });

  it('the device page shows the visible screens of mirrored devices, updates them after each gesture, and marks other elements', async () => {
    const shown = await open({ state: { ...ready, mirrors }, height: 500 });
    await shown.page.locator('summary', { hasText: 'Mirroring' }).click();
    const list = shown.page.getByRole('list', { name: 'Mirrored devices' });
    const asked = (): string =>
      shown.requests
        .flatMap(one => (one.kind === 'mirrorPicture' ? [one.id] : []))
        .toSorted()
        .join('');
    await until('those in sight', asked, ids => ids.startsWith('a') && !ids.includes('d'));
    await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await until('all of them', asked, 'abcd');
    await list.getByRole('img', { name: 'Screen of iPhone' }).waitFor();
    const again = mirrors.map(line => (line.id === 'a' ? { ...line, picture: 1 } : line));
    await shown.show({ ...ready, mirrors: again });
    await until('the one that changed', asked, 'aabcd');
    const other = list.getByRole('listitem').filter({ hasText: 'iPhone' });
    await other.getByRole('img', { name: 'done on a different element' }).waitFor();
    await other.getByText('Tapped FrameLayout').waitFor();
    await other.getByText('Expected Button “Send”').waitFor();
    assert.equal(await list.locator('.codicon-warning').count(), 1);
    await shown.page
      .getByText('4 devices: 2 done, 1 in progress, 1 failed, 1 on a different element.')
      .waitFor();
  });

  it('the device page keeps the icons above the screen on one line at any width', async () => {
    const shown = await open({ state: ready });
    const icons = await shown.page.locator('.tools button').all();
    assert.equal(icons.length, 8);
    for (const width of [800, 420, 300]) {
      await shown.page.setViewportSize({ width, height: 760 });
      const boxes = await Promise.all(icons.map(waitForStableBox));
      assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, `at ${width} px`);
    }
  });

  it('the device page types each text once, and keeps text typed meanwhile or not sent', async () => {
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
    await until('the first text', () => answers.length, 1);
    answers[0]?.resolve(null);
    await shown.page.getByRole('status').getByText('Typed.').waitFor();
    await until('the text', () => field.inputValue(), 'two');
    await field.press('Enter');
    await field.pressSequentially('three');
    await field.press('Enter');
    await field.pressSequentially('four');
    await until('three texts', () => answers.length, 3);
    answers[1]?.reject('The device is away.');
    answers[2]?.reject('Not sent because the previous gesture failed.');
    await until('all that is left to type', () => field.inputValue(), 'twothreefour');
    assert.deepEqual(texts(), ['one', 'two', 'three']);
  });

  it('the device page hides typed text until the device reports that no password has the focus', async () => {
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

  it('the device page reads the position of another device and the line of its track, also with equal sequence numbers', async () => {
    const shown = await open({
      state: { ...ready, place: { ...ready.place, ...placed, track } },
      height: 1900,
      answer: request =>
        request.kind === 'place' && request.request.kind === 'trackLine' ? [52, 13, 53, 14] : undefined,
    });
    const asked = (): string =>
      shown.requests
        .flatMap(one => (one.kind === 'place' ? [one.request.kind] : []))
        .filter(kind => kind === 'read' || kind === 'trackLine')
        .toSorted()
        .join();
    await until('the first device', asked, 'read,trackLine');
    await shown.show({ ...other, place: { ...ready.place, track } });
    await until('the second device', asked, 'read,read,trackLine,trackLine');
    await shown.page.getByText('Loading device location…').waitFor();
    await shown.show({ ...other, place: { ...ready.place, ...placed, track } });
    await shown.page.getByText('Berlin, Germany').waitFor();
  });

  it('the device page shows the map once per request, whichever device was shown before', async () => {
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

  it('the device page keeps every character of a place that replaces another if the window selects everything late', async () => {
    const shown = await open({ state: { ...ready, place: { ...ready.place, asked: 1 } }, height: 1900 });
    const field = shown.page.getByRole('combobox', { name: 'Place or position' });
    await field.fill('48.85, 2.35');
    await field.press('Control+a');
    await field.press('1');
    // Set if the window has received the shortcut.
    await shown.page.evaluate('window.selectAllLate?.()');
    await field.pressSequentially('0, 20');
    assert.equal(await field.inputValue(), '10, 20');
  });

  it('the device page sets the location from the field, and does nothing while it holds no position', async () => {
    const shown = await open({ state: { ...ready, place: { ...ready.place, asked: 1 } }, height: 1900 });
    const { page } = shown;
    const field = page.getByRole('combobox', { name: 'Place or position' });
    const button = page.getByRole('button', { name: 'Set Location', exact: true });
    const set = async (): Promise<unknown> => {
      const { length } = shown.gestures;
      await button.click();
      await until('the gesture', () => shown.gestures.length, length + 1);
      return shown.gestures.at(-1);
    };
    await button.and(page.locator(':disabled')).waitFor();
    await field.fill('48.85, 2.35');
    assert.deepEqual(await set(), { kind: 'locate', latitude: 48.85, longitude: 2.35 });
    await field.fill('lisbon');
    // The names of places load after the page.
    await page.getByRole('option', { name: 'Lisbon' }).first().waitFor();
    await field.press('Enter');
    await page.getByText('Lisbon, Portugal').first().waitFor();
    await field.fill('10, 20');
    assert.deepEqual(await set(), { kind: 'locate', latitude: 10, longitude: 20 });
    await field.fill('91, 200');
    await field.press('Enter');
    await page.getByRole('alert').waitFor();
    await button.and(page.locator(':disabled')).waitFor();
    await page.getByRole('application', { name: 'World map' }).press('Enter');
    await until('an empty field', () => field.inputValue(), '');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await button.and(page.locator(':enabled')).waitFor();
  });

  for (const withdrawn of [false, true]) {
    const outcome = withdrawn ? 'forgets after Escape' : 'accepts';
    it(`the device page ${outcome} a name that is entered before the names of places are loaded`, async () => {
      const shown = await open({ state: ready, height: 1900 });
      const { page } = shown;
      const loading = Promise.withResolvers<undefined>();
      await page.route(/worldData|countries/, async route => {
        await loading.promise;
        await route.fallback();
      });
      await page.locator('summary', { hasText: 'Location' }).click();
      const field = page.getByRole('combobox', { name: 'Place or position' });
      await field.fill('lisbon');
      await field.press('Enter');
      if (withdrawn) await field.press('Escape');
      assert.equal(await page.getByRole('alert').count(), 0);
      loading.resolve(undefined);
      await until(
        'the land',
        () => page.evaluate<number>(pixelsOf('--map-land')),
        count => count > 1000,
      );
      await until('the text', () => field.inputValue(), withdrawn ? 'lisbon' : 'Lisbon');
      assert.equal((await page.getByText('Lisbon, Portugal').count()) > 0, !withdrawn);
      await field.fill('nowhere at all');
      await field.press('Enter');
      await page.getByRole('alert').waitFor();
    });
  }

  it('the device page draws no land at a zoom where the coast would be wrong, such as in the example walk', async () => {
    const gpx = await readFile('examples/lisbon-walk.gpx', 'utf8');
    const line = Array.from(gpx.matchAll(/lat="(.*?)" lon="(.*?)"/g), ([, ...numbers]) =>
      numbers.map(Number),
    );
    const state = { ...ready, place: { ...ready.place, asked: 1 } };
    const shown = await open({
      state,
      height: 1900,
      answer: request =>
        request.kind === 'place' && request.request.kind === 'trackLine' ? line.flat() : undefined,
    });
    const sea = (): Promise<number> => shown.page.evaluate(pixelsOf('--map-sea'));
    await until('the sea', sea, count => count > 1000);
    await shown.show({ ...state, place: { ...state.place, track } });
    await shown.page.getByText('No coastline at this zoom level').waitFor();
    await until('no sea', sea, 0);
    assert.ok((await shown.page.evaluate<number>(pixelsOf('--map-track'))) > 20);
    await shown.picture('map-near');
  });

  for (const theme of ['contrast', 'lightContrast'] satisfies Theme[]) {
    it(`the device page draws the coast in ${theme}`, async () => {
      const shown = await open({ state: { ...ready, place: { ...ready.place, asked: 1 } }, theme });
      // An island, so that no border between countries is in sight.
      const field = shown.page.getByRole('combobox', { name: 'Place or position' });
      await field.fill('65, -18.5');
      await field.press('Enter');
      const zoomIn = shown.page.getByRole('button', { name: 'Zoom In' });
      for (let n = 0; n < 2; n++) await zoomIn.click();
      const coast = (): Promise<number> => shown.page.evaluate(pixelsOf('--map-border'));
      await until('a coast', coast, count => count > 100);
      await shown.picture(`map-${theme}`);
    });
  }

  it('the device page shows the text and the log first, and opens the other tools only when they are wanted', async () => {
    const { page } = await open({ state: ready });
    const titles = page.locator('aside summary');
    const all = ['Text', 'Log', 'Swipe', 'Location', 'Phone', 'Mirroring', 'Keyboard Shortcuts'];
    assert.deepEqual(await titles.allInnerTexts(), all);
    const opened = page.locator('aside details[open] > summary');
    assert.deepEqual(await opened.allInnerTexts(), ['Text', 'Log']);
    await titles.filter({ hasText: 'Swipe' }).click();
    await page.getByRole('button', { name: 'Send Swipe' }).waitFor();
    assert.deepEqual(await opened.allInnerTexts(), ['Text', 'Log', 'Swipe']);
  });

  for (const width of [1000, 320]) {
    it(`the device page shows only the phone in a panel ${width} pixels wide, also when it is shown again, until the tools are wanted`, async () => {
      const { page } = await open({ state: { ...ready, elements }, width });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const tools = page.getByRole('complementary', { name: 'Tools', includeHidden: true });
      await button('Show Only the Phone').click();
      await tools.waitFor({ state: 'hidden' });
      const main = await waitForStableBox(page.locator('main'));
      const phone = await waitForStableBox(page.locator('.phone'));
      assert.deepEqual([phone.width, phone.height], [main.width, main.height]);
      await page.locator('.glass').press('Escape');
      await page.keyboard.press('Escape');
      await page.reload();
      await page.locator('.glass img').waitFor();
      await tools.waitFor({ state: 'hidden' });
      await button('Show the Tools').click();
      await tools.waitFor();
      await button('Show Only the Phone').click();
      await button('Inspect Elements').click();
      await page.getByText('Point at an element').waitFor();
      await button('Show Only the Phone').waitFor();
    });
  }

  it('the device page leaves its keys to VS Code on the screen, and keeps them in fields', async () => {
    const { page } = await open({ state: ready });
    await page.evaluate(`{
      window.passed = [];
      window.addEventListener('keydown', ({ code }) => window.passed.push(code));
    }`);
    const passed = (): Promise<readonly string[]> =>
      page.evaluate('window.passed.filter(code => /^Key/.test(code))');
    const pressAll = async (): Promise<void> => {
      for (const letter of Object.values(PANEL_KEYS)) await page.keyboard.press(`Shift+Alt+Key${letter}`);
    };
    await page.getByLabel('Text to type on the device').focus();
    await pressAll();
    assert.deepEqual(await passed(), []);
    await page.locator('.glass').focus();
    await pressAll();
    assert.deepEqual(await passed(), ['KeyB', 'KeyH', 'KeyT', 'KeyP']);
  });

  it('the device page names the keys of its buttons, and takes a screenshot and saves a bug report by one', async () => {
    const shown = await open({ state: ready });
    const titles = await Promise.all(
      ['Back', 'Home', 'Recents', 'Take Screenshot'].map(name =>
        shown.page.getByRole('button', { name, exact: true }).getAttribute('title'),
      ),
    );
    assert.deepEqual(titles, [
      'Back (Shift+Alt+B)',
      'Home (Shift+Alt+H)',
      'Recents (Shift+Alt+T)',
      'Take Screenshot (Shift+Alt+P)',
    ]);
    await shown.page.getByRole('button', { name: 'Take Screenshot' }).click();
    await until('the request', () => shown.of('takeScreenshot').length, 1);
    await shown.page.getByRole('button', { name: 'Save Bug Report' }).click();
    await until('the request', () => shown.of('saveBugReport').length, 1);
    assert.deepEqual(shown.gestures, []);
  });

  it('the device page restores its state after it was hidden', async () => {
    const shown = await open({ state: ready });
    await shown.page.getByLabel('Zoom', { exact: true }).selectOption('0.5');
    await shown.page.locator('summary', { hasText: 'Log' }).click();
    // The browser tells the page of the fold a moment after the click.
    const kept = (): Promise<string> => shown.page.evaluate("sessionStorage.getItem('kept')");
    await until('what is kept', kept, text => text.includes('"opened":{"Log":false}'));
    await shown.page.reload();
    await shown.page.locator('.glass img').waitFor();
    const zoom = shown.page.getByLabel('Zoom', { exact: true });
    await until('the zoom', () => zoom.inputValue(), '0.5');
    const { width } = await waitForStableBox(shown.page.locator('.glass'));
    assert.equal(Math.round(width), 540);
    await shown.page.locator('details[open]', { hasText: 'Log' }).waitFor({ state: 'detached' });
  });
});

import assert from 'node:assert/strict';
import type { PanelRequest, PanelState } from '../../src/protocol/devicePanel.ts';
import { useDevicePages } from '../support/devicePage.ts';
import { testLooks } from '../support/looks.ts';
import { elements, ready, stopped } from '../support/panelStates.ts';
import { until } from '../support/until.ts';

const file = 'sign-in.flow.json';
const begun = { device: 'Pixel phone', file, steps: 0, last: undefined, hasChoices: false, offers: 0 };
const recording: PanelState = { ...ready, recording: begun };
const [whole, button] = elements.list;
assert.ok(whole && button);
const outline = { step: 'Tap “Send”', label: 'Text “Send”', boxes: [button], problem: undefined };
const recorded: PanelState = {
  ...recording,
  recording: { ...begun, steps: 12, last: 'Type into “Name”', hasChoices: true, offers: 2 },
  outline,
};
const picking: PanelState = {
  ...recorded,
  elements,
  pick: { step: 'Check', takesPoints: false, mode: 'check' },
};
const choices = [{ label: 'Text contains…', detail: '', isUnique: true }];
const answer = ({ kind }: PanelRequest): unknown => (kind === 'pickChoices' ? choices : undefined);

describe('devicePanelRecording', () => {
  const open = useDevicePages();

  for (const width of [1000, 620, 320]) {
    it(`a recording in the device page never moves the screen, ${width} pixels wide`, async () => {
      const shown = await open({ state: recording, width, answer });
      const { page } = shown;
      const screen = page.locator('.glass');
      await page.getByText('What you do on this device').waitFor();
      const before = await screen.boundingBox();
      const steps: readonly (readonly [state: PanelState, text: string])[] = [
        [recorded, 'Tap “Send”: Text “Send”'],
        [
          {
            ...recorded,
            outline: { ...outline, problem: 'Text “Send” matches 2 elements. '.repeat(9) },
          },
          'matches 2',
        ],
        [
          { ...recorded, outline: { ...outline, boxes: [], problem: 'It is not on this screen.' } },
          'Type into “Name”',
        ],
        [
          { ...recorded, recording: { ...begun, steps: 100, last: `Tap ${'a long name '.repeat(20)}` } },
          'Tap “Send”',
        ],
        [picking, 'Click an element to check it.'],
        [{ ...recorded, situation: stopped }, stopped.sentence],
        [recording, 'What you do on this device'],
      ];
      for (const [state, text] of steps) {
        await shown.show(state);
        await page.getByText(text).first().waitFor();
        assert.deepEqual(await screen.boundingBox(), before, text);
      }
    });
  }

  it('a recording in the device page shows a failure over the screen, until a gesture succeeds', async () => {
    let refusal: string | undefined = 'IME not active: no field has the focus.';
    const refuse = ({ kind }: PanelRequest): unknown => {
      if (kind !== 'perform' || refusal === undefined) return undefined;
      throw new Error(refusal);
    };
    const shown = await open({ state: recorded, answer: refuse });
    const screen = shown.page.locator('.glass');
    const before = await screen.boundingBox();
    await screen.press('Enter');
    const failure = shown.page.getByRole('alert').getByText('IME not active');
    await failure.waitFor();
    assert.deepEqual(await screen.boundingBox(), before);
    refusal = undefined;
    await screen.press('Enter');
    await failure.waitFor({ state: 'detached' });
  });

  it('a recording in the device page removes a failure when a run or a recording begins', async () => {
    const refuse = ({ kind }: PanelRequest): unknown => {
      if (kind === 'perform') throw new Error('IME not active.');
      return undefined;
    };
    const shown = await open({ state: { ...ready, runs: 0 }, answer: refuse });
    const screen = shown.page.locator('.glass');
    const failure = shown.page.getByRole('alert').getByText('IME not active');
    for (const state of [
      { ...ready, runs: 1 },
      { ...recording, runs: 1 },
    ]) {
      await screen.press('Enter');
      await failure.waitFor();
      await shown.show(state);
      await failure.waitFor({ state: 'detached' });
    }
  });

  it('a recording in the device page keeps the focus on the screen after a choice in its menu', async () => {
    const shown = await open({ state: picking, answer });
    const { page } = shown;
    const screen = page.locator('.glass');
    await screen.click();
    await page.getByRole('menuitem', { name: 'Text contains…' }).click();
    await until('the choice', () => shown.requests.some(({ kind }) => kind === 'usePick'), true);
    assert.equal(await page.locator('.glass:focus').count(), 1);
  });

  it('a recording in the device page sends no key to the device while a question waits for an answer', async () => {
    const shown = await open({ state: { ...recorded, asks: true } });
    const { page } = shown;
    const screen = page.locator('.glass');
    for (const key of ['s', 'Enter', 'Backspace']) await screen.press(key);
    const reason = page.getByRole('alert').getByText('a question at the top of the window');
    await reason.waitFor();
    await shown.show({ ...recorded, asks: false });
    await reason.waitFor({ state: 'detached' });
    await screen.press('Backspace');
    await until('only the key after the answer', () => shown.gestures.length, 1);
    assert.deepEqual(shown.gestures, [{ kind: 'key', key: 67 }]);
  });

  it('a recording in the device page selects no text of the panel by the key for it', async () => {
    const shown = await open({ state: recorded });
    const { page } = shown;
    for (const state of [recorded, picking]) {
      await shown.show(state);
      await page.locator('.glass').press('ControlOrMeta+a');
      assert.equal(await page.evaluate('getSelection().toString()'), '');
    }
    await page.locator('.recording-title').dblclick();
    assert.equal(await page.evaluate('getSelection().toString()'), '');
    assert.deepEqual(shown.gestures, []);
  });

  describe('themes', () => {
    const openState = useDevicePages('next');
    const failed = ({ kind }: PanelRequest): unknown => {
      if (kind === 'perform')
        throw new Error('IME not active: no field has the focus. Tap a text field first.');
      return answer({ kind: 'clearLog' });
    };

    testLooks(
      'a recording in the device page',
      { 'recording, wide': {}, 'recording, narrow': { width: 320, height: 1200 } },
      async size => {
        const shown = await openState({ state: recorded, answer: failed, ...size });
        await shown.page.locator('.glass').press('Enter');
        await shown.page.getByRole('alert').getByText('IME not active').waitFor();
        return shown;
      },
    );
  });
});

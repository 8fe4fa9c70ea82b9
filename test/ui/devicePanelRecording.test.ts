import assert from 'node:assert/strict';
import type { PanelRequest, PanelState } from '../../src/protocol/devicePanel.ts';
import { useDevicePages } from '../support/devicePage.ts';
import { testLooks } from '../support/looks.ts';
import { elements, ready, stopped } from '../support/panelStates.ts';

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

describe('a recording in the device page', () => {
  const open = useDevicePages();

  for (const width of [1000, 620, 320]) {
    it(`never moves the screen, ${width} pixels wide`, async () => {
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

  it('shows a failure over the screen, until a gesture succeeds', async () => {
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

  describe('in all themes', () => {
    const openState = useDevicePages('next');
    const failed = ({ kind }: PanelRequest): unknown => {
      if (kind === 'perform')
        throw new Error('IME not active: no field has the focus. Tap a text field first.');
      return answer({ kind: 'clearLog' });
    };

    testLooks({ 'recording, wide': {}, 'recording, narrow': { width: 320, height: 1200 } }, async size => {
      const shown = await openState({ state: recorded, answer: failed, ...size });
      await shown.page.locator('.glass').press('Enter');
      await shown.page.getByRole('alert').getByText('IME not active').waitFor();
      return shown;
    });
  });
});

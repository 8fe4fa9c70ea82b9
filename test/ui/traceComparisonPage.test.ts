import assert from 'node:assert/strict';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import type { OtherRun } from '../../src/traceViewer/comparedTraces.ts';
import { type Entry, step } from '../support/flowRunner.ts';
import { testLooks } from '../support/looks.ts';
import { failingActions, longTrace, recordTrace } from '../support/sampleTraces.ts';
import { type TracePage, useTracePages } from '../support/tracePage.ts';
import { until } from '../support/until.ts';

/** The steps without the typing mistake, and with one that the failing flow does not have. */
function mendedActions(): Entry[] {
  const [open, mail, type, repeat, swipe] = failingActions();
  const actions = [open, mail, type, repeat, swipe].filter(one => one !== undefined);
  return [
    ...actions,
    step('device.tap', 6, { target: { by: 'text', text: 'Create account' } }),
    step('webhooks.log', 7, { message: 'Never written' }),
    step('device.pressKey', 8, { key: 'home' }),
  ];
}

describe('traceComparisonPage', () => {
  const open = useTracePages();
  let failed: Trace;
  let mended: OtherRun;

  before(async () => {
    failed = await recordTrace(failingActions(), { payload: { email: 'ann@a.example' } });
    const trace = await recordTrace(mendedActions(), { payload: { email: 'bob@b.example' } });
    mended = { name: 'traces/mended.flow-trace', trace };
  });

  /** The first or the last difference. */
  const states = {
    'comparison, first difference': { isLast: false },
    'comparison, last difference': { isLast: true },
    'comparison, middle width': { width: 760, isLast: true },
    'comparison, narrow': { width: 420, height: 1900, isLast: true },
  };

  describe('themes', () => {
    const openState = useTracePages('next');

    testLooks(
      'the comparison of runs on the page of the trace viewer',
      states,
      async ({ isLast, ...size }) => {
        const shown = await openState({ trace: failed, ...size });
        await shown.compare(mended);
        if (!isLast) return shown;
        await shown.page.keyboard.press('Shift+F7');
        await selected(shown, /Press key/);
        return shown;
      },
    );
  });

  async function selected(shown: TracePage, expected: RegExp): Promise<void> {
    await until(
      `the step ${String(expected)}`,
      () => shown.page.getByRole('treeitem', { selected: true }).innerText(),
      text => expected.test(text),
    );
    await shown.settled();
  }

  it('the comparison of runs on the page of the trace viewer selects the first difference and goes to the others by key', async () => {
    const shown = await open({ trace: failed });
    const { page } = shown;
    await shown.compare(mended);
    await selected(shown, /Type text/);
    const bar = page.getByRole('region', { name: 'Comparison' });
    await bar.getByText(/step 3 “Type text”: Parameter “text”/).waitFor();
    await bar.getByText('Payload: “email” is “ann@a.example” in the first run').waitFor();
    const row = page.getByRole('row', { name: /^text/ });
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['ann@a.example', 'bob@b.example']);
    // The typed text is on the screens of both runs.
    for (const side of [0, 1]) {
      const inSide = page.locator('.side').nth(side).locator('.changed-element:not(.under)');
      await until(`a changed element in side ${side}`, () => inSide.count(), 1);
    }
    const marks = await page.getByRole('treeitem').locator('.mark').allInnerTexts();
    assert.deepEqual(marks.slice(0, 3), ['=', '=', '≠']);
    assert.equal(marks.at(-1), '+');
    await page.keyboard.press('Shift+F7');
    await selected(shown, /8\s+Press key/);
    await page.getByText('This run does not have the step.').waitFor();
    await page.getByText('Only the second run has this step.').waitFor();
    await page.keyboard.press('F7');
    await selected(shown, /Type text/);
    await bar.getByRole('button', { name: /^Next Difference/ }).click();
    await selected(shown, /4\s+Repeat/);
    assert.deepEqual(shown.errors, []);
  });

  it('the comparison of runs on the page of the trace viewer shows what the steps touched, and returns to the trace alone', async () => {
    const shown = await open({ trace: failed });
    const { page } = shown;
    await shown.compare(mended);
    await page.getByRole('treeitem', { name: /E-mail/ }).click();
    await page.getByText('The step is the same in both runs.').waitFor();
    await page.getByRole('button', { name: 'Before' }).click();
    await until('both targets', () => page.locator('.side .target:not(.under)').count(), 2);
    await page.getByRole('button', { name: 'Stop Comparing' }).click();
    await page.getByRole('region', { name: 'Why the run failed' }).waitFor();
    await selected(shown, /E-mail/);
    await page.getByRole('tab', { name: 'Parameters' }).waitFor();
    assert.deepEqual(shown.errors, []);
  });

  it('the comparison of runs on the page of the trace viewer says that equal runs do not differ, whatever IDs and times they have', async () => {
    const shown = await open({ trace: failed });
    const again = await recordTrace(failingActions(), { payload: { email: 'ann@a.example' } });
    await shown.compare({ name: 'again', trace: again });
    await shown.page.getByText('The runs do not differ.').waitFor();
    assert.ok(await shown.page.getByRole('button', { name: /^Next Difference/ }).isDisabled());
    const before = await shown.selected();
    await shown.page.keyboard.press('F7');
    assert.equal(await shown.selected(), before);
  });

  it('the comparison of runs on the page of the trace viewer compares long runs, and shows the text of a hostile trace as text', async () => {
    const markup = '<img src="http://outside.example/x.png" onerror="alert(1)">';
    const shown = await open({ trace: longTrace(1000) });
    const text = JSON.stringify(longTrace(900).document).replaceAll('Button 700', () =>
      JSON.stringify(markup).slice(1, -1),
    );
    const document = JSON.parse(text) as Trace['document'];
    await shown.compare({ name: markup, trace: { document, pictures: new Map() } });
    // The text is on the screen that the step before leaves.
    await selected(shown, /Tap 699/);
    await shown.page.keyboard.press('F7');
    await selected(shown, /Tap 700/);
    await shown.page.locator('td', { hasText: markup }).first().waitFor();
    assert.equal(await shown.page.locator('img').count(), 0);
    assert.ok((await shown.page.locator('.row').count()) < 80);
    await shown.page.keyboard.press('F7');
    await selected(shown, /Tap 901/);
    assert.deepEqual(shown.errors, []);
  });
});

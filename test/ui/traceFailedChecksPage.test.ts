import assert from 'node:assert/strict';
import type { FailedCheck } from '../../src/appState/failedChecks.ts';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import { comparePictures } from '../../src/flowTest/comparePictures.ts';
import { readPicture, writePicture } from '../../src/flowTest/pictureFormat.ts';
import { step } from '../support/flowRunner.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { testLooks } from '../support/looks.ts';
import { recordTrace } from '../support/sampleTraces.ts';
import { useTracePages } from '../support/tracePage.ts';
import { until } from '../support/until.ts';

const DIFFERENT =
  'Step 2 “Tap”: The picture “terms” is different from sign-up.pictures/terms.pixel-phone.light.png in 36,000 pixels (1.4%).';
const MISSING =
  'Step 2 “Tap”: The picture “terms” is not accepted yet: sign-up.pictures/terms.pixel-tablet.light.png is missing. Accept the picture of this run if it is right.';

describe('traceFailedChecksPage', () => {
  const open = useTracePages();
  let trace: Trace;
  let different: FailedCheck;

  before(async () => {
    trace = await recordTrace([
      step('device.openUrl', 1, { url: 'form:' }),
      step('device.tap', 2, { target: { by: 'text', text: 'I accept the terms' } }),
      step('flow.wait', 3, { seconds: 1 }),
    ]);
    const screen = trace.document.steps[1]?.screenAfter ?? '';
    const actual = trace.pictures.get(screen);
    const deviceId = trace.document.steps[1]?.deviceId ?? undefined;
    assert.ok(actual);
    const picture = readPicture(actual);
    const accepted = { ...picture, data: new Uint8Array(picture.data) };
    for (let row = 700; row < 760; row++) {
      const at = (row * picture.width + 60) * 4;
      for (let pixel = at; pixel < at + 600 * 4; pixel += 4) accepted.data.set([20, 90, 200], pixel);
    }
    different = {
      sentence: DIFFERENT,
      step: { index: 1, child: undefined, round: undefined, deviceId },
      place: '',
      masked: { flow: 'file:///sign-up.flow.json', name: 'terms', origin: { left: 0, top: 0 } },
      pictures: {
        actual,
        expected: writePicture(accepted),
        difference: writePicture(comparePictures(accepted, picture).drawDifference()),
      },
    };
  });

  const several = (): readonly FailedCheck[] => [
    { ...different, place: 'Pixel phone' },
    {
      ...different,
      sentence: MISSING,
      place: 'Pixel tablet',
      pictures: different.pictures && { ...different.pictures, expected: undefined, difference: undefined },
    },
    { ...different, place: 'Foldable', pictures: undefined },
  ];

  describe('themes', () => {
    const openState = useTracePages('next');
    const states = {
      'failed check, wide': { height: 1000, width: 1400, checks: () => [different] },
      'failed check, middle width': { height: 1000, width: 860, checks: () => [different] },
      'failed check, narrow': { height: 1900, width: 420, checks: () => [different] },
      'failed check, 320 pixels': { height: 1900, width: 320, checks: () => [different] },
      'several failed checks': { height: 1500, width: 1400, checks: several },
    };

    testLooks('the failed picture checks in the trace viewer', states, async ({ checks, ...size }) => {
      const shown = await openState({ trace, failedChecks: checks(), ...size });
      const found = shown.page.getByRole('region', { name: /^Failed picture check/ });
      await found.locator('img').nth(2).waitFor();
      await found.scrollIntoViewIfNeeded();
      return shown;
    });
  });

  it('the failed picture checks in the trace viewer are at their step, which is selected, with the pictures and the sentence', async () => {
    const shown = await open({ trace, failedChecks: [different] });
    const { page } = shown;
    await page.getByRole('region', { name: 'Why the test failed' }).getByText(DIFFERENT).waitFor();
    assert.match(await shown.selected(), /2\s+Tap/);
    await page.getByRole('treeitem', { name: /2 Tap .*A picture is not as accepted\./ }).waitFor();
    const check = page.getByRole('region', { name: 'Failed picture check' });
    await check.getByText(DIFFERENT).waitFor();
    for (const name of ['Expected', 'Actual', 'Difference'])
      await check
        .getByRole('figure', { name })
        .getByRole('img', { name: `${name} picture` })
        .waitFor();
    await page.getByRole('treeitem', { name: /1 Open address/ }).click();
    await check.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Show Step' }).click();
    await check.locator('img').nth(2).waitFor();
    assert.deepEqual(shown.errors, []);
  });

  it('the failed picture checks in the trace viewer get a mask where the user drags over the actual picture', async () => {
    const shown = await open({ trace, failedChecks: [different], height: 1000, width: 1400 });
    const { page } = shown;
    const image = page.getByRole('img', { name: 'Actual picture' });
    await image.scrollIntoViewIfNeeded();
    const box = await waitForStableBox(image);
    const natural = 1080;
    const drag = async (from: number, to: number, release: () => Promise<void>): Promise<void> => {
      await page.mouse.move(box.x + box.width * from, box.y + box.height * from);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, box.y + box.height * to, { steps: 3 });
      await page.locator('.mask').waitFor();
      await release();
      await page.locator('.mask').waitFor({ state: 'detached' });
    };
    const asked = () => shown.requests.flatMap(one => (one.kind === 'maskPicture' ? [one] : []));
    await drag(0.2, 0.4, async () => {
      await page.keyboard.press('Escape');
    });
    await page.mouse.up();
    assert.deepEqual(asked(), []);
    await drag(0.25, 0.5, () => page.mouse.up());
    await until('the mask', () => asked().length, 1);
    const [mask] = asked();
    assert.equal(mask?.picture, '0 actual');
    const near = (value: number, share: number): boolean => Math.abs(value - natural * share) < natural / 40;
    assert.ok(near(mask.area.left, 0.25) && near(mask.area.right, 0.5), JSON.stringify(mask.area));
    assert.deepEqual(shown.errors, []);
  });

  it('the failed picture checks in the trace viewer of several devices are shown with their places, those without an accepted picture with the actual one only', async () => {
    const shown = await open({ trace, failedChecks: several() });
    const { page } = shown;
    await page
      .getByRole('region', { name: 'Why the test failed' })
      .getByText('3 pictures are not as accepted.')
      .waitFor();
    const checks = page.getByRole('region', { name: 'Failed picture checks' });
    assert.deepEqual(await checks.locator('h4').allInnerTexts(), ['Pixel phone', 'Pixel tablet', 'Foldable']);
    await until(
      'the pictures',
      () => checks.locator('figcaption').allInnerTexts().then(String),
      'Expected,Actual,Difference,Actual',
    );
    await checks.getByText('The pictures of this check are not kept.').waitFor();
    const asked = shown.requests.flatMap(one => (one.kind === 'checkPicture' ? [one.id] : []));
    assert.deepEqual(asked, ['0 expected', '0 actual', '0 difference', '1 actual']);
    assert.deepEqual(shown.errors, []);
  });
});

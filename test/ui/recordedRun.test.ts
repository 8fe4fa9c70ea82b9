import assert from 'node:assert/strict';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import { sampleVideo } from '../support/sampleVideo.ts';
import { failingActions, recordTrace } from '../support/sampleTraces.ts';
import { testLooks } from '../support/looks.ts';
import { useTracePages } from '../support/tracePage.ts';
import { until } from '../support/until.ts';

describe('recordedRun', () => {
  const open = useTracePages();
  let trace: Trace;
  let video: Uint8Array;

  before(async () => {
    trace = await recordTrace(failingActions(), { payload: { email: 'ann@a.example' } });
    video = await sampleVideo();
  });

  const recordings = {
    list: [{ id: 'one', label: 'Pixel phone' }],
    momentOf: (step: number) => ({ id: 'one', before: step * 1000, after: step * 1000 + 500 }),
    video: () => video,
  };

  describe('themes', () => {
    const openState = useTracePages('next');

    testLooks(
      'the screen recording of a run on the page of the trace viewer',
      { 'recording, wide': {}, 'recording, narrow': { width: 420, height: 1500 } },
      async size => {
        const shown = await openState({ trace, recordings, ...size });
        await shown.page.getByRole('button', { name: 'Video' }).click();
        await shown.page.locator('screen-video canvas').waitFor();
        await shown.page.getByText('/ 0:04').waitFor();
        return shown;
      },
    );
  });

  it('the screen recording of a run on the page of the trace viewer follows the selected step, and gives way to its screens again', async () => {
    const shown = await open({ trace, recordings });
    const { page } = shown;
    const button = page.getByRole('button', { name: 'Video' });
    await button.click();
    const position = page.getByRole('slider', { name: 'Position' });
    const steps = page.getByRole('treeitem');
    await steps.nth(1).click();
    await until(
      'the second step',
      () => position.inputValue(),
      value => ['1000', '1500'].includes(value),
    );
    await steps.nth(2).click();
    await until(
      'the third step',
      () => position.inputValue(),
      value => ['2000', '2500'].includes(value),
    );
    assert.equal(shown.requests.filter(({ kind }) => kind === 'video').length, 1);
    await page.getByRole('button', { name: 'Before' }).click();
    await until('the start of the step', () => position.inputValue(), '2000');
    await page.getByRole('button', { name: 'After' }).click();
    await until('the end of the step', () => position.inputValue(), '2500');
    await button.click();
    assert.equal(await page.locator('screen-video').count(), 0);
    await page.getByRole('region', { name: 'Screen', exact: true }).waitFor();
  });

  it('the screen recording of a run on the page of the trace viewer is offered for a run without screens, but not for one that has none or goes on', async () => {
    const bare: Trace = {
      ...trace,
      document: { ...trace.document, screens: [], missing: ['screens', 'pictures'] },
      pictures: new Map(),
    };
    const withoutScreens = await open({ trace: bare, recordings });
    await withoutScreens.page.getByRole('button', { name: 'Video' }).click();
    await withoutScreens.page.locator('screen-video canvas').waitFor();
    assert.deepEqual(await withoutScreens.overflowingParts(), []);
    const none = await open({ trace });
    const live = await open({ trace, recordings, progress: { problem: undefined } });
    await live.page.getByRole('status').first().waitFor();
    const asks = ({ requests }: typeof none): boolean => requests.some(({ kind }) => kind === 'recordings');
    await until('the request', () => asks(none));
    await until('the evidence', () => live.requests.some(({ kind }) => kind === 'step'));
    assert.equal(asks(live), false);
    for (const { page } of [none, live])
      assert.equal(await page.getByRole('button', { name: 'Video' }).count(), 0);
  });

  it('the screen recording of a run on the page of the trace viewer says why it cannot be read', async () => {
    const failing = {
      ...recordings,
      video: () => {
        throw new Error('The response was larger than 67 MB.');
      },
    };
    const shown = await open({ trace, recordings: failing });
    await shown.page.getByRole('button', { name: 'Video' }).click();
    await shown.page.getByRole('alert').getByText('The response was larger than 67 MB.').waitFor();
  });
});

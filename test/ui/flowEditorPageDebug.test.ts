import assert from 'node:assert/strict';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { stepPlaces } from '../../src/flow/run/stepPlaces.ts';
import type { DebugMarks } from '../../src/flowEditor/debugMarks.ts';
import type { FlowLook } from '../support/flowHost.ts';
import { type FlowPage, useFlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog, variedSteps } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';
import { testLooks } from '../support/looks.ts';

const text = flowText(variedSteps);

const lineOf = (number: string): number =>
  stepPlaces(parseFlow(text)).find(({ step }) => step.number === number)?.line ?? 0;

const marks: DebugMarks = {
  breakpoints: [
    { line: lineOf('1'), look: 'plain' },
    { line: lineOf('2.1'), look: 'conditional' },
    { line: lineOf('2.2'), look: 'log' },
    { line: lineOf('3'), look: 'off' },
    { line: lineOf('4'), look: 'plain' },
  ],
  stopped: [[1], [3]],
};

describe('flowEditorPageDebug', () => {
  const openPage = useFlowPages();
  let shown: FlowPage;

  describe('themes', () => {
    const openState = useFlowPages('next');

    testLooks(
      'breakpoints in the page of the visual flow editor',
      { 'debug, wide': {}, 'debug, narrow': { width: 320, height: 1400 } },
      async size => {
        const page = await openState({ text, catalog: pageCatalog(), look: { marks }, ...size });
        await page.choose('0');
        return page;
      },
    );
  });

  it('breakpoints in the page of the visual flow editor keep the running or paused step in view until the user scrolls', async () => {
    const many = flowText(
      Array.from({ length: 30 }, (_, at) => ({ action: 'tap' as const, name: `Tap ${at}` })),
    );
    const ofRun = (state: 'running' | 'waiting', current: string) => ({
      run: { label: 'Run: running…', hasFailed: false, action: undefined, waitsForMail: false } as const,
      outline: (path: string) =>
        ({ state: path === current ? state : 'waiting', time: '', error: undefined }) as const,
    });
    shown = await openPage({ text: many, catalog: pageCatalog(), look: ofRun('running', '0'), height: 400 });
    const row = (step: string) => shown.page.locator(`[data-step="${step}"]`);
    const isInView = async (step: string): Promise<boolean> => {
      const [box, list] = await Promise.all([
        row(step).boundingBox(),
        shown.page.locator('.steps').boundingBox(),
      ]);
      return (
        box !== null && list !== null && box.y >= list.y - 1 && box.y + box.height <= list.y + list.height + 1
      );
    };
    const runTo = (look: FlowLook): void => {
      shown.host.look = look;
      shown.host.show();
    };
    runTo(ofRun('running', '20'));
    await until('the running step in view', () => isInView('20'), true);
    const stopped = { breakpoints: [], stopped: [[4]] as const };
    runTo({ ...ofRun('waiting', '4'), marks: stopped });
    await until('the paused step in view', () => isInView('4'), true);
    await row('4').getByRole('img', { name: 'Run: paused' }).waitFor();
    await row('4').click();
    await shown.page.getByText('In the run: paused before this step').waitFor();
    runTo(ofRun('running', '29'));
    await row('29').getByRole('img', { name: 'Run: running' }).waitFor({ state: 'attached' });
    assert.equal(await isInView('4'), true);
    // Another run is followed again.
    runTo({});
    await row('29').getByRole('img', { name: 'Run: running' }).waitFor({ state: 'detached' });
    runTo(ofRun('running', '25'));
    await until('the running step of the next run in view', () => isInView('25'), true);
    await shown.choose('25');
    // A row at the end of the list that becomes higher stays in view.
    await shown.page.locator('.steps').evaluate(`list => {
      const row = document.querySelector('[data-step="25"]');
      list.scrollTop += row.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    }`);
    runTo({ outline: () => ({ state: 'failed', time: '', error: 'No such element.' }) });
    await row('25').getByText('No such element.').waitFor();
    await until('the higher row in view', () => isInView('25'), true);
  });

  it('breakpoints in the page of the visual flow editor leave the room of a narrow list to the names of steps that have run', async () => {
    const look = {
      outline: () => ({ state: 'succeeded', time: '3 times, 8 ms', error: undefined }) as const,
    };
    const named = flowText([{ action: 'tap', name: 'Sign in to the shop' }]);
    shown = await openPage({ text: named, catalog: pageCatalog(), look, width: 270 });
    const widthOf = async (part: string): Promise<number> =>
      (await shown.page.locator(`[data-step="0"] ${part}`).boundingBox())?.width ?? 0;
    assert.ok((await widthOf('.step-name')) > 100);
    await shown.page.locator('[data-step="0"]').getByTitle('Run: succeeded, 3 times, 8 ms').waitFor();
    await shown.picture('run-narrow');
    await shown.page.setViewportSize({ width: 480, height: 760 });
    await until(
      'the time in a wide list',
      () => widthOf('.run-time'),
      width => width > 50,
    );
  });

  it('breakpoints in the page of the visual flow editor are removed by a click, and an arrow marks the step at which debugging is stopped', async () => {
    shown = await openPage({ text, catalog: pageCatalog(), look: { marks } });
    const row = (step: string) => shown.page.locator(`[data-step="${step}"]`);
    await row('1').getByRole('img', { name: 'Stopped here' }).waitFor();
    await row('3').getByRole('button', { name: 'Stopped here, breakpoint' }).waitFor();
    await row('2').getByRole('button', { name: 'Disabled breakpoint' }).waitFor();
    await row('1.0').getByRole('button', { name: 'Conditional breakpoint' }).click();
    await until('the request', () => shown.host.otherRequests.at(-1)?.kind, 'toggleBreakpoint');
    assert.deepEqual(shown.host.otherRequests.at(-1), { kind: 'toggleBreakpoint', step: [1, 0] });
    await shown.choose('0');
    await shown.page.getByRole('button', { name: 'Debug to Here' }).click();
    await until('the debugging', () => shown.host.otherRequests.at(-1)?.kind, 'act');
    assert.deepEqual(shown.host.otherRequests.at(-1), { kind: 'act', act: 'debugToStep' });
  });
});

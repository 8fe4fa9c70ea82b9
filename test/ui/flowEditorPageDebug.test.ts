import assert from 'node:assert/strict';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { stepPlaces } from '../../src/flow/run/stepPlaces.ts';
import type { DebugMarks } from '../../src/flowEditor/debugMarks.ts';
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

describe('breakpoints in the page of the visual flow editor', () => {
  const openPage = useFlowPages();
  let shown: FlowPage;

  describe('in all themes', () => {
    const openState = useFlowPages('next');

    testLooks({ 'debug, wide': {}, 'debug, narrow': { width: 320, height: 1400 } }, async size => {
      const page = await openState({ text, catalog: pageCatalog(), look: { marks }, ...size });
      await page.choose('0');
      return page;
    });
  });

  it('are removed by a click, and an arrow marks the step at which debugging is stopped', async () => {
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

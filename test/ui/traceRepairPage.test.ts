import assert from 'node:assert/strict';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import { type Entry, step } from '../support/flowRunner.ts';
import { recordTrace } from '../support/sampleTraces.ts';
import { testLooks } from '../support/looks.ts';
import { useTracePages } from '../support/tracePage.ts';
import { until } from '../support/until.ts';

/** Steps that name the fields of the form by their IDs, which a new version of the app renames. */
function actions(): Entry[] {
  const tap = (position: number, id: string): Entry =>
    step('device.tap', position, { target: { by: 'resourceId', resourceId: `org.sandbox.form:id/${id}` } });
  return [
    step('device.openUrl', 1, { url: 'form:' }),
    tap(2, 'form.name'),
    step('device.typeText', 3, { text: 'Sam' }),
    tap(4, 'form.email'),
  ];
}

describe('traceRepairPage', () => {
  const open = useTracePages();
  let passed: Trace;
  let failed: Trace;

  before(async () => {
    passed = await recordTrace(actions());
    failed = await recordTrace(actions(), {
      layout: { kind: 'layout', changes: ['moved', 'renamed'], seed: 4 },
    });
  });

  describe('themes', () => {
    const openState = useTracePages('next');
    const sizes = { 'repair, wide': { height: 1000 }, 'repair, narrow': { width: 420, height: 1900 } };

    testLooks('the proposed repair on the page of the trace viewer', sizes, async size => {
      const shown = await openState({ trace: failed, passed, ...size });
      const repair = shown.page.getByRole('region', { name: 'Proposed repair' });
      await repair.locator('image').nth(1).waitFor();
      await repair.scrollIntoViewIfNeeded();
      return shown;
    });
  });

  it('the proposed repair on the page of the trace viewer shows both screens, the reason, and the other steps, and is applied only by its button', async () => {
    const shown = await open({ trace: failed, passed });
    const { page } = shown;
    const repair = page.getByRole('region', { name: 'Proposed repair' });
    await repair.getByText(/^The field .+ now has the resource ID “.+”: similar resource ID, /).waitFor();
    await repair.getByText(/^(?:Very likely|Likely) \(\d+ %\)$/).waitFor();
    assert.equal(await repair.getByRole('listitem').count(), 2);
    await repair.locator('image').nth(1).waitFor();
    assert.equal(await repair.locator('.target:not(.under)').count(), 2);
    assert.ok(!shown.requests.some(({ kind }) => kind === 'applyRepair'));
    await repair.getByRole('button', { name: 'Apply to Flow…' }).click();
    await until(
      'the request to apply',
      () => JSON.stringify(shown.requests.filter(({ kind }) => kind === 'applyRepair')),
      JSON.stringify([{ kind: 'applyRepair', step: 1 }]),
    );
    await page.getByRole('treeitem', { name: /1 Open address/ }).click();
    await repair.waitFor({ state: 'hidden' });
    assert.deepEqual(shown.errors, []);
  });

  it('the proposed repair on the page of the trace viewer is not there without a run that passed', async () => {
    const shown = await open({ trace: failed });
    await until(
      'the question for a repair',
      () => shown.requests.some(({ kind }) => kind === 'repair'),
      true,
    );
    await shown.settled();
    assert.equal(await shown.page.getByRole('region', { name: 'Proposed repair' }).count(), 0);
  });
});

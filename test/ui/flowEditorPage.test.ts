import assert from 'node:assert/strict';
import { createCatalog } from '../../src/flow/catalog.ts';
import type { StepRun } from '../../src/protocol/flowEditor.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { type FlowPage, type PageSettings, useFlowPages } from '../support/flowPage.ts';
import { everyValue, flowText, pageCatalog, SampleAction, variedSteps } from '../support/flowSamples.ts';
import { longFlow } from '../support/flowTyping.ts';
import { exampleFlow } from '../support/flowWorkbench.ts';
import { testLooks } from '../support/looks.ts';
import { sampleCatalog } from '../support/sampleCatalog.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { until } from '../support/until.ts';

const catalog = pageCatalog();
const varied = flowText(variedSteps);

interface State extends Omit<Partial<PageSettings>, 'theme'> {
  readonly text: string;
  /** The step that is looked at. */
  readonly step?: string;
}

const readOnly = {
  severity: 'information',
  sentence: 'This file is read-only.',
  act: undefined,
} as const;
const untrusted = {
  severity: 'warning',
  sentence:
    'This workspace is in Restricted Mode: nothing runs, and nothing is written to a service. You can still read, check and edit flows.',
  act: { act: 'trust', label: 'Manage Trust' },
} as const;
const offline = {
  severity: 'information',
  sentence: 'Offline: Showing the actions as of 3 hours ago.',
  act: { act: 'refreshCatalog', label: 'Refresh' },
} as const;
const noCatalog = {
  severity: 'warning',
  sentence: 'No connection is selected, so steps show IDs instead of names, and parameters are not checked.',
  act: { act: 'connection', label: 'Connect' },
} as const;
const endless = 'A-name-that-does-not-end-'.repeat(20);
const runs = new Map<string, StepRun>([
  ['0', { state: 'succeeded', time: '0.4 s', error: undefined }],
  ['1', { state: 'failed', time: '12 s', error: 'A step inside failed.' }],
  ['1.0', { state: 'succeeded', time: '3 s', error: undefined }],
  [
    '1.1',
    { state: 'failed', time: '9 s', error: 'No element with the text “Back” was found on the screen.' },
  ],
  ['2', { state: 'skipped', time: '', error: undefined }],
  ['3', { state: 'running', time: 'for 4 s', error: undefined }],
  ['4', { state: 'waiting', time: '', error: undefined }],
]);
const failedRun = { label: 'Run: failed', hasFailed: true, action: 'runAgain', waitsForMail: false } as const;
const notCovered: ReadonlySet<string> = new Set(['3', '1.1']);
/** A flow with a step that runs others only if a condition holds. */
const conditional = JSON.stringify({
  name: 'Reply',
  triggerId: demoTriggerId('order'),
  actions: [
    {
      actionId: demoActionId('flow.branch'),
      position: 1,
      overrides: { params: { left: '{{event.payload.total}}', operator: 'greaterThan', right: 100 } },
      children: [{ actionId: demoActionId('device.reboot'), position: 1 }],
    },
  ],
});
const states: Readonly<Record<string, State>> = {
  settings: { text: varied },
  'every kind, filled in': {
    text: flowText([{ action: 'every', params: everyValue }]),
    step: '0',
    height: 3000,
  },
  'every kind, empty': { text: flowText([{ action: 'every' }]), step: '0', height: 3000 },
  'unknown fields': { text: varied, step: '4', height: 3000 },
  problems: { text: varied, step: '1.1' },
  'unknown action': { text: varied, step: '2' },
  'no schema': { text: varied, step: '3' },
  'empty flow': { text: flowText([]) },
  'syntax error': { text: '{\n  "name": "Morning",\n  "actions": [ }' },
  'read-only': { text: varied, step: '0', look: { editable: false, notices: [readOnly] } },
  'untrusted and offline': { text: varied, look: { notices: [untrusted, offline] } },
  'no catalog': {
    text: varied,
    step: '0',
    catalog: createCatalog([]),
    look: { notices: [noCatalog] },
  },
  'a run': {
    text: varied,
    step: '1.1',
    look: {
      run: failedRun,
      outline: place => runs.get(place),
      notCovered,
    },
  },
  'unions within unions': {
    text: await exampleFlow('order-webhook'),
    catalog: sampleCatalog(),
    step: '0',
    height: 3000,
  },
  'a condition': { text: conditional, catalog: sampleCatalog(), step: '0' },
  'two hundred steps': { text: longFlow(200), catalog: sampleCatalog(), step: '100' },
  narrow: { text: varied, step: '1.1', width: 300, height: 1400 },
  'names without end': {
    text: flowText(
      [
        { action: 'tap', name: endless, params: { text: endless } },
        { action: 'bare', params: { [endless]: endless } },
      ],
      { name: endless, note: `<img src=x onerror="${endless}">` },
    ),
    step: '1',
    width: 420,
  },
  'zoomed to 200 %': { text: varied, step: '1.1', width: 550, height: 380 },
};

describe('flowEditorPage', () => {
  const openPage = useFlowPages();

  async function open(text: string, more: Partial<PageSettings> = {}): Promise<FlowPage> {
    return openPage({ text, catalog, ...more });
  }

  describe('themes', () => {
    const openState = useFlowPages('next');

    testLooks('the page of the visual flow editor', states, async ({ step, ...settings }) => {
      const shown = await openState({ catalog, ...settings });
      if (step !== undefined) await shown.choose(step);
      return shown;
    });
  });

  it('the page of the visual flow editor shortens the file name in its header before the name of the flow', async () => {
    const shown = await open(flowText([], { name: 'Launch the app' }), { width: 425 });
    const heading = shown.page.getByRole('heading', { name: 'Launch the app', exact: true });
    await heading.waitFor();
    const isCut = (selector: string): Promise<unknown> =>
      shown.page.evaluate(
        `[document.querySelector('${selector}')].some(one => one.scrollWidth > one.clientWidth)`,
      );
    assert.equal(await isCut('.names .file'), true);
    assert.equal(await isCut('.names h1'), false);
  });

  it('the page of the visual flow editor folds all but the first groups of settings, and opens one that is wrong or searched for', async () => {
    const wrong = { notifyOnFailure: true, selfHealingEnabled: true, selfHealingMaxAttempts: 9 };
    const shown = await open(flowText([], wrong));
    const groups = `[...document.querySelectorAll('details.fields')]`;
    const opened = (): Promise<unknown> => shown.page.evaluate(`${groups}.map(({ open }) => open).join()`);
    await until('the last group open', opened, 'true,true,true,true,false');
    const location = { in: 'settings', path: ['selfHealingMaxAttempts'] } as const;
    shown.host.apply({ kind: 'set', location, value: 2 });
    await shown.page.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
    assert.equal(await opened(), 'true,true,true,true,false');
    await shown.page.locator('summary', { hasText: 'Trigger and devices' }).click();
    await until('a folded group', opened, 'true,false,true,true,false');
    await shown.input('Description').focus();
    await shown.page.keyboard.press('Control+f');
    await shown.page.getByLabel('Find fields', { exact: true }).fill('cooldown');
    await until('the found group, open', opened, 'true');
  });

  it('the page of the visual flow editor shows a condition as a sentence, and adds a step for the case that it does not hold', async () => {
    const shown = await open(conditional, { catalog: sampleCatalog() });
    await shown.choose('0');
    const operator = shown.input('Comparison');
    const chosen = operator.locator('option:checked');
    assert.equal(await chosen.textContent(), 'is greater than');
    const fields = `[...document.querySelectorAll('.comparison > *')]`;
    const tops: unknown = await shown.page.evaluate(
      `new Set(${fields}.map(({ offsetTop }) => offsetTop)).size`,
    );
    assert.equal(tops, 1);
    await shown.page.getByRole('button', { name: 'Add Otherwise' }).click();
    await shown.page.getByRole('treeitem', { name: /Otherwise Only if/ }).waitFor();
    const { actions } = JSON.parse(shown.host.text) as { actions: { overrides: { params: object } }[] };
    const params = { left: '{{steps.only-if.body.taken}}', operator: 'equals', right: false };
    assert.deepEqual(actions[1]?.overrides.params, params);
  });

  describe('steps', () => {
    /** Waits until these are the steps, from a place of the list on. */
    async function hasSteps(shown: FlowPage, wanted: readonly string[], from = 1, to = 100): Promise<void> {
      const names = shown.page.locator('[role=treeitem] .step-name');
      const found = async (): Promise<string[]> => (await names.allTextContents()).slice(from, to);
      await until(`the steps ${wanted.join()}`, found, steps => steps.join() === wanted.join());
    }

    it('the steps on the page of the visual flow editor are selected and moved by keyboard only, and keep the focus', async () => {
      const shown = await open(varied);
      await shown.choose('0');
      await shown.page.keyboard.press('Alt+ArrowDown');
      await shown.page.locator('[data-step="1"][aria-selected=true]:focus').waitFor();
      await hasSteps(shown, ['Repeat', 'Tap', 'Go back again'], 1, 4);
      await shown.page.getByRole('status').getByText('“Open the menu” now at place 2 of 5.').waitFor();
      await shown.page.keyboard.press('ArrowUp');
      await shown.page.locator('[data-step="0.1"]:focus').waitFor();
      await shown.page.keyboard.press('ArrowLeft');
      await shown.page.locator('[data-step="0"]:focus').waitFor();
      await shown.page.keyboard.press('End');
      await shown.page.keyboard.press('Enter');
      await shown.page.locator('flow-inspector :focus').waitFor();
      await shown.page.keyboard.press('Escape');
      await shown.page.locator('[data-step="4"]:focus').waitFor();
    });

    it('the steps on the page of the visual flow editor move into and out of other steps', async () => {
      const shown = await open(varied);
      await shown.choose('2');
      assert.equal(shown.host.apply({ kind: 'shiftSteps', steps: [[2]], direction: 'in' }).kind, 'done');
      await shown.page.locator('[data-step="1.2"][aria-level="2"][aria-selected=true]').waitFor();
      await shown.page.getByRole('status').getByText('inside step 2').waitFor();
    });

    it('the steps on the page of the visual flow editor are selected together, copied, duplicated, deleted, and pasted', async () => {
      const shown = await open(varied);
      await shown.choose('0');
      await shown.page.keyboard.press('Shift+ArrowDown');
      const selected = shown.page.locator('[role=treeitem][aria-selected=true]');
      await until('two are selected', () => selected.count(), 2);
      await shown.page.keyboard.press('Control+c');
      await shown.page.getByRole('status').getByText('Copied 2 steps.').waitFor();
      assert.deepEqual(shown.host.otherRequests.at(-1), { kind: 'copy', steps: [[0], [1]] });
      await shown.page.keyboard.press('Delete');
      await hasSteps(shown, ['From another service', 'Call a webhook', 'Do everything']);
      await shown.choose('0');
      await shown.page.keyboard.press('Shift+Alt+ArrowDown');
      await shown.written(text => text.split('From another service').length === 3);
      const pasted = JSON.stringify({ actionId: SampleAction.tap, nameOverride: 'From the clipboard' });
      await shown.paste('0', pasted);
      await shown.page.getByRole('treeitem', { name: 'From the clipboard' }).waitFor();
    });

    it('the steps on the page of the visual flow editor are added at the selection', async () => {
      const shown = await open(varied);
      await shown.choose('1.0');
      await shown.page.keyboard.press('Control+Enter');
      await shown.page.getByRole('option', { name: 'Tap' }).click();
      await shown.page.locator('[data-step="1.2"]').waitFor();
      await shown.page.locator('[data-step="1.1"][aria-selected=true]').waitFor();
      await shown.page.getByRole('button', { name: 'Add step', exact: true }).click();
      await shown.page.getByRole('option', { name: 'Tap' }).click();
      await shown.page.locator('[data-step="1.3"]').waitFor();
    });

    it('the steps on the page of the visual flow editor are dragged before, after, and into other steps', async () => {
      const shown = await open(varied);
      const row = (step: string) => shown.page.locator(`[data-step="${step}"]`);
      await row('0').dragTo(row('3'), { targetPosition: { x: 60, y: 40 } });
      await row('3')
        .and(shown.page.getByRole('treeitem', { name: 'Open the menu' }))
        .waitFor();
      await row('3').dragTo(row('0'), { targetPosition: { x: 60, y: 22 } });
      await row('0.2')
        .and(shown.page.getByRole('treeitem', { name: 'Open the menu' }))
        .waitFor();
      await row('0.2').dragTo(row('0.0'), { targetPosition: { x: 60, y: 4 } });
      await row('0.0')
        .and(shown.page.getByRole('treeitem', { name: 'Open the menu' }))
        .waitFor();
    });

    it('the steps on the page of the visual flow editor are collapsed by keyboard and mouse, also after moves and a reload', async () => {
      const shown = await open(varied);
      const row = (step: string) => shown.page.locator(`[data-step="${step}"]`);
      await shown.choose('1');
      await shown.page.keyboard.press('ArrowLeft');
      await row('1').and(shown.page.locator('[aria-expanded=false]:focus')).waitFor();
      await row('1.0').waitFor({ state: 'detached' });
      await row('1').getByText('2 inside').waitFor();
      await row('1').getByTitle('2 errors').waitFor();
      await shown.picture('dark-folded');
      await shown.page.keyboard.press('ArrowDown');
      await row('2').and(shown.page.locator(':focus')).waitFor();
      await shown.choose('0');
      await shown.page.keyboard.press('Alt+ArrowDown');
      await row('0').and(shown.page.locator('[aria-expanded=false]')).waitFor();
      await shown.page.reload();
      await row('0').and(shown.page.locator('[aria-expanded=false]')).waitFor();
      // What goes into a folded step is to be seen.
      await shown.choose('1');
      await shown.page.keyboard.press('Alt+ArrowRight');
      await row('0.2').and(shown.page.locator('[aria-selected=true]')).waitFor();
      await row('0').locator('.twistie').click();
      await row('0').and(shown.page.locator('[aria-expanded=false][aria-selected=true]')).waitFor();
      await shown.page.getByRole('button', { name: 'Unfold all steps' }).click();
      await row('0.0').waitFor();
      await shown.page.getByRole('button', { name: 'Fold all steps' }).click();
      await row('0.0').waitFor({ state: 'detached' });
    });

    it('the steps on the page of the visual flow editor cannot be changed by a menu if the file is read-only', async () => {
      const shown = await open(varied, { look: { editable: false } });
      const context = await shown.page.locator('[data-step="0"]').getAttribute('data-vscode-context');
      assert.equal((JSON.parse(context ?? '') as { flowEditable: unknown }).flowEditable, false);
      await shown.choose('0');
      for (const key of ['Delete', 'Alt+ArrowDown', 'Shift+Alt+ArrowDown', 'Control+x']) {
        await shown.page.keyboard.press(key);
      }
      await shown.settled();
      assert.equal(shown.host.text, varied);
    });

    it('the steps on the page of the visual flow editor are renamed', async () => {
      const shown = await open(varied);
      await shown.choose('0');
      await shown.page.keyboard.press('F2');
      await shown.input('Name').and(shown.page.locator(':focus')).waitFor();
      await shown.page.keyboard.press('Control+a');
      await shown.page.keyboard.type('Begin');
      await shown.page.getByRole('treeitem', { name: 'Begin' }).waitFor();
      await shown.written(text => text.includes('"nameOverride": "Begin"'));
    });

    it('the steps on the page of the visual flow editor can be three hundred, and one key selects the last', async () => {
      const many = Array.from({ length: 300 }, (_, index) => ({
        ...{ action: 'tap' as const, name: `Step number ${index + 1}`, params: { text: 'Menu' } },
      }));
      const shown = await open(flowText(many));
      await shown.choose('0');
      await shown.page.keyboard.press('End');
      await shown.page.locator('[data-step="299"]:focus').waitFor();
      await shown.input('Text').fill('Last');
      await shown.written(text => text.includes('"text": "Last"'));
      await until('all steps', () => shown.page.getByRole('treeitem').count(), 301);
    });
  });

  it('the page of the visual flow editor is resized by mouse and keyboard, and remembers its width', async () => {
    const shown = await open(varied);
    const { page } = shown;
    const divider = page.getByRole('separator', { name: 'Width of the list of steps' });
    const width = async (): Promise<number> => (await page.locator('step-list').boundingBox())?.width ?? 0;
    await divider.focus();
    for (let left = 5; left > 0; left--) await page.keyboard.press('ArrowRight');
    await divider.and(page.locator('[aria-valuenow="50"]')).waitFor();
    await until(
      'a half of the width',
      async () => Math.abs((await width()) - 550),
      value => value < 8,
    );
    await page.reload();
    await divider.and(page.locator('[aria-valuenow="50"]')).waitFor();
    const place = await divider.boundingBox();
    assert.ok(place);
    await page.mouse.move(place.x + 3, place.y + 100);
    await page.mouse.down();
    await page.mouse.move(330, place.y + 100);
    await page.mouse.up();
    await divider.and(page.locator('[aria-valuenow="30"]')).waitFor();
    await until(
      'a third of the width',
      async () => Math.abs((await width()) - 330),
      value => value < 8,
    );
    await shown.picture('dark-divided');
    await divider.dblclick();
    await divider.and(page.locator('[aria-valuenow="40"]')).waitFor();
  });

  it('the page of the visual flow editor goes from a run to the failed step, and runs or aborts the flow', async () => {
    const shown = await open(varied, {
      look: { run: failedRun, outline: place => runs.get(place), notCovered },
    });
    const { page } = shown;
    await page.locator('[data-step="3"]').getByRole('img', { name: 'Not run by the tests' }).waitFor();
    assert.equal(await page.getByRole('img', { name: 'Not run by the tests' }).count(), notCovered.size);
    await page.getByRole('button', { name: 'Go to Step 2.2' }).click();
    await page.locator('[data-step="1.1"]:focus').waitFor();
    const result = page.getByText('In the run: failed, 9 s');
    // The step is selected already, and the end of its form is in view.
    await page.setViewportSize({ width: 1100, height: 300 });
    await page.getByRole('checkbox', { name: /^Continue on error/ }).scrollIntoViewIfNeeded();
    const { y: top = 0 } = (await page.locator('flow-inspector').boundingBox()) ?? {};
    const isInView = async (): Promise<boolean> => ((await result.boundingBox())?.y ?? 0) >= top;
    assert.equal(await isInView(), false);
    await page.getByRole('button', { name: 'Go to Step 2.2' }).click();
    await until('the result in view', isInView, true);
    await page.getByRole('button', { name: 'Show in Trace' }).click();
    await page.getByRole('button', { name: 'Open Trace' }).click();
    await page.getByRole('button', { name: 'Run Again' }).click();
    shown.host.look = {
      ...shown.host.look,
      run: { label: 'Run: running…', hasFailed: false, action: 'abortRun', waitsForMail: false },
    };
    shown.host.show();
    await page.getByRole('status').getByText('Run: running…').waitFor();
    await page.getByRole('button', { name: 'Abort' }).click();
    const testRun = { ...failedRun, label: 'Test run: failed', action: undefined };
    shown.host.look = { ...shown.host.look, run: testRun };
    shown.host.show();
    await page.getByText('Test run: failed').waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Abort|Run Again)$/ }).count(), 0);
    await shown.hasAsked('showInTrace', 'openTrace', 'runAgain', 'abortRun');
  });

  it('the page of the visual flow editor is not animated with reduced motion', async () => {
    const shown = await open(varied, { look: { outline: place => runs.get(place) } });
    const moving = (): Promise<unknown> =>
      shown.page.evaluate(`document.getAnimations().filter(one => one.playState === 'running').length`);
    await until('one moves', moving, value => value === 1);
    await shown.page.emulateMedia({ reducedMotion: 'reduce' });
    await until('none moves', moving, value => value === 0);
  });

  it('the page of the visual flow editor keeps its scroll position when a click brings the focus back', async () => {
    const shown = await open(longFlow(200), { catalog: sampleCatalog(), height: 500 });
    await shown.choose('0');
    await shown.page.evaluate('document.activeElement.blur()');
    const tree = `document.querySelector('[role=tree]')`;
    const top = (): Promise<number> => shown.page.evaluate<number>(`${tree}.scrollTop`);
    await shown.page.evaluate(`${tree}.scrollTo({ top: 2000 })`);
    const before = await until('the list is scrolled', top, value => value > 1000);
    await shown.page.evaluate('window.dispatchEvent(new Event("focus"))');
    // Rows that are measured late move the list by a few pixels.
    assert.ok(Math.abs((await top()) - before) < 20);
    await shown.page.locator('[data-step="0"]:focus').waitFor({ state: 'attached' });
  });

  it('the page of the visual flow editor selects the clicked step of a scrolled list, also if the file changes during the click', async () => {
    const text = longFlow(200);
    const shown = await open(text, { catalog: sampleCatalog(), height: 500 });
    await shown.choose('0');
    await shown.page.evaluate('document.activeElement.blur()');
    const tree = `document.querySelector('[role=tree]')`;
    const top = (): Promise<number> => shown.page.evaluate<number>(`${tree}.scrollTop`);
    await shown.page.evaluate(`${tree}.scrollTo({ top: 2000 })`);
    await until('the list is scrolled', top, value => value > 1000);
    await shown.page.evaluate('window.dispatchEvent(new Event("focus"))');
    const key = await shown.page.evaluate<string>(
      `document.elementFromPoint(100, 350).closest('[data-step]').dataset.step`,
    );
    const row = shown.page.locator(`[data-step="${key}"]`);
    const { x, y, height } = await waitForStableBox(row);
    const before = await top();
    await shown.page.mouse.move(x + 80, y + height / 2);
    await shown.page.mouse.down();
    shown.host.write(text.replace('"name": "', '"name": "Renamed '));
    await shown.page.getByRole('heading', { name: /^Renamed/ }).waitFor();
    assert.ok(Math.abs((await top()) - before) < 20);
    await shown.page.mouse.up();
    await row.and(shown.page.locator('[aria-selected=true]')).waitFor();
    assert.ok(Math.abs((await top()) - before) < 20);
  });

  it('the page of the visual flow editor restores its scroll position and selection', async () => {
    const shown = await open(varied);
    await shown.choose('1.1');
    await shown.page.reload();
    await shown.page.locator('[data-step="1.1"][aria-selected=true]').waitFor();
    await shown.input('Count').waitFor();
  });

  it('the page of the visual flow editor shows the flow again once a malformed file is fixed', async () => {
    const shown = await open(varied);
    shown.host.write(varied.slice(0, -20));
    await shown.page.getByRole('heading', { name: 'test.flow.json cannot be shown as a flow' }).waitFor();
    shown.host.write(varied);
    await shown.page.getByRole('treeitem', { name: 'Open the menu' }).waitFor();
  });

  it('the page of the visual flow editor sends messages to the host for its buttons and notices', async () => {
    const shown = await open(varied, { look: { notices: [offline] } });
    await shown.page.getByRole('button', { name: 'Refresh' }).click();
    await shown.page.getByRole('button', { name: 'Create' }).click();
    await shown.page.getByRole('button', { name: 'Sandbox' }).click();
    await shown.hasAsked('refreshCatalog', 'create', 'connection');
  });

  it('the page of the visual flow editor keeps the banner of a recording at its height when a step with a long name is recorded in a narrow editor', async () => {
    const recording = {
      ...{ device: 'Pixel phone', file: 'test.flow.json', steps: 1, last: 'Tap' },
      ...{ hasChoices: false, offers: 0 },
    };
    const heights = await Promise.all(
      ['Tap', `Tap “${'A long name '.repeat(20)}”`].map(async last => {
        const shown = await open(varied, { look: { recording: { ...recording, last } }, width: 420 });
        const banner = shown.page.locator('.banner.recording');
        await banner.getByText('Recording on Pixel phone').waitFor();
        return (await waitForStableBox(banner)).height;
      }),
    );
    assert.equal(heights[0], heights[1]);
  });
});

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { createCatalog } from '../../src/flow/catalog.ts';
import { demoActionId, demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { type FlowPage, useFlowPages } from '../support/flowPage.ts';
import { everyValue, flowText, pageCatalog } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';
import { THEMES } from '../support/webviewPage.ts';

const catalog = pageCatalog();
const UNKNOWN = '99999999-0000-4000-8000-000000000009';

function inspectorOf({ page }: FlowPage): Locator {
  return page.locator('flow-inspector');
}

interface Scrolling {
  scrollTop: number;
}

function topOf(element: unknown): number {
  return (element as Scrolling).scrollTop;
}

function scrollDown(element: unknown): void {
  (element as Scrolling).scrollTop = 300;
}

describe('flowEditorInspector: form of a step', () => {
  const openPage = useFlowPages();
  let shown: FlowPage;

  it('the form of a step scrolls to the top when another step is selected, and does not scroll when the step moves', async () => {
    shown = await openPage({
      text: flowText([
        { action: 'tap', fields: { key: 'tap' } },
        { action: 'every', params: everyValue },
        { action: 'every' },
      ]),
      catalog,
    });
    const inspector = inspectorOf(shown);
    const scrolled = (): Promise<number> => inspector.evaluate(topOf);
    await shown.choose('1');
    await inspector.evaluate(scrollDown);
    await until('the scrolled form', scrolled, 300);
    await shown.page.locator('[data-step="1"]').press('Alt+ArrowUp');
    await shown.page.getByRole('region', { name: 'Step 1', exact: true }).waitFor();
    assert.equal(await scrolled(), 300);
    await shown.choose('2');
    await until('the top of the form', scrolled, 0);
  });

  it('the form of a step selects a step for recording while the flow records selected steps', async () => {
    const steps = [{ action: 'tap' }, { action: 'tap' }] as const;
    shown = await openPage({ text: flowText(steps, { recordingPolicy: { mode: 'flow' } }), catalog });
    const tick = (): Locator => inspectorOf(shown).getByRole('checkbox', { name: /^Record this step/ });
    await shown.choose('0');
    await inspectorOf(shown)
      .getByRole('checkbox', { name: /^Continue on error/ })
      .waitFor();
    assert.equal(await tick().count(), 0);
    await shown.close();
    shown = await openPage({
      text: flowText(steps, { recordingPolicy: { mode: 'selected_steps' } }),
      catalog,
    });
    await shown.choose('1');
    await tick().check();
    await shown.written(text => text.includes('"recordingEnabled": true'));
    await tick().uncheck();
    await shown.written(text => !text.includes('recordingEnabled'));
  });

  it('the form of a step says once that an action is unknown, and that no catalog was read', async () => {
    const text = flowText([{ action: 'tap', fields: { actionId: UNKNOWN } }]);
    shown = await openPage({ text, catalog });
    await shown.choose('0');
    const inspector = inspectorOf(shown);
    await inspector.locator('.banner.error').getByText(`The catalog has no action "${UNKNOWN}".`).waitFor();
    assert.equal(await inspector.getByText('The catalog has no action').count(), 1);
    await shown.picture('unknown-action');
    await shown.close();
    shown = await openPage({ text, catalog: { ...createCatalog([]), isComplete: false } });
    await shown.choose('0');
    await inspectorOf(shown).getByText('The catalog of actions is not known').waitFor();
    assert.equal(await inspectorOf(shown).getByText('has no schema').count(), 0);
  });

  it('the form of a step shows what a run did with the step in each round, with its output', async () => {
    const attempt = { time: '1.2 s', error: undefined, explanation: undefined, output: [] };
    const attempts = [
      {
        ...attempt,
        label: 'Round 1 · Phone',
        status: 'success',
        output: [{ name: 'fileId', value: 'file_1', children: [] }],
      },
      { ...attempt, label: 'Round 2 · Phone', status: 'failed', error: 'No element <b>has</b> this text.' },
      { ...attempt, label: 'Round 3 · Phone', status: 'stopped' },
    ];
    const run = {
      state: 'failed',
      time: '3 times, 3.6 s',
      error: 'No element <b>has</b> this text.',
    } as const;
    const look = { attempts, outline: () => run };
    shown = await openPage({ text: flowText([{ action: 'tap' }]), catalog, look });
    await shown.choose('0');
    const list = inspectorOf(shown).getByRole('list', { name: 'What the run did with the step' });
    await list.getByText('Round 3 · Phone · stopped · 1.2 s').waitFor();
    await list.getByText('No element <b>has</b> this text.').waitFor();
    assert.equal(await inspectorOf(shown).getByText('No element').count(), 1);
    await list.getByText('file_1').waitFor();
    await list.getByText('Output').click();
    await list.getByText('file_1').waitFor({ state: 'hidden' });
    await list.getByText('Output').click();
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await shown.dress(theme);
      await shown.picture(`attempts-${theme}`);
    }
    assert.deepEqual(await shown.seriousFindings(), []);
  });

  it('the form of a step goes to problems and to its search without moving the window around the page', async () => {
    const steps = Array.from({ length: 2 }, () => ({ action: 'every' as const }));
    shown = await openPage({ text: flowText(steps), catalog, height: 300 });
    await shown.page.evaluate(`{
      const { scrollIntoView } = Element.prototype;
      Element.prototype.scrollIntoView = function (options) {
        if (options?.block !== 'nearest') document.body.dataset.moved = 'yes';
        scrollIntoView.call(this, options);
      };
    }`);
    await shown.choose('0');
    await shown.page.getByRole('button', { name: /errors?$/ }).click();
    const focused = inspectorOf(shown).locator('[data-field] :focus');
    await focused.waitFor();
    const [box, around] = [await focused.boundingBox(), await inspectorOf(shown).boundingBox()];
    assert.ok(box && around && box.y >= around.y && box.y + box.height <= around.y + around.height);
    await shown.page.keyboard.press('Control+f');
    await inspectorOf(shown).locator('#field-search:focus, #field-search :focus').waitFor();
    assert.equal(await shown.page.locator('body[data-moved]').count(), 0);
  });

  it('the form of a step shows why the step failed, and what to do, before the details', async () => {
    const sentence = 'No element says “<b>Creat account</b>”. The closest text is “Create account”.';
    const facts = ['Texts on the screen: “New account”, “Name”, “E-mail”, “Password”, “Create account”.'];
    const fix = { path: ['text'], value: 'Create account' };
    const explanation = { sentence, facts, actions: ['Use “Create account”.', 'Or wait.'], fix };
    const error = 'No element with the text “Creat account” is on the screen.';
    const attempts = [
      { label: 'Pixel phone', status: 'failed', time: '1.2 s', error, explanation, output: [] },
      { label: 'Tablet', status: 'failed', time: '1.2 s', error, explanation: undefined, output: [] },
    ];
    const look = {
      attempts,
      outline: () => ({ state: 'failed', time: '2 times, 2.4 s', error: sentence }) as const,
      run: {
        label: 'Run, 1 minute ago: failed',
        hasFailed: true,
        action: 'runAgain',
        waitsForMail: false,
      } as const,
    };
    shown = await openPage({ text: flowText([{ action: 'tap' }, { action: 'repeat' }]), catalog, look });
    await shown.choose('0');
    const list = inspectorOf(shown).getByRole('list', { name: 'What the run did with the step' });
    const [explained, plain] = [list.locator('> li').first(), list.locator('> li').last()];
    await explained.getByText(sentence).waitFor();
    await explained.getByText('Or wait.').waitFor();
    // What failed is above the fields.
    assert.deepEqual(await inspectorOf(shown).getByRole('heading', { level: 3 }).allTextContents(), [
      'Parameters',
      'Step',
    ]);
    assert.equal(await explained.getByText(facts[0] ?? '').isVisible(), false);
    await plain.getByText(error).waitFor();
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await shown.dress(theme);
      await shown.picture(`explained-${theme}`);
    }
    await explained.getByText('Details').press('Enter');
    await explained.getByText(facts[0] ?? '').waitFor();
    await explained.getByText(`Error message: ${error}`).waitFor();
    await shown.page.setViewportSize({ width: 320, height: 1000 });
    await shown.picture('explained-narrow');
    assert.deepEqual(await shown.seriousFindings(), []);
    assert.deepEqual(await shown.overflowingParts(), []);
    await explained.getByRole('button', { name: 'Use “Create account”' }).click();
    await shown.field('Text', 'Create account');
    assert.match(shown.host.text, /"text": ?"Create account"/);
  });

  it('the form of a step runs the step, or all up to it, and offers the mail that a step waits for', async () => {
    const nested = {
      name: 'user',
      value: '2 fields',
      children: [{ name: 'id', value: '7', children: [] }],
    };
    const output = [{ name: 'code', value: '482913', children: [] }, nested];
    const attempt = {
      label: '',
      status: 'succeeded',
      time: '0.4 s',
      error: undefined,
      explanation: undefined,
      output,
    };
    const look = {
      attempts: [attempt],
      outline: () => ({ state: 'succeeded', time: '0.4 s', error: undefined }) as const,
      run: { label: 'Run: running…', hasFailed: false, action: undefined, waitsForMail: true } as const,
    };
    shown = await openPage({ text: flowText([{ action: 'tap' }, { action: 'repeat' }]), catalog, look });
    await shown.choose('1');
    const inspector = inspectorOf(shown);
    const bar = inspector.getByRole('group', { name: 'Try out' });
    const acts = { 'Run This Step': 'runStep', 'Run to Here': 'runToStep' } as const;
    for (const name of Object.keys(acts)) await bar.getByRole('button', { name }).click();
    await shown.page.getByRole('button', { name: 'Deliver Mail…' }).click();
    const sent = (): unknown[] =>
      shown.host.otherRequests.flatMap(request => (request.kind === 'act' ? [request.act] : []));
    await until('the requests', () => sent().length, 3);
    assert.deepEqual(sent(), [...Object.values(acts), 'deliverMail']);
    // Output that needs no attention is below the fields.
    const headings = inspector.getByRole('heading', { level: 3 });
    assert.deepEqual(await headings.allTextContents(), ['Parameters', 'Step', 'Output']);
    await inspector.getByText('482913').waitFor();
    await inspector.getByText('2 fields').click();
    await inspector.getByText('7', { exact: true }).waitFor({ state: 'hidden' });
    await inspector.getByText('2 fields').click();
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await shown.dress(theme);
      await shown.picture(`trial-${theme}`);
    }
    await shown.page.setViewportSize({ width: 320, height: 700 });
    await shown.picture('trial-narrow');
    assert.deepEqual(await shown.seriousFindings(), []);
  });

  it('the form of a step offers to pick an element for each parameter that takes one, after what was typed is in the file', async () => {
    const step = (method: string, params: object): object => ({
      action: 'tap' as const,
      params,
      fields: { actionId: demoActionId(method) },
    });
    const text = flowText([
      step('device.tap', { target: { by: 'text', text: 'Menu' } }),
      step('device.typeText', { text: 'Menu' }),
      step('device.longPress', { x: 1, y: 2 }),
    ] as Parameters<typeof flowText>[0]);
    shown = await openPage({ text, catalog: createCatalog(demoCatalog) });
    await shown.choose('0');
    const button = inspectorOf(shown).getByRole('button', { name: /^Pick on Device: / });
    for (const theme of THEMES) {
      await shown.dress(theme);
      await shown.picture(`pick-${theme}`);
    }
    await inspectorOf(shown).getByRole('textbox', { name: 'Text' }).fill('Other');
    await inspectorOf(shown).getByRole('button', { name: 'Pick on Device: Target' }).click();
    await until('the request', () => shown.host.otherRequests.at(-1)?.kind, 'pickElement');
    assert.deepEqual(shown.host.otherRequests.at(-1), { kind: 'pickElement', step: [0], path: ['target'] });
    assert.match(shown.host.text, /"Other"/);
    await shown.choose('1');
    await until('no button for a text to type', () => button.count(), 0);
    await shown.choose('2');
    await inspectorOf(shown).getByRole('button', { name: 'Pick on Device: X' }).waitFor();
    assert.equal(await button.count(), 1);
    assert.deepEqual(await shown.seriousFindings(), []);
  });

  it('the form of a step offers a picker for the record that a parameter names, and shows its name', async () => {
    const id = 'aaaaaaaa-0000-4000-8000-000000000001';
    const paramsSchema = {
      type: 'object',
      properties: { mailboxId: { type: 'string', format: 'uuid', title: 'Mailbox' } },
    };
    const mailboxes = [{ id: UNKNOWN, name: 'ada@mail.example', detail: 'Sign-up tests' }];
    const waiting = createCatalog([{ id, name: 'Wait for passcode', paramsSchema }], { mailboxes });
    const step = { action: 'tap' as const, params: { mailboxId: UNKNOWN }, fields: { actionId: id } };
    shown = await openPage({ text: flowText([step]), catalog: waiting });
    await shown.choose('0');
    const field = inspectorOf(shown).getByLabel('Mailbox', { exact: true });
    assert.equal(await field.inputValue(), 'ada@mail.example · Sign-up tests');
    assert.equal(await field.getAttribute('title'), `ID ${UNKNOWN}`);
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await shown.dress(theme);
      await shown.picture(`mailbox-${theme}`);
    }
    await inspectorOf(shown).getByRole('button', { name: 'Choose for Mailbox' }).click();
    await until(
      'the request for a choice',
      () => shown.host.otherRequests.map(({ kind }) => kind),
      kinds => kinds.includes('chooseParam'),
    );
    await field.press('Enter');
    await until(
      'the choice by keyboard',
      () => shown.host.otherRequests.filter(({ kind }) => kind === 'chooseParam').length,
      count => count === 2,
    );
    const menu = async (item: string): Promise<void> => {
      await inspectorOf(shown).getByRole('button', { name: 'More actions for Mailbox' }).click();
      await shown.page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await menu('Copy ID');
    await until(
      'the copied ID',
      () => shown.host.otherRequests.at(-1),
      request => request?.kind === 'copyId' && request.id === UNKNOWN,
    );
    await menu('Edit ID');
    assert.equal(await field.inputValue(), UNKNOWN);
    await menu('Back to the Form');
    await until(
      'the name is back',
      () => field.inputValue(),
      text => text.startsWith('ada@'),
    );
    assert.deepEqual(await shown.seriousFindings(), []);
  });

  it('the form of a step shows an ID that the connection does not list without the ID itself', async () => {
    const id = 'aaaaaaaa-0000-4000-8000-000000000001';
    const paramsSchema = { properties: { mailboxId: { type: 'string', format: 'uuid', title: 'Mailbox' } } };
    const waiting = createCatalog([{ id, name: 'Wait for passcode', paramsSchema }], { mailboxes: [] });
    const step = { action: 'tap' as const, params: { mailboxId: UNKNOWN }, fields: { actionId: id } };
    shown = await openPage({ text: flowText([step]), catalog: waiting });
    await shown.choose('0');
    const field = inspectorOf(shown).getByLabel('Mailbox', { exact: true });
    assert.equal(await field.inputValue(), 'Unknown mailbox');
    await inspectorOf(shown).getByText('lists no mailbox').waitFor();
    assert.ok(!(await shown.page.locator('body').innerText()).includes(UNKNOWN));
    await shown.picture('mailbox-unknown-dark');
  });

  it('the form of a step reports an unknown trigger once', async () => {
    const text = flowText([{ action: 'tap' }], { triggerId: UNKNOWN });
    const known = createCatalog([], { triggers: [] });
    shown = await openPage({ text, catalog: known });
    await shown.choose('');
    await inspectorOf(shown).getByText('lists no trigger').waitFor();
    assert.equal(
      await inspectorOf(shown).getByText('This connection does not list it.', { exact: true }).count(),
      0,
    );
  });
});

describe('flowEditorInspector: search for steps', () => {
  const openPage = useFlowPages();

  it('the search for steps goes through the matches of a text in many steps by keyboard', async () => {
    const steps = Array.from({ length: 100 }, (_, index) => ({
      action: 'tap' as const,
      params: { text: index % 30 === 7 ? `Berlin ${index}` : 'Menu' },
    }));
    const shown = await openPage({ text: flowText(steps), catalog });
    const { page } = shown;
    await shown.choose('0');
    const selected = (step: number): Promise<void> =>
      page.locator(`[data-step="${step}"][aria-selected=true]`).waitFor();
    const count = page.locator('.find-count');
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: 'Find in steps' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('berlin');
    await selected(7);
    await count.getByText('1 of 4').waitFor();
    await page.keyboard.press('Enter');
    await selected(37);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await selected(97);
    await count.getByText('4 of 4').waitFor();
    await page.keyboard.press('Enter');
    await selected(7);
    await page.keyboard.press('Shift+Enter');
    await selected(97);
    assert.equal(await page.locator('.step.found').count(), 4);
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await shown.dress(theme);
      await shown.picture(`find-${theme}`);
    }
    await field.fill('nowhere at all');
    await count.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.locator('[data-step="97"]:focus').waitFor();
    assert.equal(await page.locator('.step.found').count(), 0);
    assert.equal(await page.locator('.step[aria-selected=true]').count(), 1);
    assert.deepEqual(await shown.seriousFindings(), []);
    await shown.close();
  });
});

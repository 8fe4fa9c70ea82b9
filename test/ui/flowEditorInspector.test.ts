import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { createCatalog } from '../../src/flow/catalog.ts';
import { type FlowPage, FlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';

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

describe('the form of a step', () => {
  let pages: FlowPages;
  let shown: FlowPage;

  before(async () => {
    pages = await FlowPages.start();
  });

  afterEach(() => shown.close());

  after(() => pages.close());

  it('scrolls to the top when another step is selected, and does not scroll when the step moves', async () => {
    shown = await pages.open({
      text: flowText([{ action: 'tap' }, { action: 'every' }, { action: 'every' }]),
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

  it('says once that an action is unknown, and that no catalog was read', async () => {
    const text = flowText([{ action: 'tap', fields: { actionId: UNKNOWN } }]);
    shown = await pages.open({ text, catalog });
    await shown.choose('0');
    const inspector = inspectorOf(shown);
    await inspector.locator('.banner.error').getByText(`The catalog has no action "${UNKNOWN}".`).waitFor();
    assert.equal(await inspector.getByText('The catalog has no action').count(), 1);
    await shown.picture('unknown-action');
    await shown.close();
    shown = await pages.open({ text, catalog: { ...createCatalog([]), isComplete: false } });
    await shown.choose('0');
    await inspectorOf(shown).getByText('The catalog of actions is not known').waitFor();
    assert.equal(await inspectorOf(shown).getByText('has no schema').count(), 0);
  });

  it('shows what a run did with the step in each round, with its output', async () => {
    const attempt = { time: '1.2 s', error: undefined, output: undefined };
    const attempts = [
      { ...attempt, label: 'Round 1 · Phone', status: 'success', output: '{\n  "fileId": "file_1"\n}' },
      { ...attempt, label: 'Round 2 · Phone', status: 'failed', error: 'No element <b>has</b> this text.' },
      { ...attempt, label: 'Round 3 · Phone', status: 'stopped' },
    ];
    const run = {
      state: 'failed',
      time: '3 times, 3.6 s',
      error: 'No element <b>has</b> this text.',
    } as const;
    const look = { attempts, outline: () => run };
    shown = await pages.open({ text: flowText([{ action: 'tap' }]), catalog, look });
    await shown.choose('0');
    const list = inspectorOf(shown).getByRole('list', { name: 'What the run did with the step' });
    await list.getByText('Round 3 · Phone · stopped · 1.2 s').waitFor();
    await list.getByText('No element <b>has</b> this text.').waitFor();
    assert.equal(await inspectorOf(shown).getByText('No element').count(), 1);
    await list.getByText('Output').click();
    await list.getByText('"fileId": "file_1"').waitFor();
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await shown.dress(theme);
      await shown.picture(`attempts-${theme}`);
    }
    assert.deepEqual(await shown.seriousFindings(), []);
  });

  it('offers a picker for the record that a parameter names, and shows its name', async () => {
    const id = 'aaaaaaaa-0000-4000-8000-000000000001';
    const paramsSchema = {
      type: 'object',
      properties: { mailboxId: { type: 'string', format: 'uuid', title: 'Mailbox' } },
    };
    const mailboxes = [{ id: UNKNOWN, name: 'ada@mail.example' }];
    const waiting = createCatalog([{ id, name: 'Wait for passcode', paramsSchema }], { mailboxes });
    const step = { action: 'tap' as const, params: { mailboxId: UNKNOWN }, fields: { actionId: id } };
    shown = await pages.open({ text: flowText([step]), catalog: waiting });
    await shown.choose('0');
    await inspectorOf(shown).getByText('ada@mail.example').waitFor();
    await shown.picture('mailbox-dark');
    await inspectorOf(shown).getByRole('button', { name: 'Choose for Mailbox' }).click();
    await until(
      'the request for a choice',
      () => shown.host.otherRequests.map(({ kind }) => kind),
      kinds => kinds.includes('chooseParam'),
    );
  });

  it('reports an unknown trigger once', async () => {
    const text = flowText([{ action: 'tap' }], { triggerId: UNKNOWN });
    const known = createCatalog([], { triggers: [] });
    shown = await pages.open({ text, catalog: known });
    await shown.choose('');
    await inspectorOf(shown).getByText('No trigger with the id').waitFor();
    assert.equal(await inspectorOf(shown).getByText('Not known on this connection').count(), 0);
  });
});

describe('finding steps', () => {
  let pages: FlowPages;

  before(async () => {
    pages = await FlowPages.start();
  });

  after(() => pages.close());

  it('goes through the matches in a thousand steps by keyboard', async () => {
    const steps = Array.from({ length: 1000 }, (_, index) => ({
      action: 'tap' as const,
      params: { text: index % 300 === 7 ? `Berlin ${index}` : 'Menu' },
    }));
    const shown = await pages.open({ text: flowText(steps), catalog });
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
    await selected(307);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await selected(907);
    await count.getByText('4 of 4').waitFor();
    await page.keyboard.press('Enter');
    await selected(7);
    await page.keyboard.press('Shift+Enter');
    await selected(907);
    assert.equal(await page.locator('.step.found').count(), 4);
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await shown.dress(theme);
      await shown.picture(`find-${theme}`);
    }
    await field.fill('nowhere at all');
    await count.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.locator('[data-step="907"]:focus').waitFor();
    assert.equal(await page.locator('.step.found').count(), 0);
    assert.equal(await page.locator('.step[aria-selected=true]').count(), 1);
    assert.deepEqual(await shown.seriousFindings(), []);
    await shown.close();
  });
});

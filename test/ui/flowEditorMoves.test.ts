import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { createCatalog } from '../../src/flow/catalog.ts';
import { type FlowPage, useFlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog, SampleAction, type SampleStep, variedSteps } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';

const lists = createCatalog([
  {
    id: SampleAction.tap,
    name: 'Tap',
    paramsSchema: {
      properties: {
        at: { type: 'array', items: { type: 'number' } },
        version: { const: 2 },
        named: { patternProperties: { '^n_': { type: 'number' }, '^s_': { type: 'string' } } },
      },
    },
  },
]);

describe('flowEditorMoves', () => {
  const openPage = useFlowPages();
  let shown: FlowPage;

  async function open(steps: readonly SampleStep[], catalog = lists, settings?: object): Promise<void> {
    shown = await openPage({ text: flowText(steps, settings), catalog });
    if (steps.length > 0) await shown.choose('0');
  }

  async function hasParams(wanted: object): Promise<void> {
    const params = (): unknown =>
      (JSON.parse(shown.host.text) as { actions: { overrides?: { params?: unknown } }[] }).actions[0]
        ?.overrides?.params;
    await until('the wanted parameters', params, value => isDeepStrictEqual(value, wanted));
  }

  const row = (step: string) => shown.page.locator(`[data-step="${step}"]`);

  it('the visual flow editor moves invalid input with its step', async () => {
    await open(
      [1, 2, 3].map(count => ({ action: 'tap', params: { text: 'Menu', count } })),
      pageCatalog(),
    );
    await shown.input('Count').fill('7x');
    await shown.page.getByText('“7x” is not a number').waitFor();
    await row('0').click();
    await shown.page.keyboard.press('Alt+ArrowDown');
    await row('1').and(shown.page.locator('[aria-selected=true]')).waitFor();
    await shown.field('Count', '7x');
    await shown.choose('0');
    await shown.field('Count', '2');
    shown.host.undo();
    // The selected step moves back too.
    await row('1').and(shown.page.locator('[aria-selected=true]')).waitFor();
    await shown.field('Count', '2');
    await shown.choose('0');
    await shown.field('Count', '7x');
  });

  it('the visual flow editor moves the focus with an item, and what is typed there', async () => {
    await open([{ action: 'tap', params: { at: [1, 2, 3] } }]);
    await shown.input('Item 1').fill('1x');
    await shown.page.getByText('“1x” is not a number').waitFor();
    await shown.input('Item 1').press('Alt+ArrowDown');
    const focused = (label: string) => shown.input(label).and(shown.page.locator(':focus')).waitFor();
    await focused('Item 2');
    await shown.page.getByRole('status').getByText('The item is now at place 2 of 3.').waitFor();
    await shown.field('Item 2', '1x');
    await shown.field('Item 1', '2');
    await shown.page.keyboard.press('Alt+ArrowDown');
    await focused('Item 3');
    await hasParams({ at: [2, 3, 1] });
    await shown.field('Item 3', '1x');
    await shown.page.getByRole('button', { name: 'Move up: Item 3' }).focus();
    await shown.page.keyboard.press('Enter');
    await shown.page
      .getByRole('button', { name: 'Move up: Item 2' })
      .and(shown.page.locator(':focus'))
      .waitFor();
    await shown.page.keyboard.press('Enter');
    await focused('Item 1');
    await hasParams({ at: [1, 2, 3] });
  });

  it('the visual flow editor does not change the neighbors of an item that is cleared', async () => {
    await open([{ action: 'tap', params: { at: [52.5, 13.4] } }]);
    await shown.input('Item 1').fill('');
    await shown.page.getByText('An item cannot be empty.').waitFor();
    await hasParams({ at: [52.5, 13.4] });
    await shown.page.keyboard.type('48');
    await hasParams({ at: [48, 13.4] });
  });

  it('the visual flow editor drops steps at the end of the flow, below a step with children, expanded or collapsed', async () => {
    const [menu, repeat, ...others] = variedSteps.slice(0, 3);
    assert.ok(menu && repeat);
    await open([menu, ...others, repeat], pageCatalog());
    const named = (step: string, name: string) =>
      row(step).and(shown.page.getByRole('treeitem', { name })).waitFor();
    const list = await shown.page.getByRole('tree').boundingBox();
    assert.ok(list);
    await row('0').dragTo(shown.page.getByRole('tree'), { targetPosition: { x: 60, y: list.height - 8 } });
    await named('2', 'Open the menu');
    await row('2').dragTo(row('0'), { targetPosition: { x: 60, y: 2 } });
    await named('0', 'Open the menu');
    await row('2').locator('.twistie').click();
    const parent = await row('2').boundingBox();
    assert.ok(parent);
    await row('0').dragTo(row('2'), { targetPosition: { x: 60, y: parent.height - 3 } });
    await named('2', 'Open the menu');
  });

  it('the visual flow editor cuts no steps that could not be copied, and says why', async () => {
    await open(variedSteps, pageCatalog());
    const before = shown.host.text;
    shown.host.clipboardFailure = 'The clipboard is locked.';
    await shown.page.keyboard.press('Control+x');
    await shown.page.getByRole('alert').getByText('The clipboard is locked.').waitFor();
    await shown.settled();
    assert.equal(shown.host.text, before);
    shown.host.clipboardFailure = undefined;
    await shown.page.keyboard.press('Control+x');
    await shown.page.getByRole('treeitem', { name: 'Open the menu' }).waitFor({ state: 'detached' });
  });

  it('the visual flow editor pastes after steps that are still being duplicated', async () => {
    await open(variedSteps, pageCatalog());
    const pasted = JSON.stringify({ actionId: SampleAction.tap, nameOverride: 'From the clipboard' });
    // Both in the same turn of the page, so that the first has no response yet.
    await shown.paste('0', pasted, { key: 'ArrowDown', shiftKey: true, altKey: true });
    await row('2')
      .and(shown.page.getByRole('treeitem', { name: 'From the clipboard' }))
      .waitFor();
    await row('1')
      .and(shown.page.getByRole('treeitem', { name: 'Open the menu' }))
      .waitFor();
  });

  it('the visual flow editor fixes a value that should be a constant', async () => {
    await open([{ action: 'tap', params: { version: 1 } }]);
    const field = shown.page.locator('[data-field="/version"]');
    await field.locator('code').getByText('1', { exact: true }).waitFor();
    await field.getByText('Must be 2', { exact: true }).waitFor();
    await shown.page.getByRole('button', { name: 'More actions for Version' }).click();
    await shown.page.getByRole('menuitem', { name: 'Remove Value' }).waitFor();
    await shown.page.keyboard.press('Escape');
    await shown.page.getByRole('button', { name: 'Set to 2: Version' }).click();
    await hasParams({ version: 2 });
    await field.getByRole('button', { name: 'Set' }).waitFor({ state: 'detached' });
  });

  it('the visual flow editor starts an entry with the value that its name implies', async () => {
    await open([{ action: 'tap', params: {} }]);
    const name = shown.page.getByLabel('Name of the new entry of Named');
    for (const one of ['n_x', 's_x']) {
      await name.fill(one);
      await name.press('Enter');
      await shown.hasValue(name, '');
      await shown.page.locator(`[data-field="/named/${one}"] :focus`).waitFor();
    }
    await hasParams({ named: { n_x: 0, s_x: '' } });
  });

  it('the visual flow editor removes the intended device from a list with values of other types', async () => {
    await open([], pageCatalog(), { deviceIds: [null, 'a', 'b'] });
    await shown.page.getByRole('button', { name: 'Remove device 2', exact: true }).click();
    await shown.written(text =>
      isDeepStrictEqual((JSON.parse(text) as { deviceIds: unknown }).deviceIds, [null, 'b']),
    );
  });
});

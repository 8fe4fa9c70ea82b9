import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type FlowPage, useFlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog, type SampleStep } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';

const catalog = pageCatalog();

describe('flowEditorOptions', () => {
  const openPage = useFlowPages();
  let shown: FlowPage;

  async function open(steps: readonly SampleStep[], settings = {}): Promise<void> {
    shown = await openPage({ text: flowText(steps, settings), catalog });
    await shown.choose('0');
  }

  async function hasParams(wanted: object): Promise<void> {
    const params = (): unknown =>
      (JSON.parse(shown.host.text) as { actions: { overrides?: { params?: unknown } }[] }).actions[0]
        ?.overrides?.params;
    await until('the wanted parameters', params, value => isDeepStrictEqual(value, wanted));
  }

  const labels = (): Promise<readonly string[]> =>
    shown.page
      .locator('.parameters :is(.field:not(.field .field)) > .head > :is(label, .name)')
      .allTextContents();
  const opacity = (name: string) =>
    shown.page.evaluate(`getComputedStyle(document.querySelector('[aria-label="${name}"]')).opacity`);
  const focused = (label: string) => shown.input(label).and(shown.page.locator(':focus')).waitFor();

  it('the options of a form are added by keyboard, get the focus, and are back in the list when removed', async () => {
    await open([{ action: 'every', params: { title: 'Hi', count: 2, mail: 'qa@example.org' } }]);
    const before = ['Title', 'Count', 'Colour', 'Mail', 'Place'];
    await until('required fields and fields with a value', labels, value => isDeepStrictEqual(value, before));
    const button = shown.page.getByRole('button', { name: 'Add Option', exact: true });
    await button.focus();
    await shown.page.keyboard.press('Enter');
    await shown.page
      .getByRole('combobox', { name: 'Add Option' })
      .and(shown.page.locator(':focus'))
      .waitFor();
    await shown.page.keyboard.type('heard');
    await shown.page.getByRole('option', { name: 'Loud Whether it is heard.' }).waitFor();
    await shown.picture('dark-add-option');
    await shown.page.keyboard.press('Enter');
    await focused('Loud');
    assert.deepEqual([await opacity('Remove Loud'), await opacity('Remove Mail')], ['1', '0']);
    await shown.picture('dark-focused-option');
    await shown.page.keyboard.press('Space');
    await hasParams({ title: 'Hi', count: 2, mail: 'qa@example.org', loud: true });
    await shown.page.getByRole('button', { name: 'Remove Loud' }).focus();
    await shown.page.keyboard.press('Enter');
    await hasParams({ title: 'Hi', count: 2, mail: 'qa@example.org' });
    await button.and(shown.page.locator(':focus')).waitFor();
    await until('the fields of the start', labels, value => isDeepStrictEqual(value, before));
    await shown.page.keyboard.press('Enter');
    await shown.page.getByRole('option', { name: 'Loud' }).waitFor();
    await shown.page.keyboard.press('Escape');
    await button.and(shown.page.locator(':focus')).waitFor();
  });

  it('the options of a form are removed with a first value that is not written yet', async () => {
    await open([{ action: 'every' }]);
    await shown.addOptions('Loud');
    await focused('Loud');
    // The second click comes before the host can reply to the first.
    await shown.page.evaluate(`
      document.querySelector('flow-inspector input[type=checkbox]:focus').click();
      document.querySelector('[aria-label="Remove Loud"]').click();
    `);
    const written = (): object => ({
      version: shown.host.version,
      hasLoud: shown.host.text.includes('loud'),
    });
    const removed = { version: 3, hasLoud: false };
    await until('the value and its removal', written, value => isDeepStrictEqual(value, removed));
    await shown.input('Loud').waitFor({ state: 'detached' });
  });

  it('the options of a form stay while they are empty, until they are removed or another step is shown', async () => {
    await open([{ action: 'every' }, { action: 'tap' }]);
    await shown.addOptions('Code');
    await shown.input('Code').fill('ABC-1');
    await hasParams({ code: 'ABC-1' });
    await shown.input('Code').fill('');
    await shown.written(text => !text.includes('code'));
    await focused('Code');
    await shown.choose('1');
    await shown.choose('0');
    await shown.input('Code').waitFor({ state: 'detached' });
  });

  it('the options of a form are found with the fields of the form, which has a list of them', async () => {
    await open([{ action: 'every' }]);
    await shown.input('Title').focus();
    await shown.page.keyboard.press('Control+f');
    const search = shown.page.getByLabel('Find fields', { exact: true });
    await search.and(shown.page.locator(':focus')).waitFor();
    await shown.page.keyboard.type('latit');
    await until('the group of the field', labels, value => isDeepStrictEqual(value, ['Place']));
    await search.fill('scri');
    await until('an option', labels, value => isDeepStrictEqual(value, ['Script']));
    await search.press('Escape');
    await search.waitFor({ state: 'detached' });
    await shown.page.getByRole('button', { name: 'Go to Field…' }).click();
    await shown.page.keyboard.type('begin');
    await shown.page.keyboard.press('Enter');
    await focused('Begin');
  });

  it('the options of a form leave the fields of a short form in place', async () => {
    await open([{ action: 'tap', params: { text: 'Menu' } }]);
    await until('both fields', labels, value => isDeepStrictEqual(value, ['Text', 'Count']));
  });

  it('the options of a form say what to enter, and the rule on demand', async () => {
    await open([{ action: 'every', params: { title: 'Hi', count: 12, code: 'x', place: {} } }]);
    const field = (pointer: string) => shown.page.locator(`[data-field="${pointer}"]`);
    await field('/count').getByText('Enter a whole number from 1 to 10').waitFor();
    await field('/code').getByText('Enter text like ABC-123').waitFor();
    await field('/place/latitude').getByText('Required', { exact: true }).waitFor();
    const rule = field('/code').getByText('must match the pattern');
    await rule.waitFor({ state: 'hidden' });
    await field('/code').getByText('Rule', { exact: true }).press('Enter');
    await rule.waitFor();
    await shown.picture('dark-advice');
  });

  it('the options of a form say it once if the value of a chosen kind is not complete', async () => {
    await open([{ action: 'every', params: { title: 'Hi', count: 2, target: { by: 'text' } } }]);
    const target = shown.page.locator('[data-field="/target"]');
    await target.getByText('Required', { exact: true }).waitFor();
    assert.equal(await target.locator('.problems li').count(), 1);
    assert.equal(await target.locator('.note').count(), 0);
  });

  it('the options of a form say that a flow without steps needs one', async () => {
    shown = await openPage({ text: flowText([]), catalog });
    await shown.page.getByText('A flow needs at least one').waitFor();
  });

  it('the options of a form get the focus by the counts of problems in the header, the steps, and groups', async () => {
    await open([
      { action: 'every', params: { title: 'Hi', place: {} } },
      { action: 'tap', params: { text: 'Menu' } },
      { action: 'tap' },
    ]);
    await shown.page.getByRole('button', { name: '1 problem in Place' }).click();
    await focused('Latitude');
    await shown.choose('1');
    await shown.page.getByTitle('Go to the next problem').click();
    await shown.page.locator('flow-inspector :focus').waitFor();
    await shown.choose('1');
    await shown.page.locator('[data-step="2"] .count').click();
    await shown.page.locator('[data-step="2"][aria-selected=true]').waitFor();
    await focused('Text');
  });

  it('the options of a form add, and remove items and entries by keyboard', async () => {
    await open([{ action: 'every', params: { title: 'Hi', count: 2, words: ['one'], headers: { a: 'x' } } }]);
    const words = shown.page.getByRole('group', { name: 'Words', exact: true });
    const item = (number: number) => words.getByLabel(`Item ${number}`, { exact: true });
    await item(1).press('Enter');
    await item(2).and(shown.page.locator(':focus')).waitFor();
    assert.equal(await opacity('Remove Words'), '0');
    await shown.page.keyboard.type('two');
    await shown.page.keyboard.press('Enter');
    await item(3).and(shown.page.locator(':focus')).waitFor();
    await shown.page.keyboard.press('Backspace');
    await item(3).waitFor({ state: 'detached' });
    await item(2).and(shown.page.locator(':focus')).waitFor();
    const start = { title: 'Hi', count: 2, words: ['one', 'two'] };
    await hasParams({ ...start, headers: { a: 'x' } });
    const headers = shown.page.getByRole('group', { name: 'Headers', exact: true });
    await headers.getByLabel('A', { exact: true }).press('Enter');
    await headers.getByLabel('Name of the new entry of Headers').and(shown.page.locator(':focus')).waitFor();
    await shown.page.keyboard.type('b');
    await shown.page.keyboard.press('Enter');
    await headers.getByLabel('B', { exact: true }).and(shown.page.locator(':focus')).waitFor();
    await hasParams({ ...start, headers: { a: 'x', b: '' } });
    await shown.page.keyboard.press('Backspace');
    await headers.getByLabel('A', { exact: true }).and(shown.page.locator(':focus')).waitFor();
    await hasParams({ ...start, headers: { a: 'x' } });
  });

  describe('items and entries', () => {
    const words = () => shown.page.getByRole('group', { name: 'Words', exact: true });
    const item = (number: number) => words().getByLabel(`Item ${number}`, { exact: true });
    const newName = () => shown.page.getByLabel('Name of the new entry of Headers');
    const start = { title: 'Hi', count: 2, words: ['one'], headers: { a: 'x' } };

    beforeEach(() => open([{ action: 'every', params: start }]));

    it('the new items and entries of a form take what is typed', async () => {
      const { keyboard } = shown.page;
      await item(1).focus();
      const showItems = shown.hold();
      await keyboard.press('End');
      await keyboard.press('Enter');
      await keyboard.type('twon');
      await keyboard.press('Backspace');
      await keyboard.press('Enter');
      await keyboard.type('three');
      await keyboard.press('Enter');
      await keyboard.press('Backspace');
      showItems();
      await item(3).and(shown.page.locator(':focus')).waitFor();
      const params = { ...start, words: ['one', 'two', 'three'] };
      await hasParams(params);
      await newName().fill('b');
      await shown.settled();
      const showEntry = shown.hold();
      await newName().press('Enter');
      await keyboard.type('y');
      await keyboard.press('Enter');
      await keyboard.type('c');
      showEntry();
      await hasParams({ ...params, headers: { a: 'x', b: 'y' } });
      await until('the name of the next entry', () => newName().inputValue(), 'c');
    });

    it('the new items and entries of a form leave what is typed in their field if they are refused', async () => {
      const { keyboard } = shown.page;
      await newName().fill('No');
      await newName().press('End');
      await keyboard.press('Enter');
      await keyboard.type('ne');
      await until('the whole name', () => newName().inputValue(), 'None');
      await newName().fill('');
      await item(1).press('End');
      // The edit of a file that is not JSON is refused.
      shown.host.text = '{';
      await keyboard.press('Enter');
      await keyboard.type('x');
      await until('the whole text', () => item(1).inputValue(), 'onex');
    });

    it('the new items and entries of a form type nothing into a field that has the focus by then', async () => {
      shown.host.text = '{';
      await item(1).press('End');
      const refuse = shown.hold();
      await shown.page.keyboard.press('Enter');
      await shown.page.keyboard.type('x');
      await shown.input('Title').focus();
      refuse();
      await shown.settled();
      assert.deepEqual([await item(1).inputValue(), await shown.input('Title').inputValue()], ['one', 'Hi']);
      assert.equal(await shown.input('Title').evaluate('document.activeElement.value'), 'Hi');
    });
  });

  it('the options of a form keep the name of an entry empty while another one is typed', async () => {
    await open([{ action: 'every', params: { title: 'Hi', count: 2, headers: { a: 'x' } } }]);
    const headers = shown.page.getByRole('group', { name: 'Headers', exact: true });
    const name = headers.getByLabel('Name of a', { exact: true });
    await name.click();
    await shown.page.keyboard.press('ControlOrMeta+A');
    await shown.page.keyboard.press('Backspace');
    await shown.page.keyboard.press('Enter');
    await headers.getByText('Enter a name.').waitFor();
    assert.equal(await name.inputValue(), '');
    await shown.picture('dark-empty-name');
    await shown.page.keyboard.press('Escape');
    await headers.getByText('Enter a name.').waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'a');
    await shown.page.keyboard.press('ControlOrMeta+A');
    await shown.page.keyboard.press('Backspace');
    await shown.page.keyboard.type('b');
    await shown.page.keyboard.press('Enter');
    await hasParams({ title: 'Hi', count: 2, headers: { b: 'x' } });
  });
});

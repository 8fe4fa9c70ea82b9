import assert from 'node:assert/strict';
import { createCatalog } from '../../src/flow/catalog.ts';
import type { Locator } from 'playwright-core';
import { type FlowPage, type PageSettings, useFlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog, SampleAction, variedSteps } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';
import { THEMES } from '../support/webviewPage.ts';

const catalog = pageCatalog();
const varied = flowText([...variedSteps, { action: 'repeat', name: 'Empty loop' }]);

describe('flowEditorCanvas', () => {
  const openPage = useFlowPages();
  let shown: FlowPage;

  async function open(more: Partial<PageSettings> = {}): Promise<void> {
    shown = await openPage({ text: varied, catalog, ...more });
  }

  const row = (key: string) => shown.page.locator(`[data-step="${key}"]`);
  const search = () => shown.page.getByRole('combobox', { name: /^Add step/ });
  const option = (name: string) => shown.page.getByRole('option', { name });
  const press = (key: string) => shown.page.keyboard.press(key);

  /** Waits until a step has an action, and is selected with the focus. */
  async function isAdded(key: string, name: string): Promise<void> {
    await row(key)
      .and(shown.page.locator('[aria-selected=true]:focus'))
      .and(shown.page.getByRole('treeitem', { name }))
      .waitFor();
  }

  async function hasSelected(...keys: readonly string[]): Promise<void> {
    const selected = (): Promise<string> =>
      shown.page.evaluate(
        `[...document.querySelectorAll('[role=treeitem][aria-selected=true]')].map(one => one.dataset.step).join()`,
      );
    await until(`the selection of ${keys.join()}`, selected, keys.join());
  }

  describe('new steps', () => {
    it('the step list of the visual flow editor adds a step after the active one by keyboard alone, with the words of the action', async () => {
      await open();
      await shown.choose('0');
      await press('Control+Enter');
      await option('Call a webhook').and(shown.page.locator('[aria-selected=true]')).waitFor();
      await shown.page.keyboard.type('again and');
      await option('Repeat').and(shown.page.locator('[aria-selected=true]')).waitFor();
      await until('one match', () => shown.page.getByRole('option').count(), 1);
      await press('Enter');
      await isAdded('1', 'Repeat');
    });

    it('the step list of the visual flow editor adds a step where its button stands, which Tab reaches from the row', async () => {
      await open();
      await shown.choose('1.0');
      await press('Tab');
      await shown.page
        .getByRole('button', { name: 'Add step after 2.1' })
        .and(shown.page.locator(':focus'))
        .waitFor();
      await press('Enter');
      await option('Tap').waitFor();
      await press('ArrowDown');
      await press('ArrowUp');
      await press('ArrowUp');
      await option('Tap').and(shown.page.locator('[aria-selected=true]')).waitFor();
      await press('Enter');
      await isAdded('1.1', 'Tap');
    });

    it('the step list of the visual flow editor adds a step below the last one inside a step, where the row that says so is the button', async () => {
      await open();
      await shown.choose('1.1');
      await row('1.1').hover();
      await row('1.1').locator('[data-act=menu]').waitFor();
      assert.equal(await row('1.1').locator('[data-act=insert]').count(), 0);
      await press('Tab');
      await row('1.+').and(shown.page.locator(':focus')).waitFor();
      await press('Enter');
      await option('Tap').click();
      await isAdded('1.2', 'Tap');
    });

    it('the step list of the visual flow editor adds a step between two rows by mouse', async () => {
      await open();
      await row('2').hover();
      await row('2').getByRole('button', { name: 'Add step after 3' }).click();
      await row('2').and(shown.page.locator('.drop-after:not(.drop-deep)')).waitFor();
      await option('Tap').click();
      await isAdded('3', 'Tap');
      await row('').hover();
      await row('').getByRole('button', { name: 'Add step at the start' }).click();
      await option('Call a webhook').click();
      await isAdded('0', 'Call a webhook');
    });

    it('the step list of the visual flow editor adds a step without covering an icon of the rows beside the button, nor cutting what an action does', async () => {
      const plain = flowText([{ action: 'bare' }, { action: 'bare' }, { action: 'bare' }]);
      await open({ text: plain, width: 800 });
      await shown.choose('0');
      const boxOf = async (part: Locator): Promise<{ top: number; bottom: number }> => {
        const { y, height } = (await part.boundingBox()) ?? assert.fail('It is not there.');
        return { top: y, bottom: y + height };
      };
      const button = await boxOf(row('0').locator('.insert .codicon'));
      assert.ok(button.top >= (await boxOf(row('0').locator('.icon'))).bottom);
      assert.ok(button.bottom <= (await boxOf(row('1').locator('.icon'))).top);
      await row('0').locator('.insert').click();
      await option('Tap').waitFor();
      await shown.picture('actions');
      const cut = await shown.page
        .locator('.pick-about')
        .evaluateAll(
          parts => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
        );
      assert.equal(cut, 0);
      await press('Escape');
    });

    it('the step list of the visual flow editor adds a step at the beginning and at the end of the steps inside one', async () => {
      await open();
      await row('1').hover();
      await row('1').getByRole('button', { name: 'Add step inside 2' }).click();
      await row('1').and(shown.page.locator('.drop-after.drop-deep')).waitFor();
      await option('Tap').click();
      await isAdded('1.0', 'Tap');
      await row('1.+').click();
      await option('Do everything').click();
      await isAdded('1.3', 'Do everything');
      await row('1.+').hover();
      await row('1.+').getByRole('button', { name: 'Add step after 2' }).click();
      await option('Do everything').click();
      await isAdded('2', 'Do everything');
    });

    it('the step list of the visual flow editor adds a step inside an empty step by keyboard, and after one that takes none', async () => {
      await open();
      await shown.choose('5');
      await press('Tab');
      await row('5.+').and(shown.page.locator(':focus')).waitFor();
      await press('Enter');
      await search().and(shown.page.locator(':focus')).waitFor();
      await option('Tap').click();
      await isAdded('5.0', 'Tap');
      await press('Control+Shift+Enter');
      await option('Tap').click();
      await isAdded('5.1', 'Tap');
      await shown.choose('0');
      await press('Control+Shift+Enter');
      await option('Tap').click();
      await isAdded('1', 'Tap');
    });

    it('the step list of the visual flow editor adds no step if the search is closed, which returns the focus to the row', async () => {
      await open();
      await shown.choose('0');
      for (const close of ['Escape', 'Tab']) {
        await press('Control+Enter');
        await option('Tap').waitFor();
        await press(close);
        await search().waitFor({ state: 'detached' });
        await row('0').and(shown.page.locator(':focus')).waitFor();
      }
      await press('Control+Enter');
      await option('Tap').waitFor();
      await shown.page.mouse.click(900, 700);
      await search().waitFor({ state: 'detached' });
      assert.equal(shown.host.text, varied);
    });

    it('the step list of the visual flow editor adds a step from the toolbar of an empty flow, recently used actions first', async () => {
      await open({ text: flowText([]) });
      assert.equal(await shown.page.locator('[data-act=insert]').count(), 0);
      shown.host.recent = [SampleAction.tap];
      await shown.page.getByRole('button', { name: 'Add Step', exact: true }).last().click();
      await shown.page
        .getByRole('group', { name: 'Recently used' })
        .getByRole('option', { name: 'Tap' })
        .waitFor();
      await shown.page.keyboard.type('nothing like this');
      await shown.page.getByText('No action matches “nothing like this”.').waitFor();
      await search().fill('');
      await option('Tap').and(shown.page.locator('[aria-selected=true]')).waitFor();
      await press('Enter');
      await isAdded('0', 'Tap');
    });

    it('the step list of the visual flow editor fills an empty flow by recording, or from a template', async () => {
      for (const [label, act] of [
        ['Record', 'record'],
        ['From Template', 'fill'],
      ] as const) {
        await open({ text: '' });
        await shown.page.locator('.empty').getByRole('button', { name: label, exact: true }).click();
        await shown.hasAsked(act);
      }
    });

    it('the step list of the visual flow editor adds a step from a catalog of five thousand actions', async () => {
      const actions = Array.from({ length: 5000 }, (_, at) => ({
        ...{ id: `a-${at}`, name: `Action number ${at}`, description: `Does thing ${at}.` },
      }));
      await open({ catalog: createCatalog(actions) });
      await shown.choose('0');
      await press('Control+Enter');
      await shown.page.getByText('60 of 5000 actions').waitFor();
      await shown.page.keyboard.type('4321');
      await until('one match', () => shown.page.getByRole('option').count(), 1);
      await press('Enter');
      await isAdded('1', 'Action number 4321');
    });

    it('the step list of the visual flow editor adds no step to a version of the flow that has changed meanwhile', async () => {
      await open();
      await shown.choose('4');
      await press('Control+Enter');
      await option('Tap').waitFor();
      shown.host.write(flowText(variedSteps.slice(0, 2)));
      await row('4').waitFor({ state: 'detached' });
      await option('Tap').click();
      await shown.page.getByRole('alert').getByText('changed at the same time').waitFor();
    });
  });

  describe('buttons in a row', () => {
    it('the step list of the visual flow editor has buttons in a row that duplicate, delete, and open the menu', async () => {
      await open();
      await row('0').hover();
      await row('0').locator('[data-act=duplicate]').click();
      await isAdded('1', 'Open the menu');
      await row('0').hover();
      await row('0').locator('[data-act=delete]').click();
      await row('6').waitFor({ state: 'detached' });
      assert.equal(shown.host.text.split('Open the menu').length, 2);
      await shown.page.evaluate(
        `window.addEventListener('contextmenu', event => { document.title = event.target.closest('[data-step]').dataset.step; })`,
      );
      await row('2').hover();
      await row('2').locator('[data-act=menu]').click();
      await until('the menu of the step', () => shown.page.title(), '2');
      await hasSelected('2');
    });

    it('the step list of the visual flow editor has buttons in a row of which a narrow list shows only the menu, to leave room for the name', async () => {
      await open({ width: 700 });
      await row('0').hover();
      await row('0').locator('[data-act=menu]').waitFor();
      await row('0').locator('[data-act=duplicate]').waitFor({ state: 'hidden' });
    });

    it('the step list of the visual flow editor has buttons in a row that leave no gap in rows that do not show them', async () => {
      await open();
      const right = async (key: string): Promise<number> => {
        const box = await row(key).locator('.count').boundingBox();
        return box ? box.x + box.width : 0;
      };
      const before = await right('2');
      await shown.choose('2');
      await shown.input('Name').click();
      await row('2').locator('.row-acts').waitFor({ state: 'hidden' });
      assert.equal(await right('2'), before);
    });

    it('the step list of the visual flow editor has buttons in a row for all selected steps, if the row is one of them', async () => {
      await open();
      await shown.choose('2');
      await press('Shift+ArrowDown');
      await row('3').locator('[data-act=delete]').click();
      await shown.written(text => !text.includes('From another service') && !text.includes('hooks.example'));
      assert.ok(shown.host.text.includes('Open the menu'));
    });

    it('the step list of the visual flow editor has buttons in a row that change nothing if the file is read-only', async () => {
      await open({ look: { editable: false } });
      await shown.choose('1');
      await row('1').hover();
      await row('1').locator('[data-act=menu]').waitFor();
      assert.equal(
        await shown.page.locator('[data-act=insert], [data-act=delete], .end, .handle').count(),
        0,
      );
      await press('Control+Enter');
      await shown.settled();
      assert.equal(await search().count(), 0);
    });
  });

  describe('selection', () => {
    it('the step list of the visual flow editor selects steps by mouse like the lists of VS Code', async () => {
      await open();
      await shown.choose('0');
      await row('2').click({ modifiers: ['Control'] });
      await hasSelected('0', '2');
      await row('4').click({ modifiers: ['Shift'] });
      await hasSelected('2', '3', '4');
      await row('3').click({ modifiers: ['Control'] });
      await hasSelected('2', '4');
      await row('0').click();
      await hasSelected('0');
    });

    it('the step list of the visual flow editor selects steps by keyboard, and Escape leaves only the active step selected', async () => {
      await open();
      await shown.choose('0');
      await press('Shift+ArrowDown');
      await press('Shift+ArrowDown');
      await hasSelected('0', '1', '1.0');
      await press('Shift+ArrowUp');
      await hasSelected('0', '1');
      await press('Escape');
      await hasSelected('1');
      await press('Control+a');
      await hasSelected('0', '1', '1.0', '1.1', '2', '3', '4', '5');
      await press('Escape');
      await hasSelected('1');
    });
  });

  describe('drag', () => {
    const dragTo = async (from: string, to: string, share: number): Promise<void> => {
      const [start, end] = [await row(from).boundingBox(), await row(to).boundingBox()];
      assert.ok(start && end);
      const { mouse } = shown.page;
      await mouse.move(start.x + 80, start.y + 10);
      await mouse.down();
      await mouse.move(end.x + 80, end.y + end.height / 2);
      await settleAt(end.x + 80, end.y + end.height * share);
    };

    // The browser reports a drag at the place of the movement before.
    const settleAt = async (x: number, y: number): Promise<void> => {
      await shown.page.mouse.move(x, y, { steps: 3 });
      await shown.page.mouse.move(x + 1, y);
    };

    it('a step of the visual flow editor is dragged with a line at the depth where the step lands', async () => {
      await open();
      await dragTo('3', '1.1', 0.9);
      await row('1.1').and(shown.page.locator('.drop-after.drop-deep')).waitFor();
      await shown.picture('dark-drop-inside');
      const end = await row('1.+').boundingBox();
      assert.ok(end);
      await settleAt(end.x + 80, end.y + end.height * 0.9);
      await row('1.+').and(shown.page.locator('.drop-after:not(.drop-deep)')).waitFor();
      await shown.page.mouse.up();
      await row('2')
        .and(shown.page.getByRole('treeitem', { name: 'Call a webhook' }))
        .waitFor();
    });

    it('a step of the visual flow editor is dragged into a step that takes steps, and never into another', async () => {
      await open();
      await dragTo('0', '5.+', 0.3);
      await shown.page.mouse.up();
      await row('4.0')
        .and(shown.page.getByRole('treeitem', { name: 'Open the menu' }))
        .waitFor();
      await dragTo('1', '2', 0.5);
      await row('2').and(shown.page.locator('.drop-before, .drop-after')).waitFor();
      assert.equal(await shown.page.locator('.drop-inside').count(), 0);
      await shown.page.mouse.up();
    });
  });

  it('the step list of the visual flow editor finds steps by name, action, and value among a thousand, with their number', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({
      ...{ action: 'tap' as const, name: `Step number ${at + 1}`, params: { text: `Value ${at % 7}` } },
    }));
    await open({ text: flowText([...many, { action: 'bare' }]) });
    await shown.page.keyboard.press('Control+f');
    const find = shown.page.getByRole('textbox', { name: 'Find in steps' });
    const count = (text: string) => shown.page.getByRole('search').getByText(text, { exact: true }).waitFor();
    await find.fill('value 3');
    await count('1 of 143');
    await press('Shift+Enter');
    await count('143 of 143');
    await find.fill('webhook');
    await count('1 of 1');
    await find.fill('number 777');
    await row('776').and(shown.page.locator('[aria-selected=true]')).waitFor();
    await count('1 of 1');
    await press('Escape');
    await row('776').and(shown.page.locator('[aria-selected=true]:focus')).waitFor();
  });

  it('the step list of the visual flow editor begins the form of another step at its top, and keeps the header and the toolbar in view', async () => {
    await open({ width: 320, height: 700 });
    const inspector = shown.page.locator('flow-inspector');
    const top = (): Promise<number> =>
      shown.page.evaluate(`document.querySelector('flow-inspector').scrollTop`);
    await shown.choose('4');
    await shown.page.evaluate(`document.querySelector('flow-inspector').scrollTo({ top: 900 })`);
    await until('the form is scrolled', top, value => value > 500);
    await shown.choose('0');
    await until('the form is at its top', top, 0);
    const box = await inspector.boundingBox();
    assert.ok(box && box.height >= 350, 'the form has half of the height');
    for (const part of [shown.page.locator('header.top'), shown.page.locator('.list-head')]) {
      const place = await part.boundingBox();
      assert.ok(place && place.y >= 0 && place.y < 200 && place.x + place.width <= 320);
    }
  });

  it('the step list of the visual flow editor tells name, action, parameter, and value apart in every theme', async () => {
    await open();
    for (const theme of THEMES) {
      await shown.dress(theme);
      const looks: unknown = await shown.page.evaluate(`['.step-name', '.action', '.fact-name', '.fact-value']
        .map(part => getComputedStyle(document.querySelector('[data-step="0"] ' + part)))
        .map(({ color, fontWeight, fontSize }) => [color, fontWeight, fontSize].join())`);
      const [name, action, parameter, value] = looks as string[];
      assert.equal(new Set([name, action, value]).size, 3, theme);
      assert.equal(action, parameter, theme);
    }
  });
});

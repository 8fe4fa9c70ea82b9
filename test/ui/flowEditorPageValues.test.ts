import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type FlowPage, type PageSettings, useFlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog } from '../support/flowSamples.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { until } from '../support/until.ts';
import { valueCatalog, valueFlow, type ValueStep, valueSteps } from '../support/valueSamples.ts';
import { THEMES } from '../support/webviewPage.ts';

const catalog = valueCatalog();

describe('flowEditorPageValues', () => {
  const openPage = useFlowPages();

  async function open(
    steps: readonly ValueStep[],
    step: string,
    more: Partial<PageSettings> = {},
  ): Promise<FlowPage> {
    const opened = await openPage({ text: valueFlow(steps), catalog, ...more });
    await opened.choose(step);
    return opened;
  }

  const field = ({ page }: FlowPage, pointer: string): Locator => page.locator(`[data-field="${pointer}"]`);
  const chips = (shown: FlowPage, pointer: string): Locator =>
    field(shown, pointer).locator('chip-text .chip');
  const picker = ({ page }: FlowPage): Locator => page.locator('value-picker');
  const option = (shown: FlowPage, name: string): Locator =>
    picker(shown).getByRole('option', { name, exact: true });
  const insert = ({ page }: FlowPage, label: string): Locator =>
    page.getByRole('button', { name: `Insert value: ${label}`, exact: true });

  async function hasText(shown: FlowPage, part: string): Promise<void> {
    await shown.written(text => text.includes(part));
  }

  async function press({ page }: FlowPage, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  describe('labels', () => {
    it('expressions in the visual flow editor are shown by their labels in the rows of steps, without braces', async () => {
      const shown = await open(valueSteps, '4');
      const row = shown.page.locator('[data-step="4"]');
      await row.locator('.chip', { hasText: 'Trigger › name' }).waitFor();
      await row.locator('.chip', { hasText: '4 Wait for passcode › code' }).waitFor();
      await shown.page.locator('[data-step="1.0"] .chip', { hasText: 'Item › name' }).waitFor();
      // The passcode arrives after this step.
      await shown.page.locator('[data-step="2"] .chip.wrong').waitFor();
      assert.ok(!(await shown.page.locator('step-list').innerText()).includes('{{'));
    });

    it('expressions in the visual flow editor are shown by their labels in fields, within longer text, and with a reason if they have no value', async () => {
      const shown = await open(valueSteps, '4');
      await until(
        'the labels',
        () => chips(shown, '/text').allInnerTexts(),
        texts => texts.join('; ').replaceAll(/\s+/g, ' ') === 'Trigger › name; 4 Wait for passcode › code',
      );
      const gone = field(shown, '/notes').locator('.chip.wrong');
      assert.match((await gone.getAttribute('title')) ?? '', /The step that this reads is gone/);
      assert.ok(
        !(await shown.page.locator('flow-inspector chip-text').allInnerTexts()).join().includes('{{'),
      );
      assert.equal(
        await field(shown, '/text').locator('chip-text').evaluate(valueOf),
        'Hello {{event.payload.name}}, your code is {{steps.wait-for-passcode.body.code}}.',
      );
    });

    for (const theme of THEMES) {
      for (const width of [1100, 320]) {
        it(`expressions in the visual flow editor are shown by their labels without layout or accessibility errors in ${theme}, ${width} pixels wide`, async () => {
          const shown = await open(valueSteps, '4', { theme, width, height: width === 320 ? 1700 : 1000 });
          await chips(shown, '/text').first().waitFor();
          assert.deepEqual(await shown.seriousFindings(), []);
          assert.deepEqual(await shown.overflowingParts(), []);
          await shown.picture(`values-${theme}-${width}`);
          await field(shown, '/text')
            .locator('chip-text')
            .click({ position: { x: 4, y: 8 } });
          await press(shown, 'Home', 'Control+Space');
          await option(shown, 'code text 000000').waitFor();
          assert.deepEqual(await shown.seriousFindings({ part: 'value-picker' }), []);
          assert.deepEqual(await shown.overflowingParts(), []);
          await shown.picture(`picker-${theme}-${width}`);
          assert.deepEqual(shown.errors, []);
        });
      }
    }
  });

  describe('keyboard', () => {
    it('expressions in the visual flow editor are inserted by keyboard after two braces and the beginning of a name', async () => {
      const shown = await open(valueSteps, '4');
      await shown.page.locator('[data-step="4"]').focus();
      const text = field(shown, '/condition/right').locator('input');
      await text.focus();
      // The form scrolls to the field.
      await waitForStableBox(text);
      await shown.page.keyboard.type('Code: {{cod');
      await option(shown, 'code text 000000').and(shown.page.locator('[aria-selected=true]')).waitFor();
      await press(shown, 'Enter');
      await shown.page.keyboard.type('!');
      await hasText(shown, '"right": "Code: {{steps.wait-for-passcode.body.code}}!"');
      await chips(shown, '/condition/right').getByText('4 Wait for passcode').waitFor();
    });

    it('expressions in the visual flow editor are inserted by keyboard at the caret by Ctrl+Space, into the middle of a text', async () => {
      const shown = await open([{ action: 'wait' }, { action: 'type', params: { text: 'ab' } }], '1');
      await shown.input('Text').focus();
      await press(shown, 'Home', 'ArrowRight', 'Control+Space');
      await shown.page.keyboard.type('sender name');
      await press(shown, 'Enter');
      await hasText(shown, '"text": "a{{steps.wait-for-passcode.body.sender.name}}b"');
      // The step that is read keeps its key from now on.
      await hasText(shown, '"key": "wait-for-passcode"');
      await shown.page.keyboard.type('-');
      await hasText(shown, '"text": "a{{steps.wait-for-passcode.body.sender.name}}-b"');
    });

    it('expressions in the visual flow editor are inserted by keyboard in place of a number, a choice, and a list', async () => {
      const shown = await open([{ action: 'wait' }, { action: 'type', params: { text: 'a' } }], '1');
      await shown.input('Text').waitFor();
      await shown.addOptions('Clear', 'Times', 'Speed', 'Words');
      for (const pointer of ['/clear', '/times', '/speed', '/words']) {
        const control = field(shown, pointer).locator('input, select, .inside button').first();
        await control.focus();
        await press(shown, 'Control+Space');
        await shown.page.keyboard.type('att');
        await press(shown, 'Enter');
        await hasText(shown, `"${pointer.slice(1)}": "{{steps.wait-for-passcode.body.attempts}}"`);
        await shown.page.locator(`[data-field="${pointer}"] chip-text:focus .chip.selected`).waitFor();
      }
      // The only chip of a number is not followed by text.
      await field(shown, '/times').locator('chip-text').focus();
      await press(shown, 'End', '7');
      await shown.settled();
      await hasText(shown, '"times": "{{steps.wait-for-passcode.body.attempts}}"');
      for (const pointer of ['/clear', '/times', '/speed', '/words']) {
        await field(shown, pointer).locator('chip-text').focus();
        await press(shown, 'Delete');
        await shown.written(text => !text.includes(`"${pointer.slice(1)}"`));
        await chips(shown, pointer).waitFor({ state: 'detached' });
      }
    });

    it('expressions in the visual flow editor are inserted by keyboard with a name that no run has shown yet', async () => {
      const shown = await open([{ action: 'read' }, { action: 'type', params: { text: '' } }], '1');
      await shown.input('Text').focus();
      await press(shown, 'Control+Space');
      const unknown = picker(shown).getByRole('group', { name: 'Known after a run' });
      await unknown.getByRole('option', { name: '1 Read the screen Enter a name…' }).waitFor();
      await shown.page.keyboard.type('1 Read');
      await unknown.locator('[aria-selected=true]').waitFor();
      await press(shown, 'Enter');
      await picker(shown).getByText('Run the flow once to see its outputs').waitFor();
      await shown.picture('picker-name');
      await shown.page.keyboard.type('first name');
      await press(shown, 'Enter');
      await hasText(shown, String.raw`"{{steps.read-the-screen.body[\"first name\"]}}"`);
      await chips(shown, '/text').getByText('1 Read the screen').waitFor();
    });

    it('expressions in the visual flow editor are inserted by keyboard from within a value, which Right opens and Left closes', async () => {
      const shown = await open([{ action: 'wait' }, { action: 'type', params: { text: '' } }], '1');
      await shown.input('Text').focus();
      await press(shown, 'Control+Space');
      await shown.page.keyboard.type('sender');
      await option(shown, 'sender object').and(shown.page.locator('[aria-selected=true]')).waitFor();
      await press(shown, 'ArrowRight');
      await shown.page.getByRole('combobox', { name: 'Search in 1 Wait for passcode › sender' }).waitFor();
      await picker(shown).getByRole('option').nth(1).waitFor();
      await press(shown, 'ArrowLeft');
      await shown.page.getByRole('combobox', { name: 'Search values' }).waitFor();
      await shown.page.keyboard.type('sender');
      await press(shown, 'ArrowRight', 'ArrowDown', 'Enter');
      await hasText(shown, '"text": "{{steps.wait-for-passcode.body.sender.name}}"');
    });

    it('expressions in the visual flow editor are inserted by keyboard and lose no text that is typed before values are found', async () => {
      const text = flowText([{ action: 'tap' }, { action: 'tap', params: { text: '' } }]);
      const shown = await openPage({ text, catalog: pageCatalog() });
      await shown.choose('1');
      await shown.input('Text').focus();
      await shown.page.keyboard.type('Go to {{1');
      await shown.page.getByRole('option', { name: '1 Tap Enter a name…' }).waitFor();
      // No answer arrives between these keys.
      await shown.page.evaluate(`{
        const box = document.querySelector('value-picker input');
        const press = key => box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const type = letters => {
          box.value += letters;
          box.dispatchEvent(new Event('input', { bubbles: true }));
        };
        type(' tap');
        press('Enter');
        for (const letter of 'label') type(letter);
        press('Enter');
        type(' now');
      }`);
      await hasText(shown, 'Go to {{steps.tap.body.label}} now');
    });

    it('expressions in the visual flow editor are inserted by keyboard as typed by hand, with both pairs of braces', async () => {
      const shown = await open([{ action: 'wait' }, { action: 'type', params: { text: '' } }], '1');
      await shown.input('Text').focus();
      await shown.page.keyboard.type('{{steps.wait-for-passcode.status}} ok');
      await hasText(shown, '"text": "{{steps.wait-for-passcode.status}} ok"');
    });
  });

  it('expressions on the page of the visual flow editor are left as typed by Escape, and taken back by a click elsewhere', async () => {
    const shown = await open([{ action: 'wait' }, { action: 'type', params: { text: '' } }], '1');
    await shown.input('Text').focus();
    await shown.page.keyboard.type('a{{x');
    await press(shown, 'Escape');
    await shown.field('Text', 'a{{x');
    await shown.input('Text').and(shown.page.locator(':focus')).waitFor();
    await hasText(shown, '"text": "a{{x"');
    await shown.input('Text').fill('b');
    await shown.page.keyboard.type('{{y');
    await shown.page.locator('[data-step="0"]').click();
    await hasText(shown, '"text": "b"');
    assert.equal(await picker(shown).isVisible(), false);
  });

  it('expressions on the page of the visual flow editor are selected, changed, copied, and removed by keyboard', async () => {
    const shown = await open(
      [{ action: 'wait' }, { action: 'type', params: { text: 'a{{flow.name}}b' } }],
      '1',
    );
    const text = field(shown, '/text').locator('chip-text');
    await text.focus();
    await press(shown, 'End', 'ArrowLeft', 'ArrowLeft');
    await text.locator('.chip.selected').waitFor();
    await press(shown, 'Enter');
    await shown.page.getByRole('dialog', { name: 'Change value: Text' }).waitFor();
    await shown.page.keyboard.type('code');
    await press(shown, 'Enter');
    await hasText(shown, '"text": "a{{steps.wait-for-passcode.body.code}}b"');
    await press(shown, 'ArrowLeft', 'Control+x', 'Home', 'Control+v', 'Control+v');
    await hasText(
      shown,
      '"text": "{{steps.wait-for-passcode.body.code}}{{steps.wait-for-passcode.body.code}}ab"',
    );
    await press(shown, 'Home', 'Delete', 'Delete');
    await hasText(shown, '"text": "ab"');
    // Without chips it is a plain field again, at the same place.
    await shown.input('Text').and(shown.page.locator('input:focus')).waitFor();
    await shown.page.keyboard.type('x');
    await hasText(shown, '"text": "xab"');
  });

  it('expressions on the page of the visual flow editor stay in a text with several lines', async () => {
    const shown = await open(valueSteps, '4');
    const notes = field(shown, '/notes').locator('chip-text');
    await notes.focus();
    await press(shown, 'Control+End', 'Enter');
    await shown.page.keyboard.type('end');
    await hasText(shown, String.raw`is gone\nend"`);
    await press(shown, 'Enter', 'Enter');
    await shown.page.keyboard.type('x');
    await hasText(shown, String.raw`is gone\nend\n\nx"`);
  });

  it('expressions on the page of the visual flow editor are inserted and changed by mouse', async () => {
    const shown = await open([{ action: 'wait' }, { action: 'type', params: { text: 'Hi' } }], '1');
    await shown.input('Text').waitFor();
    await shown.addOptions('Clear');
    await field(shown, '/clear').hover();
    await insert(shown, 'Clear').click();
    await option(shown, 'attempts whole number').click();
    await hasText(shown, '"clear": "{{steps.wait-for-passcode.body.attempts}}"');
    await chips(shown, '/clear').click();
    await shown.page.keyboard.type('flow id');
    await option(shown, 'Flow › ID text').click();
    await hasText(shown, '"clear": "{{flow.id}}"');
    await shown.input('Text').click();
    await field(shown, '/text').hover();
    await insert(shown, 'Text').click();
    await picker(shown).getByTitle('Show the values inside (Right Arrow)').first().click();
    await option(shown, 'subject text').click();
    await hasText(shown, '{{event.payload.subject}}');
    await chips(shown, '/text').waitFor();
  });

  it('expressions on the page of the visual flow editor are composed around by an input method, and keep their text over a state of the host', async () => {
    const shown = await open(
      [{ action: 'wait' }, { action: 'type', params: { text: '{{flow.name}}' } }],
      '1',
    );
    const text = field(shown, '/text').locator('chip-text');
    await text.focus();
    await press(shown, 'End');
    const session = await shown.page.context().newCDPSession(shown.page);
    await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    shown.host.show();
    await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await session.send('Input.insertText', { text: '日本' });
    await hasText(shown, '"text": "{{flow.name}}日本"');
    await chips(shown, '/text').waitFor();
    assert.deepEqual(shown.errors, []);
  });

  it('expressions on the page of the visual flow editor are undone with the text around them', async () => {
    const shown = await open([{ action: 'wait' }, { action: 'type', params: { text: 'a' } }], '1');
    await shown.input('Text').focus();
    await press(shown, 'End');
    // Both braces at once: text is written after a pause in typing.
    await shown.page.keyboard.insertText('{{');
    await shown.page.keyboard.type('code');
    await press(shown, 'Enter');
    await hasText(shown, '"text": "a{{steps.wait-for-passcode.body.code}}"');
    shown.host.undo();
    await shown.hasValue(field(shown, '/text').locator('input'), 'a');
  });

  it('expressions on the page of the visual flow editor are shown but not changed in a read-only file', async () => {
    const shown = await open(valueSteps, '4', { look: { editable: false } });
    await chips(shown, '/text').first().click();
    await field(shown, '/text').locator('chip-text').focus();
    await press(shown, 'End', 'Backspace', 'x', 'Control+Space');
    assert.equal(await picker(shown).isVisible(), false);
    assert.equal(await shown.page.locator('.insert-value').count(), 0);
    assert.equal(shown.host.text, valueFlow(valueSteps));
  });
});

function valueOf(element: unknown): string {
  return (element as { readonly value: string }).value;
}

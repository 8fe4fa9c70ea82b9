import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { createCatalog } from '../../src/flow/catalog.ts';
import { type FlowPage, useFlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog, SampleAction } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';

const catalog = pageCatalog();

describe('flowEditorForm', () => {
  const openPage = useFlowPages();

  const open = (text: string): Promise<FlowPage> => openPage({ text, catalog });

  describe('fields', () => {
    it('the fields of the visual flow editor write typed values into the file, and nothing else', async () => {
      const shown = await open(flowText([{ action: 'tap', params: { text: 'Menu' } }]));
      await shown.choose('0');
      await shown.input('Text').fill('Settings');
      await shown.written(varyText => varyText.includes('"text": "Settings"'));
      assert.equal(shown.host.text, flowText([{ action: 'tap', params: { text: 'Settings' } }]));
    });

    it('the fields of the visual flow editor lose no typed text when newer versions of the file arrive', async () => {
      const shown = await open(flowText([{ action: 'tap', params: { text: '' } }]));
      await shown.choose('0');
      const field = shown.input('Text');
      await field.focus();
      const typed = 'A text that takes a while to type.';
      for (const [index, letter] of Array.from(typed).entries()) {
        await shown.page.keyboard.press(letter === ' ' ? 'Space' : letter);
        if (index % 3 === 0)
          shown.host.write(shown.host.text.replace(/"name": "[^"]*"/, `"name": "Version ${index}"`));
      }
      await shown.field('Text', typed);
      await shown.written(text => text.includes(typed));
      assert.match(shown.host.text, /"name": "Version 33"/);
    });

    it('the fields of the visual flow editor write the text of an input method when composition ends', async () => {
      const shown = await open(flowText([{ action: 'tap' }]));
      await shown.choose('0');
      await shown.input('Text').focus();
      let changes = 0;
      shown.host.changed = () => changes++;
      const session = await shown.page.context().newCDPSession(shown.page);
      for (const text of ['か', 'かじ', '火事']) {
        await session.send('Input.imeSetComposition', { text, selectionStart: 2, selectionEnd: 2 });
        await shown.field('Text', text);
      }
      await session.send('Input.insertText', { text: '火事' });
      await shown.written(text => text.includes('"text": "火事"'));
      assert.equal(changes, 1);
    });

    it('the fields of the visual flow editor show the value of the file when a change is undone while they have the focus', async () => {
      const shown = await open(flowText([{ action: 'tap', params: { text: 'Menu' } }]));
      await shown.choose('0');
      const field = shown.input('Text');
      await field.fill('Settings');
      await shown.written(text => text.includes('Settings'));
      shown.host.undo();
      await shown.field('Text', 'Menu');
      assert.equal(shown.host.text.includes('Menu'), true);
    });

    it('the fields of the visual flow editor keep invalid input, also after a reload, and show the error', async () => {
      const text = flowText([{ action: 'tap', params: { text: 'Menu', count: 2 } }]);
      const shown = await open(text);
      await shown.choose('0');
      await shown.input('Count').fill('2x');
      await shown.page.getByText('Not in the file yet. “2x” is not a number.').waitFor();
      await shown.choose('');
      await shown.choose('0');
      await shown.field('Count', '2x');
      await shown.page.reload();
      await shown.field('Count', '2x');
      assert.equal(shown.host.text, text);
      await shown.page.getByText('Not in the file yet. “2x” is not a number.').waitFor();
      await shown.input('Count').press('Escape');
      await shown.field('Count', '2');
    });

    it('the fields of the visual flow editor commit typed text just before the page is hidden', async () => {
      const shown = await open(flowText([{ action: 'tap', params: { text: 'Menu' } }]));
      await shown.choose('0');
      await shown.input('Text').fill('Typed at the last moment');
      await shown.page.reload();
      await shown.written(text => text.includes('Typed at the last moment'));
      await shown.field('Text', 'Typed at the last moment');
    });

    it('the fields of the visual flow editor offer earlier input and do not overwrite a newer value with it', async () => {
      const shown = await open(flowText([{ action: 'tap', params: { text: 'Menu', count: 2 } }]));
      await shown.choose('0');
      await shown.input('Count').fill('2x');
      await shown.page.getByText('Not in the file yet').waitFor();
      shown.host.write(shown.host.text.replace('"count": 2', '"count": 4'));
      await shown.page.reload();
      await shown.page.getByText('Typed earlier and not in the file').waitFor();
      await shown.field('Count', '4');
      await shown.picture('dark-typed-earlier');
      await shown.page.getByRole('button', { name: 'Use It' }).click();
      await shown.page.getByText('Not in the file yet').waitFor();
      await shown.field('Count', '2x');
      await shown.input('Count').press('Escape');
      await shown.field('Count', '4');
    });

    it('the fields of the visual flow editor reveal a password on request, and store it only in the file', async () => {
      const shown = await open(flowText([{ action: 'every' }, { action: 'tap' }]));
      await shown.choose('0');
      await shown.addOptions('Secret');
      const field = shown.page.getByLabel('Secret', { exact: true });
      await field.pressSequentially('hunter2');
      const kept = await shown.page.evaluate(`sessionStorage.getItem('kept')`);
      assert.doesNotMatch(String(kept), /hunter/);
      await shown.written(text => text.includes('"secret": "hunter2"'));
      const covered = field.and(shown.page.locator('input[type=password]'));
      await covered.waitFor();
      await shown.page.getByRole('button', { name: 'Show Secret' }).click();
      await shown.page.locator('input[type=text]').and(field).waitFor();
      await shown.choose('1');
      await shown.choose('0');
      await covered.waitFor();
    });

    it('the fields of the visual flow editor show no password in tooltips, menus, and examples', async () => {
      const id = SampleAction.tap;
      const secret = { type: 'string', default: 'hunter1', examples: ['hunter2'], $ref: '#/$defs/password' };
      const paramsSchema = { properties: { secret }, $defs: { password: { format: 'password' } } };
      const action = { id, name: 'Log in', paramsSchema, params: { secret: 'hunter3' } };
      const text = flowText([{ action: 'tap', params: { secret: 'hunter4' } }]);
      const opened = await openPage({ text, catalog: createCatalog([action]) });
      await opened.choose('0');
      await opened.page.locator('input[type=password]').waitFor();
      await opened.page.getByRole('button', { name: 'More actions for Secret' }).click();
      await opened.page.getByRole('menuitem', { name: 'Use Default: ••••••' }).waitFor();
      assert.doesNotMatch(await opened.page.content(), /hunter/);
      await opened.page.getByRole('menuitem', { name: 'Reset to Inherited' }).click();
      await opened.written(written => !written.includes('hunter4'));
    });

    it('the fields of the visual flow editor keep the names of entries that are not committed yet', async () => {
      const shown = await open(flowText([{ action: 'every', params: { headers: { accept: 'text/html' } } }]));
      await shown.choose('0');
      const added = shown.page.getByLabel('Name of the new entry of Headers');
      await added.fill('accept-language');
      await shown.page.getByLabel('Name of accept', { exact: true }).fill('accept-encoding');
      await shown.page.reload();
      await shown.choose('0');
      await shown.hasValue(added, 'accept-language');
      const renamed = shown.page.getByLabel('Name of accept', { exact: true });
      await shown.hasValue(renamed, 'accept-encoding');
      await renamed.press('Enter');
      await shown.written(text => text.includes('"accept-encoding": "text/html"'));
      await added.press('Enter');
      await shown.written(text => text.includes('"accept-language": ""'));
      await shown.hasValue(added, '');
    });

    it('the fields of the visual flow editor accept text if any value is allowed, and JSON on request', async () => {
      const shown = await open(flowText([{ action: 'every', params: { anything: '' } }]));
      await shown.choose('0');
      await shown.input('Anything').fill('{{device.id}} is ready');
      await shown.written(text => text.includes('"anything": "{{device.id}} is ready"'));
      await shown.page.getByRole('button', { name: 'More actions for Anything' }).click();
      await shown.page.getByRole('menuitem', { name: 'Edit as JSON' }).click();
      await shown.input('Anything').fill('[1, 2]');
      await shown.written(text => /"anything": \[\s*1,\s*2\s*\]/.test(text));
    });

    it('the fields of the visual flow editor get the focus when a problem in the text is opened', async () => {
      const shown = await open(flowText([{ action: 'tap' }, { action: 'every', params: { place: {} } }]));
      shown.host.reveal([1], ['params', 'place', 'latitude']);
      await shown.page.locator('[data-step="1"][aria-selected=true]').waitFor();
      await shown.input('Latitude').and(shown.page.locator(':focus')).waitFor();
      shown.host.reveal([0], ['nameOverride']);
      await shown.input('Name').and(shown.page.locator(':focus')).waitFor();
      shown.host.reveal(undefined, ['deviceIds', 3]);
      await shown.page.locator('[data-field="/deviceIds"] :focus').waitFor();
    });

    it('the fields of the visual flow editor override an inherited value and reset it', async () => {
      const shown = await open(flowText([{ action: 'tap', params: { text: 'Menu' } }]));
      await shown.choose('0');
      await shown.page.locator('[data-field="/count"]').getByText('inherited', { exact: true }).waitFor();
      await shown.input('Count').fill('4');
      await shown.written(text => text.includes('"count": 4'));
      await shown.page.getByRole('button', { name: 'Reset Count to inherited' }).click();
      await shown.written(text => !text.includes('"count"'));
      await shown.field('Count', '1');
    });

    it('the fields of the visual flow editor accept expressions, typed or chosen', async () => {
      const shown = await open(flowText([{ action: 'tap' }, { action: 'tap', params: { text: '' } }]));
      await shown.choose('1');
      await shown.input('Text').focus();
      await shown.page.keyboard.type('Go to {{1 tap');
      const option = shown.page.getByRole('option', { name: '1 Tap Enter a name…' });
      await option.and(shown.page.locator('[aria-selected=true]')).waitFor();
      await shown.page.keyboard.press('Enter');
      await shown.page.keyboard.type('label');
      await shown.page.keyboard.press('Enter');
      await shown.written(text => text.includes('Go to {{steps.tap.body.label}}'));
      await shown.input('Count').fill('{{steps.tap.body.count}}');
      await shown.written(text => text.includes('"count": "{{steps.tap.body.count}}"'));
    });
  });

  describe('kinds of fields', () => {
    let shown: FlowPage;

    async function params(): Promise<Readonly<Record<string, unknown>>> {
      await shown.settled();
      const { actions } = JSON.parse(shown.host.text) as {
        actions: { overrides?: { params?: Record<string, unknown> } }[];
      };
      return actions[0]?.overrides?.params ?? {};
    }

    async function hasParams(wanted: object): Promise<void> {
      await until('the wanted parameters', params, value => isDeepStrictEqual(value, wanted));
    }

    beforeEach(async () => {
      shown = await open(flowText([{ action: 'every' }]));
      await shown.choose('0');
    });

    const group = (name: string) => shown.page.getByRole('group', { name, exact: true });
    const menu = async (name: string, item: string): Promise<void> => {
      await shown.page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
      await shown.page.getByRole('menuitem', { name: item, exact: true }).click();
    };

    it('the fields of each kind write numbers, and change them with the arrow keys', async () => {
      await shown.addOptions('Ratio');
      await shown.input('Ratio').fill('0.1');
      await shown.input('Ratio').press('ArrowUp');
      await shown.input('Count').press('ArrowUp');
      await shown.input('Count').press('Tab');
      await hasParams({ ratio: 0.15, count: 4 });
    });

    it('the fields of each kind write Booleans, choices, and constants', async () => {
      await shown.addOptions('Loud', 'Speed', 'Version');
      await shown.input('Loud').check();
      await shown.input('Colour').selectOption('green');
      await shown.input('Speed').selectOption('Slow');
      await shown.page.getByText('Like a person who looks at each key.').waitFor();
      await hasParams({ loud: true, colour: 'green', speed: 1, version: 2 });
      await shown.input('Loud').uncheck();
      await shown.input('Speed').selectOption('Not set');
      await menu('Loud', 'Remove Value');
      await hasParams({ colour: 'green', version: 2 });
    });

    it('the fields of each kind write dates, times, and colors from their pickers', async () => {
      await shown.addOptions('Day', 'Begin', 'Tint');
      await shown.input('Day: pick').fill('2026-03-14');
      await shown.input('Begin: pick').fill('2026-03-14T09:30:05');
      await shown.input('Tint: pick').fill('#3794ff');
      await hasParams({ day: '2026-03-14', begin: '2026-03-14T09:30:05Z', tint: '#3794ff' });
      await shown.input('Begin: pick').fill('2026-03-14T09:31');
      await shown.field('Begin', '2026-03-14T09:31:00Z');
      await shown.hasValue(shown.input('Begin: pick'), '2026-03-14T09:31');
      await shown.input('Begin').press('End');
      await shown.input('Begin').press('Backspace');
      await shown.page.keyboard.type('Z');
      await hasParams({ day: '2026-03-14', begin: '2026-03-14T09:31:00Z', tint: '#3794ff' });
    });

    it('the fields of each kind write null and a value again', async () => {
      await shown.addOptions('Comment');
      await menu('Comment', 'Set to Null');
      await hasParams({ comment: null });
      await shown.page.getByRole('button', { name: 'Enter a Value: Comment' }).click();
      await shown.input('Comment').fill('Fine');
      await hasParams({ comment: 'Fine' });
    });

    it('the fields of each kind add, fill in, move, and remove items', async () => {
      await shown.addOptions('Words');
      const words = group('Words');
      for (const [index, word] of ['one', 'two', 'three'].entries()) {
        await words.getByRole('button', { name: 'Add Item' }).click();
        await words
          .getByLabel(`Item ${index + 1}`, { exact: true })
          .and(shown.page.locator(':focus'))
          .waitFor();
        await shown.page.keyboard.type(word);
        await shown.settled();
      }
      await hasParams({ words: ['one', 'two', 'three'] });
      await words.getByRole('button', { name: 'Move up: Item 3' }).click();
      await hasParams({ words: ['one', 'three', 'two'] });
      await words.getByRole('button', { name: 'Remove: Item 1' }).click();
      await hasParams({ words: ['three', 'two'] });
      await words.getByLabel('Item 1', { exact: true }).press('Alt+ArrowDown');
      await hasParams({ words: ['two', 'three'] });
    });

    it('the fields of each kind select the values of a list with unique items, in their order', async () => {
      await shown.addOptions('Days');
      await group('Days').getByLabel('Wed', { exact: true }).check();
      await group('Days').getByLabel('Mon', { exact: true }).check();
      await hasParams({ days: ['Mon', 'Wed'] });
      await group('Days').getByLabel('Wed', { exact: true }).uncheck();
      await hasParams({ days: ['Mon'] });
    });

    it('the fields of each kind write tuples, nested objects, and recursive ones', async () => {
      await shown.addOptions('Pair', 'Tree');
      await group('Pair').getByLabel('Key', { exact: true }).fill('speed');
      await group('Place').getByLabel('Name', { exact: true }).fill('Hamburg');
      await hasParams({
        pair: ['speed'],
        place: { latitude: 52.5, name: 'Hamburg' },
      });
      await group('Tree').getByLabel('Label', { exact: true }).first().fill('root');
      await group('Branches').getByRole('button', { name: 'Add Item' }).first().click();
      await group('Item 1').getByLabel('Label', { exact: true }).fill('leaf');
      assert.deepEqual((await params())['tree'], { label: 'root', branches: [{ label: 'leaf' }] });
    });

    it('the fields of each kind select one of several forms, and write its values', async () => {
      await shown.addOptions('Target');
      await shown.page.getByLabel('Target: By').selectOption('At a point');
      await group('Target').getByLabel('X', { exact: true }).fill('12');
      await hasParams({ target: { by: 'point', x: 12 } });
      await shown.page.getByLabel('Target: By').selectOption('By text');
      await group('Target').getByLabel('Text', { exact: true }).fill('Menu');
      await hasParams({ target: { by: 'text', text: 'Menu' } });
    });

    it('the fields of each kind add, rename, and remove entries with custom names', async () => {
      await shown.addOptions('Headers');
      const headers = group('Headers');
      const name = headers.getByLabel('Name of the new entry of Headers', { exact: true });
      await name.fill('No Spaces');
      await name.press('Enter');
      await headers.getByText('Enter a name that matches ^[a-z-]+$.').waitFor();
      assert.equal(await name.getAttribute('aria-invalid'), 'true');
      await name.fill('accept');
      await headers.getByText('Enter a name that matches').waitFor({ state: 'detached' });
      // A newer name arrives before the submitted one is checked.
      await name.fill('No Spaces');
      await name.evaluate(`const input = document.activeElement;
        input.form.requestSubmit();
        input.value = 'accept';
        input.dispatchEvent(new Event('input', { bubbles: true }))`);
      await name.press('End');
      assert.equal(await name.inputValue(), 'accept');
      await name.press('Enter');
      await headers.getByLabel('Accept', { exact: true }).and(shown.page.locator(':focus')).waitFor();
      await shown.page.keyboard.type('text/html');
      await hasParams({ headers: { accept: 'text/html' } });
      await headers.getByLabel('Name of accept', { exact: true }).fill('accept-language');
      await headers.getByLabel('Name of accept', { exact: true }).press('Enter');
      await hasParams({ headers: { 'accept-language': 'text/html' } });
      const renamed = headers.getByLabel('Name of accept-language', { exact: true });
      await renamed.fill('No');
      await renamed.press('Enter');
      await headers.getByText('Enter a name that matches ^[a-z-]+$.').waitFor();
      await renamed.press('Escape');
      await headers.getByText('Enter a name that matches').waitFor({ state: 'detached' });
      // Both keys arrive in one task, before the name is checked.
      await renamed.fill('No');
      await renamed.evaluate(`for (const key of ['Enter', 'Escape'])
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`);
      await renamed.press('End');
      assert.equal(await renamed.inputValue(), 'accept-language');
      await headers.getByRole('button', { name: 'Remove accept-language' }).click();
      await hasParams({ headers: {} });
    });

    it('the fields of each kind accept JSON if there is no other input, or on request', async () => {
      await shown.addOptions('Anything', 'Words');
      await shown.input('Anything').fill('plain');
      await hasParams({ anything: 'plain' });
      await menu('Anything', 'Edit as JSON');
      await shown.input('Anything').fill('{ "free": [1, 2');
      await shown.page.getByText('Not in the file yet. This is not JSON yet').waitFor();
      await hasParams({ anything: 'plain' });
      await shown.input('Anything').fill('{ "free": [1, 2] }');
      await menu('Words', 'Edit as JSON');
      await shown.input('Words').fill('["a", "b"]');
      await hasParams({ anything: { free: [1, 2] }, words: ['a', 'b'] });
    });

    it('the fields of each kind accept an expression in place of a choice', async () => {
      await shown.input('Colour').press('Control+Space');
      await shown.page.keyboard.type('device id');
      await shown.page.keyboard.press('Enter');
      await hasParams({ colour: '{{device.id}}' });
    });
  });
});

import assert from 'node:assert/strict';
import { exampleFlow, FlowWorkbench } from '../support/flowWorkbench.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';

describe('flowEditorKept', () => {
  let workbench: Workbench;
  let flows: FlowWorkbench;

  before(async () => {
    const sample = await exampleFlow('first-steps');
    const names = ['tab', 'split', 'typed', 'reload', 'undo', 'problems', 'saved', 'closed'];
    const files = names.map(name => [`${name}.flow.json`, sample] as const);
    flows = await FlowWorkbench.start({ ...Object.fromEntries(files), 'notes.txt': 'Notes' });
    ({ workbench } = flows);
    workbench.page.on('dialog', dialog => void dialog.accept());
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.picture(`flow-kept-failed-${this.currentTest.title.slice(0, 20)}`);
  });

  beforeEach(async () => {
    await flows.closeAll();
  });

  after(() => flows.close());

  /** Opens a file at its third step and types into a field of it, with nothing waited for. */
  async function type(name: string, text: string): Promise<void> {
    const view = await flows.open(name);
    await flows.step('2').click();
    const seconds = view.getByRole('textbox', { name: 'Seconds', exact: true });
    await seconds.waitFor();
    await seconds.focus();
    await workbench.page.keyboard.press('Control+a');
    await workbench.page.keyboard.insertText(text);
  }

  it('input in the visual flow editor is in the file when another tab is shown immediately', async () => {
    const { page } = workbench;
    await flows.openText('notes.txt');
    // Another file would replace a preview.
    await workbench.hosts.execute('workbench.action.keepEditor');
    await type('tab.flow.json', '41');
    await page.getByRole('tab', { name: /notes/ }).click();
    await page.locator('.monaco-editor .view-lines').getByText('Notes').waitFor();
    await page.getByRole('tab', { name: /tab\.flow/ }).click();
    await flows.step('2').getByText('seconds 41').waitFor();
    const text = await flows.saved('tab.flow.json', one => one.includes('41'));
    assert.match(text, /"seconds": 41/);
  });

  it('input in the visual flow editor is saved with the file immediately, even before the typing pause', async () => {
    const { page } = workbench;
    // Keys that come while a file is still being written ask for no other save of the same text.
    const save = async (isThere: (text: string) => boolean): Promise<void> => {
      await flows.saved('saved.flow.json', isThere);
      await page.locator('.tab.active:not(.dirty)').waitFor();
    };
    await type('saved.flow.json', '43');
    await save(text => text.includes('"seconds": 43'));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await save(text => !text.includes('seconds'));
    await page.keyboard.press('4');
    await page.keyboard.press('5');
    await save(text => text.includes('"seconds": 45'));
  });

  it('input in the visual flow editor is in the file when the editor is closed or moved immediately', async () => {
    const { page } = workbench;
    await type('split.flow.json', '42');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await flows.step('2').getByText('seconds 42').waitFor();
    assert.match(await flows.saved('split.flow.json', one => one.includes('42')), /"seconds": 42/);
  });

  it('input in the visual flow editor is undone and redone as one change, before and after it is in the file', async () => {
    const { page } = workbench;
    const view = await flows.open('typed.flow.json');
    await flows.step('2').click();
    // The settings of the flow have a name, too.
    await view.getByRole('heading', { name: 'Flow settings' }).waitFor({ state: 'hidden' });
    const name = view.getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    const before = await name.inputValue();
    const shown = before || ((await name.getAttribute('placeholder')) ?? '');
    const after = `${before}Longer`;
    await name.focus();
    await page.keyboard.press('End');
    for (const isWritten of [false, true]) {
      // One input event, since keys can come so slowly on a busy computer that the typing pauses between them.
      await page.keyboard.insertText('Longer');
      if (isWritten) await flows.step('2').getByText(after, { exact: true }).waitFor();
      for (let left = 2; left > 0; left--) {
        await page.keyboard.press('Control+z');
        await until('the name is as it was', () => name.inputValue(), before);
        await flows.step('2').getByText(shown, { exact: true }).waitFor();
        await page.keyboard.press('Control+Shift+z');
        await until('the name is typed again', () => name.inputValue(), after);
        await flows.step('2').getByText(after, { exact: true }).waitFor();
      }
      await page.keyboard.press('Control+z');
      await until('the name is as it was', () => name.inputValue(), before);
      await page.keyboard.press('End');
    }
  });

  it('input in the visual flow editor is in the file when its tab is closed by the very next key', async () => {
    const { page } = workbench;
    await flows.openText('notes.txt');
    await type('closed.flow.json', '44');
    await page.keyboard.press('Control+F4');
    // VS Code shows a changed file that has no editor as text.
    await page.locator('.tab.dirty', { hasText: 'closed.flow.json' }).waitFor();
    await flows.saveAll();
    await flows.saved('closed.flow.json', text => text.includes('"seconds": 44'));
  });

  it('input in the visual flow editor is in its field after a window reload, even if it is invalid, and so are unsaved changes', async () => {
    const { page } = workbench;
    await type('reload.flow.json', '9');
    await flows.backedUp('"seconds": 9');
    const seconds = flows.view.getByRole('textbox', { name: 'Seconds', exact: true });
    await seconds.fill('4 or 5');
    await flows.view.getByText('Not in the file yet').waitFor();
    const loaded = page.waitForEvent('load');
    await flows.prepare('Developer: Reload Window');
    await page.keyboard.press('Enter');
    await loaded;
    await flows.view.getByText('Not in the file yet').waitFor();
    await until('the draft is there', () => seconds.inputValue(), '4 or 5');
    await flows.step('2').getByText('seconds 9').waitFor();
    await workbench.picture('flow-editor-reloaded-draft');
    await seconds.fill('45');
    await flows.step('2').getByText('seconds 45').waitFor();
    await flows.command('File: Revert File');
    await until('the number is as it was', () => seconds.inputValue(), '2');
  });

  it('input in the visual flow editor is undone and redone with everything else, over several gestures', async () => {
    const { page } = workbench;
    await flows.open('undo.flow.json');
    const before = await flows.steps();
    await flows.step('3').click();
    await page.keyboard.press('Alt+ArrowRight');
    await flows.step('2.0').and(flows.view.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+Alt+ArrowDown');
    await flows.step('2.1').and(flows.view.locator(':focus')).waitFor();
    await page.keyboard.press('Delete');
    await flows.step('2.1').waitFor({ state: 'detached' });
    const after = await flows.steps();
    assert.notEqual(after, before);
    for (let left = 3; left > 0; left--) await page.keyboard.press('Control+z');
    await until('all is undone', () => flows.steps(), before);
    for (let left = 3; left > 0; left--) await page.keyboard.press('Control+Shift+z');
    await until('all is done again', () => flows.steps(), after);
  });

  it('input in the visual flow editor is opened by a problem, from the list of problems through the text to the field', async () => {
    const { page } = workbench;
    await type('problems.flow.json', '-5');
    await flows.step('2').getByTitle('1 error').waitFor();
    await workbench.run('Problems: Focus on Problems View');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'seconds' }).first().dblclick();
    await page.locator('.monaco-editor.focused .view-lines').first().waitFor();
    await flows.command('Cloud Devices: Open in Visual Editor');
    await flows.step('2').and(flows.view.locator('[aria-selected=true]')).waitFor();
    await flows.view
      .getByRole('textbox', { name: 'Seconds', exact: true })
      .and(flows.view.locator(':focus'))
      .waitFor();
    await workbench.picture('flow-editor-problem');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5');
    await flows.view.getByRole('button', { name: 'No problems' }).waitFor();
  });
});

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

describe('what is typed into the visual flow editor', function () {
  this.timeout(180_000);
  let workbench: Workbench;
  let flows: FlowWorkbench;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kept-'));
    const sample = resolve(import.meta.dirname, '../../examples/first-steps.flow.json');
    for (const name of ['tab', 'split', 'reload', 'undo', 'problems']) {
      await cp(sample, join(folder, `${name}.flow.json`));
    }
    await writeFile(join(folder, 'notes.txt'), 'Notes');
    workbench = await Workbench.open({ folder, settings: { 'files.autoSave': 'off' } });
    workbench.page.on('dialog', dialog => void dialog.accept());
    flows = new FlowWorkbench(workbench, folder);
    await workbench.openViews();
    await workbench.startSandbox();
    await workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.picture(`flow-kept-failed-${this.currentTest.title.slice(0, 20)}`);
  });

  beforeEach(async () => {
    await flows.closeAll();
  });

  after(async () => {
    await workbench.close();
    await rm(folder, { recursive: true });
  });

  /** Opens a file at its third step and types into a field of it, with nothing waited for. */
  async function type(name: string, text: string): Promise<void> {
    const view = await flows.open(name);
    await flows.step('2').click();
    const seconds = view.getByRole('combobox', { name: 'Seconds' });
    await seconds.waitFor();
    await seconds.focus();
    await workbench.page.keyboard.press('Control+a');
    await workbench.page.keyboard.insertText(text);
  }

  it('is in the file when another tab is shown in the very next moment', async () => {
    const { page } = workbench;
    await flows.openText('notes.txt');
    await type('tab.flow.json', '41');
    await page.getByRole('tab', { name: /notes/ }).click();
    await page.locator('.monaco-editor .view-lines').getByText('Notes').waitFor();
    await page.getByRole('tab', { name: /tab\.flow/ }).click();
    await flows.step('2').getByText('seconds 41').waitFor();
    const text = await flows.saved('tab.flow.json', one => one.includes('41'));
    assert.match(text, /"seconds": 41/);
  });

  it('is in the file when the editor is closed or moved away in the very next moment', async () => {
    const { page } = workbench;
    await type('split.flow.json', '42');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await flows.step('2').getByText('seconds 42').waitFor();
    assert.match(await flows.saved('split.flow.json', one => one.includes('42')), /"seconds": 42/);
  });

  it('is undone and done again with all else, over several gestures', async () => {
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
    await until('all is undone', async () => (await flows.steps()) === before);
    for (let left = 3; left > 0; left--) await page.keyboard.press('Control+Shift+z');
    await until('all is done again', async () => (await flows.steps()) === after);
  });

  it('is where a problem leads to: from the list of problems by the text to the field', async () => {
    const { page } = workbench;
    await type('problems.flow.json', '-5');
    await flows.step('2').getByTitle('1 error').waitFor();
    await flows.view.getByRole('button', { name: '1 error' }).click();
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'seconds' }).first().dblclick();
    await page.locator('.monaco-editor.focused .view-lines').first().waitFor();
    await flows.command('Cloud Devices: Open in Visual Editor');
    await flows.step('2').and(flows.view.locator('[aria-selected=true]')).waitFor();
    await flows.view.getByRole('combobox', { name: 'Seconds' }).and(flows.view.locator(':focus')).waitFor();
    await workbench.picture('flow-editor-problem');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5');
    await flows.view.getByRole('button', { name: 'No problems' }).waitFor();
  });
});

import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import { clickOnce } from '../support/clickOnce.ts';
import { chooseEntry } from '../support/contextMenu.ts';
import { retry, ATTEMPT } from '../support/retry.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { story } from '../support/story.ts';
import { Workbench } from '../support/workbench.ts';

const examples = resolve(import.meta.dirname, '../../examples');
const FILES = [
  'first-steps.flow.json',
  'sign-in.flow.json',
  'sign-in.flow.test.json',
  'ask-the-agents.flow.json',
  'ask-the-agents.flow.test.json',
];

describe('deploy', () => {
  const step = story();
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    for (const name of FILES) await cp(join(examples, name), join(folder, name));
    workbench = await Workbench.open({ folder });
    await workbench.openSandbox();
    // What appears below the mouse would show its tooltip above everything else.
    await workbench.page.mouse.move(700, 10);
  });

  after(async () => {
    await workbench.close();
  });

  async function edit(change: (text: string) => string): Promise<void> {
    const file = join(folder, 'first-steps.flow.json');
    await writeFile(file, change(await readFile(file, 'utf8')));
  }

  // What stands beside a line is no text of the page but a style of the line's end.
  async function toldBeside(text: string): Promise<void> {
    await workbench.page.waitForFunction(`
      [...document.querySelectorAll('.view-line span')].some(one =>
        getComputedStyle(one, '::after').content.includes(${JSON.stringify(text)}))`);
  }

  async function openFile(): Promise<void> {
    const { page } = workbench;
    const name = 'first-steps.flow.json';
    await workbench.find('Control+P', name, name, rows => clickOnce(rows.first()));
    await page.getByRole('tab', { name: /^first-steps\.flow\.json/ }).waitFor();
  }

  function titleButton(name: string): Locator {
    return workbench.page.locator('.editor-actions').getByRole('button', { name });
  }

  step('flow files and their flows are created after a plan, with the result of each file', async () => {
    const { page } = workbench;
    await workbench.fold('Mailboxes', true);
    await workbench.run('Cloud Devices: Create or Update Flows from Files');
    await workbench.quickPickRows('first-steps').first().waitFor();
    await page.getByRole('checkbox', { name: 'Toggle all checkboxes' }).check();
    await page.keyboard.press('Enter');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('3 to create').first().waitFor();
    await workbench.picture('deploy-plan-dark');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('All done.').waitFor();
    await workbench.picture('deploy-result-dark');
  });

  step(
    'flow files and their flows are marked if they differ, in the view and on the tab, and shown side by side',
    async () => {
      const { page } = workbench;
      const flow = workbench.treeItem(/^First steps, flow, disabled/);
      await flow.waitFor();
      await workbench.hosts.start(Command.showDrift);
      await workbench.clickRow('first-steps');
      await page.getByText('The file and the flow match.').waitFor();
      await edit(text => text.replace('"distance": 0.3', '"distance": 0.6'));
      await workbench.treeItem(/^First steps, flow, .*differs from file/).waitFor();
      await workbench.pictures('drift-tree');
      await workbench.press(flow, 'Compare File with Flow');
      await page.locator('.monaco-diff-editor').waitFor();
      await page.getByText('0.6').first().waitFor();
      await workbench.pictures('drift-compared');
      await openFile();
      await titleButton('Compare File with Flow').waitFor();
      await workbench.picture('drift-tab-dark');
    },
  );

  step('flow files and their flows are verified with the progress of each step in the file', async () => {
    const { page } = workbench;
    const flow = workbench.treeItem(/^First steps, flow, /);
    await flow.click({ button: 'right' });
    await chooseEntry(page, 'Create or Update Flows from Files');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Update' }).click();
    await workbench.treeItem(/^First steps, flow, .*differs from file/).waitFor({ state: 'detached' });
    await workbench.closeEditors();
    await openFile();
    await workbench.press(flow, 'Verify Flow');
    await toldBeside('✓ 2.');
    await workbench.pictures('run-steps');
    await titleButton('Hide Steps of Execution').click();
    await titleButton('Hide Steps of Execution').waitFor({ state: 'detached' });
  });

  it('flow files and their flows are listed in the Test Explorer', async () => {
    const { page } = workbench;
    const file = join(folder, 'first-steps.flow.test.json');
    const cases = [{ name: 'waits longer', expect: { steps: [{ step: 3, output: { seconds: 8 } }] } }];
    await writeFile(file, JSON.stringify({ cases }, undefined, 2));
    await workbench.run('Testing: Focus on Test Explorer View');
    const item = page.getByRole('treeitem', { name: /^sign-in\.flow\.json/ });
    await item.waitFor();
    await workbench.run('Test: Run All Tests');
    await page.getByText(/3\/4/).first().waitFor({ timeout: 60_000 });
    for (const name of ['first-steps', 'sign-in']) {
      const named = { name: new RegExp(`^${name}`) };
      const open = page.getByRole('treeitem', { ...named, expanded: true }).first();
      // A click turns it about, and VS Code may have opened what failed by itself meanwhile.
      await retry(`${name} is open`, async () => {
        if (!(await open.isVisible()))
          await page.getByRole('treeitem', named).first().locator('.monaco-tl-twistie').click(ATTEMPT);
        await open.waitFor(ATTEMPT);
      });
    }
    const row = page.locator('.test-explorer .monaco-list-row', { hasText: 'waits longer' });
    await row.locator('.codicon-testing-failed-icon').waitFor();
    await workbench.pictures('test-explorer');
  });
});

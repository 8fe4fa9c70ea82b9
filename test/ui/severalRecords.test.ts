import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import { chooseEntry } from '../support/contextMenu.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { Workbench } from '../support/workbench.ts';
import { until } from '../support/until.ts';

describe('severalRecords', () => {
  let workbench: Workbench;
  let sidebar: Sidebar;

  before(async () => {
    workbench = await Workbench.open({ folder: await sharedFolder() });
    sidebar = new Sidebar(workbench);
    await workbench.openViews();
    await workbench.startSandbox();
    // Actions are shown once the sandbox has started; only then are they out of the way for good.
    await workbench.waitForLists();
  });

  after(async () => {
    // The filter or the order of a list remains.
    await workbench.end();
  });

  async function entries(): Promise<string[]> {
    const { page } = workbench;
    await page.locator('.context-view .monaco-menu').waitFor();
    return page.locator('.context-view .monaco-menu .action-label').allInnerTexts();
  }

  async function nameOf(line: Locator): Promise<string> {
    return (await line.getAttribute('aria-label')) ?? assert.fail('a line without a name');
  }

  it('several records at once are tested and deleted, and offer no menu items for single records', async () => {
    const { page } = workbench;
    await sidebar.showOnly('Webhooks');
    const endpoints = workbench.treeItem(/, webhook endpoint, /);
    // Two to be deleted, and one that stays.
    await endpoints.nth(2).waitFor();
    await endpoints.nth(0).click({ button: 'right' });
    assert.ok((await entries()).includes('Rotate Signing Secret…'));
    await page.keyboard.press('Escape');
    await page.locator('.context-view .monaco-menu').waitFor({ state: 'hidden' });
    const names = [await nameOf(endpoints.nth(0)), await nameOf(endpoints.nth(1))];
    // A click with the key selects an endpoint without expanding it, which would move the others.
    for (const index of [0, 1]) await endpoints.nth(index).click({ modifiers: ['ControlOrMeta'] });
    await page.locator('[role=treeitem][aria-selected=true]').nth(1).waitFor();
    await endpoints.nth(1).click({ button: 'right' });
    const offered = await entries();
    assert.ok(offered.includes('Send Test Event') && offered.includes('Copy ID'));
    assert.ok(!offered.includes('Rotate Signing Secret…') && !offered.includes('Open as JSON'));
    await chooseEntry(page, 'Delete Webhook');
    await page.getByText('Delete 2 endpoints?').waitFor();
    await workbench.picture('several-question');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('.monaco-editor .view-lines').getByText('2 done, 0 failed.').waitFor();
    for (const name of names)
      await page.getByRole('treeitem', { name, exact: true }).waitFor({ state: 'detached' });
    await endpoints.first().waitFor();
    await workbench.pictures('several-results');
  });

  it('several records at once are executions and tasks of one state, in a selected order', async () => {
    await workbench.closeEditors();
    await sidebar.showOnly('Activity');
    await sidebar.line(/^Executions/).waitFor();
    await sidebar.pressTitle('Activity', /Filter Activity/);
    await workbench.page.getByRole('option', { name: 'Canceling' }).waitFor();
    await workbench.picture('activity-states');
    await sidebar.pick('Failed');
    await sidebar.line(/^Executions, failed only/).waitFor();
    await sidebar.line(/^Tasks, failed only/).waitFor();
    await sidebar.unfold(/^Executions/);
    await sidebar.line(/, execution, failed/).waitFor();
    await sidebar.unfold(/^Tasks/);
    await sidebar.line(/, task, failed/).waitFor();
    await until(
      'no other line',
      () => workbench.treeItem(/, (execution|task), (success|completed|running)/).count(),
      0,
    );
    await workbench.hosts.start(Command.orderActivity);
    await sidebar.pick('Ended');
    await workbench.page.locator('.pane-header .description', { hasText: 'by end' }).waitFor();
    await workbench.pictures('activity-failed');
    await workbench.hosts.start(Command.showAllActivity);
    await sidebar.line(/, execution, success/).waitFor();
  });

  it('several records at once are devices in a selected order', async () => {
    await sidebar.showOnly('Devices');
    await sidebar.line(/, device, /).waitFor();
    await workbench.hosts.start(Command.orderDevices);
    await sidebar.pick('Changed');
    await workbench.page.locator('.pane-header .description', { hasText: 'by last change' }).waitFor();
    await workbench.pictures('devices-ordered');
  });
});

import type { Locator } from 'playwright-core';
import { sharedFolder } from '../support/sharedFolder.ts';
import { story } from '../support/story.ts';
import { Workbench } from '../support/workbench.ts';

describe('sandboxView', () => {
  const step = story();
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ folder: await sharedFolder() });
    await workbench.openSandbox();
    for (const view of ['Flows', 'Devices', 'Mailboxes']) await workbench.fold(view, true);
    await workbench.fold('Sandbox', false);
  });

  after(async () => {
    await workbench.close();
  });

  function box(name: string): Locator {
    return workbench.treeItem(new RegExp(`^${name}, fault`)).locator('.monaco-custom-toggle');
  }

  function warning(): Locator {
    return workbench.page.locator('.statusbar-item', { hasText: 'Sandbox:' });
  }

  step('the view of the sandbox is visible while the sandbox runs, with every fault off', async () => {
    await workbench.treeItem(/^Clock, same as this computer/).waitFor();
    await workbench.treeItem(/^Faults, none on/).waitFor();
    await workbench.treeItem(/^Device without GPS, fault, off/).waitFor();
    await workbench.treeItem(/^Another layout, fault, off/).waitFor();
    await workbench.treeItem(/^Slow screens, fault, off, apps load for 2 s/).waitFor();
    await warning().waitFor({ state: 'hidden' });
    await workbench.picture('sandbox-view-off-dark');
  });

  step('the view of the sandbox shows active faults, as does the status bar', async () => {
    await box('Malformed answers').click();
    await workbench.treeItem(/^Malformed answers, fault, on, no JSON · every call/).waitFor();
    await warning().waitFor();
    await workbench.run('Cloud Devices: Advance Sandbox Clock…');
    await workbench.input.fill('1 h');
    await workbench.waitForFocusedRow('1 h');
    await workbench.input.press('Enter');
    await workbench.treeItem(/^Clock, 1 h ahead/).waitFor();
    await workbench.page.locator('.statusbar-item', { hasText: '1 fault, clock 1 h ahead' }).waitFor();
    await workbench.pictures('sandbox-view-on');
  });

  step('the view of the sandbox accepts the settings of a fault, and refuses invalid ones', async () => {
    const slow = workbench.treeItem(/^Slow answers, fault/);
    await workbench.press(slow, /^Add Sandbox Fault/);
    await workbench.input.fill('soon');
    await workbench.page.getByText('Enter a time up to 2 min, such as 3 s or 500 ms.').waitFor();
    await workbench.picture('sandbox-fault-wrong');
    await workbench.answer('500 ms');
    await workbench.page.getByRole('option', { name: 'Calls of One Operation…' }).click();
    await workbench.page.getByRole('option', { name: /List flows/ }).waitFor();
    await workbench.answer('listTriggers');
    await workbench.page.getByRole('option', { name: 'Until I Turn It Off' }).click();
    await workbench.treeItem(/^Slow answers, fault, on, 500 ms late · listTriggers/).waitFor();
  });

  step(
    'the view of the sandbox has its initial state after faults are removed and the clock is reset',
    async () => {
      await workbench.press(workbench.treeItem(/^Faults, 2 on/), /^Turn Off All/);
      await workbench.treeItem(/^Faults, none on/).waitFor();
      await workbench.press(workbench.treeItem(/^Clock, /), /^Reset Sandbox Clock/);
      await workbench.treeItem(/^Clock, same as this computer/).waitFor();
      await warning().waitFor({ state: 'hidden' });
      await workbench.pictures('sandbox-view-off');
    },
  );

  step('the view of the sandbox takes a snapshot and offers to restore it', async () => {
    const snapshots = workbench.treeItem(/^Snapshots, none/);
    await workbench.press(snapshots, /^Save Sandbox Snapshot/);
    await workbench.answer('Before the release');
    await workbench.treeItem(/^Snapshots, 1/).click();
    const snapshot = workbench.treeItem(/^Before the release, snapshot/);
    await workbench.press(snapshot, /^Restore Sandbox Snapshot/);
    await workbench.page.getByText('Restore the snapshot “Before the release”?').waitFor();
    await workbench.picture('sandbox-restore');
    await workbench.page.getByRole('button', { name: 'Cancel' }).click();
  });

  step('the view of the sandbox is hidden after the sandbox stops', async () => {
    await workbench.run('Cloud Devices: Stop Sandbox');
    await workbench.page.getByRole('button', { name: 'Sandbox Section' }).waitFor({ state: 'detached' });
  });
});
